import type { GroupNamed } from '../../contract/reports';
import { mondayOf, weekdayOf } from '../../domain/period';
import { NO_SERVICE, serviceAt } from '../../domain/services';
import { groupBy } from '../../lib/collections';
import { DAY_MINUTES } from '../../lib/time';
import { type BranchReading, servicesOf } from '../sql/load-statements';
import type { Course } from './read-courses';

export const GROUPINGS = [
  'course',
  'day',
  'week',
  'hour',
  'weekday',
  'service',
  'kind',
  'party',
  'branch',
  'none',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A group with its courses, in the order in which they were read. */
export type Group = GroupNamed & { courses: readonly Course[] };

/** How a grouping names the group of a course. Groups are sorted by `placeOf`. */
type Naming = {
  keyOf: (course: Course) => string;
  placeOf: (key: string) => number;
  nameOf?: (key: string, courses: readonly Course[]) => Omit<GroupNamed, 'key'>;
};

/** F17: the groups of courses in order. Empty groups are omitted, except `all`. */
export function groupCourses(courses: readonly Course[], by: Grouping): Group[] {
  if (by === 'none') return [{ key: 'all', label: 'all', courses }];
  const { keyOf, placeOf, nameOf } = namingOf(courses, by);
  return [...groupBy(courses, keyOf)]
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([key, of]) => ({ key, label: key, ...nameOf?.(key, of), courses: of }));
}

function namingOf(courses: readonly Course[], by: Exclude<Grouping, 'none'>): Naming {
  switch (by) {
    case 'course':
      return { keyOf: ({ courseNumber }) => String(courseNumber), placeOf: Number, nameOf: (_, of) => courseName(of) };
    case 'day':
      return { keyOf: ({ day }) => day, placeOf: Date.parse };
    case 'week':
      return { keyOf: ofDay(mondayOf), placeOf: Date.parse };
    case 'hour':
      return { keyOf: ({ minute }) => String(Math.floor(minute / 60)), placeOf: Number };
    case 'weekday':
      return { keyOf: ofDay((day) => String(weekdayOf(day))), placeOf: Number };
    case 'service':
      return servicesIn(courses);
    case 'kind':
      return { keyOf: ({ kind }) => kind, placeOf: (kind) => (kind === 'table' ? 0 : 1) };
    case 'party':
      return {
        keyOf: ({ guests }) => String(guests ?? 'none'),
        placeOf: (guests) => (guests === 'none' ? Number.POSITIVE_INFINITY : Number(guests)),
      };
    case 'branch':
      return {
        keyOf: ({ branch }) => String(branch.number),
        placeOf: Number,
        nameOf: (key, [first]) => ({ label: first?.branch.name ?? key }),
      };
  }
}

/** A function of a course's day, computed once for each day. */
function ofDay(keyOf: (day: string) => string): (course: Course) => string {
  const known = new Map<string, string>();
  return ({ day }) => {
    const key = known.get(day) ?? keyOf(day);
    known.set(day, key);
    return key;
  };
}

/** The name of a course is the most frequent one among this many of its newest courses in each branch. */
const NEWEST = 50;

/** The most frequent recent name of the courses with one number. */
export function courseName(courses: readonly Course[]): { label: string; abbreviation: string | null } {
  const uses = new Map<string, { count: number; course: Course }>();
  for (const ofBranch of groupBy(courses, ({ branch }) => branch.number).values())
    for (const course of ofBranch.slice(-NEWEST).reverse()) {
      const key = JSON.stringify([course.name, course.abbreviation]);
      const { count = 0, course: first = course } = uses.get(key) ?? {};
      uses.set(key, { count: count + 1, course: first });
    }
  const [used] = [...uses.values()].sort((a, b) => b.count - a.count);
  const { name = null, abbreviation = null, courseNumber } = used?.course ?? {};
  return { label: name ?? abbreviation ?? String(courseNumber), abbreviation };
}

/**
 * Services are grouped by name, in any case as a filter finds them, because branches may have services of the same name at
 * different times.
 */
function servicesIn(courses: readonly Course[]): Naming {
  /** The minute of the business day at which each begins. */
  const placeOf = new Map([[NO_SERVICE, -1]]);
  /** The service of each minute of the day. */
  const namesOf = new Map<BranchReading, string[]>();
  for (const { branch } of courses) {
    if (namesOf.has(branch)) continue;
    const services = servicesOf(branch);
    const names = services.map(({ name, from }) => {
      const known = [...placeOf.keys()].find((other) => other.toLowerCase() === name.toLowerCase());
      if (known === undefined) placeOf.set(name, from);
      return known ?? name;
    });
    const nameAt = (minute: number) => names[serviceAt(minute, services, branch.cutOffMinute)] ?? NO_SERVICE;
    namesOf.set(
      branch,
      Array.from({ length: DAY_MINUTES }, (_, minute) => nameAt(minute)),
    );
  }
  const ordered = [...placeOf].sort(([, a], [, b]) => a - b).map(([name]) => name);
  return {
    keyOf: ({ branch, minute }) => namesOf.get(branch)?.[minute] ?? NO_SERVICE,
    placeOf: (key) => ordered.indexOf(key),
  };
}
