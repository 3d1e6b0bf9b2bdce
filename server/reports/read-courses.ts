import type { Exclusion, Measure, OrderKind } from '../../contract/constants';
import { exclusionOf, gapsMs, isForgotten, passWaitMs, visitMs } from '../../domain/course-times';
import type { Instant } from '../../domain/fact';
import { inSeconds } from '../../domain/preparation-unit';
import { lateAfterMs } from '../../domain/ticket';
import { groupBy } from '../../lib/collections';
import { type CourseRow, coursesOf, ordersWith } from '../sql/history-statements';
import { type BranchReading, branchReadings } from '../sql/load-statements';
import type { Condition, Source } from '../sql/statements';
import { readBulks } from './bulks';
import { conditionsOf, type ReportFilter } from './filter';

/** A stored course with all that figures are computed from. Instants are POS time in epoch ms. */
export type Course = {
  branch: BranchReading;
  orderKey: number;
  courseNumber: number;
  round: number;
  name: string | null;
  abbreviation: string | null;
  kind: OrderKind;
  guests: number | null;
  beganAt: Instant;
  readyAt: Instant | null;
  servedAt: Instant | null;
  /** F16: the business day as `2026-06-19`, and the local minute of the day at the start. */
  day: string;
  minute: number;
  hasStart: boolean;
  isOpen: boolean;
  /** Closed by Heatlamp. */
  isAutoClosed: boolean;
  /** F22d: presumed served. */
  isPresumed: boolean;
  /** F13: why its preparation does not count. */
  exclusion: Exclusion | null;
  /** F13, F15: the measures in ms; null if they do not count. All courses of an order share its visit. */
  times: Record<Measure, number | null>;
  /** F12: what the POS expected, and what it measured itself, in seconds. */
  expected: number | null;
  posSeconds: number | null;
  /** F11: whether the preparation took longer than today's limits allow. */
  isLate: boolean;
};

/** The courses of a filter, and its branches that exist. */
export type Selection = { branches: readonly BranchReading[]; courses: Course[] };

/** Figures over more courses than one report may cover. */
export class TooManyCourses extends Error {
  constructor() {
    const most = MAX_COURSES.toLocaleString('en');
    super(`the figures would be of more than ${most} courses: choose a shorter period, or fewer branches`);
  }
}

/** They are in memory together: some 400 bytes each. */
const MAX_COURSES = 1_000_000;

/** The first and the last instant of a date. */
const ALWAYS = { from: -8_640_000_000_000_000, to: 8_640_000_000_000_000 };

/** Orders per statement: some 20 ms, after which other queries of the reader have their turn. */
const CHUNK_ORDERS = 1_000;

/** The courses of a filter, by branch, order, number and round. @throws TooManyCourses */
export async function readCourses(source: Source, filter: ReportFilter): Promise<Selection> {
  const readings = await branchReadings(source);
  const branches = filter.branches.flatMap((number) => readings.get(number) ?? []);
  const courses: Course[] = [];
  for (const branch of branches) {
    const conditions = conditionsOf(filter, branch, filter.now[branch.number]);
    const asOf = filter.asOf?.[branch.number] ?? null;
    for (const course of await coursesOfBranch(source, branch, filter, conditions, asOf)) courses.push(course);
    if (courses.length > MAX_COURSES) throw new TooManyCourses();
  }
  return { branches, courses };
}

/** The courses of a branch that began in a half-open range and meet conditions, by order. @throws TooManyCourses */
export async function coursesOfBranch(
  source: Source,
  branch: BranchReading,
  { from, to }: { from: Instant | null; to: Instant | null },
  conditions: readonly Condition[],
  asOf: Instant | null = null,
): Promise<Course[]> {
  const texts = conditions.map(([sql]) => sql);
  const values = conditions.flatMap(([, ...bound]) => bound);
  const wanted = [branch.number, from ?? ALWAYS.from, to ?? ALWAYS.to, ...values];
  const found = await source.$queryRawUnsafe<{ orderKey: number }[]>(ordersWith(texts), ...wanted, MAX_COURSES + 1);
  if (found.length > MAX_COURSES) throw new TooManyCourses();
  const orders = [...new Set(found.map(({ orderKey }) => orderKey))].sort((a, b) => a - b);
  const courses: Course[] = [];
  for (let at = 0; at < orders.length; at += CHUNK_ORDERS) {
    const keys = JSON.stringify(orders.slice(at, at + CHUNK_ORDERS));
    const rows = await source.$queryRawUnsafe<CourseRow[]>(coursesOf(texts), ...wanted, keys);
    for (const order of groupBy(rows, ({ orderKey }) => orderKey).values())
      courses.push(...coursesOfOrder(order, branch, asOf));
    await yieldToOthers();
  }
  const isInBulk = await readBulks(source, branch.number, courses);
  for (const course of courses)
    if (course.exclusion === null && isInBulk(course)) {
      course.exclusion = 'bulk';
      course.times.preparation = null;
      course.isLate = false;
    }
  return courses;
}

/** SQLite answers synchronously, so awaiting its result does not yield to the event loop. */
const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The wanted courses of an order, before bulks are known. Their gaps and visit consider all of its courses. */
function coursesOfOrder(order: readonly CourseRow[], branch: BranchReading, asOf: Instant | null): Course[] {
  const known = asOf === null ? order : order.flatMap((row) => rowAsOf(row, asOf));
  const steps = known.map((row) => ({ ...row, isPresumed: row.presumedAt !== null }));
  const gaps = gapsMs(steps);
  const isVisit = order[0]?.kind === 'table' && !(asOf !== null && isStillThere(steps, branch, asOf));
  const visit = isVisit ? visitMs(steps) : null;
  const courses: Course[] = [];
  for (const [index, row] of steps.entries())
    if (row.isWanted === 1) courses.push(courseOf(row, branch, gaps[index] ?? null, isForgotten(row) ? null : visit));
  return courses;
}

/** F15f: a course as it was known then; none if it began later. */
function rowAsOf(row: CourseRow, asOf: Instant): CourseRow[] {
  if (row.beganAt > asOf) return [];
  const known = (at: Instant | null) => (at !== null && at <= asOf ? at : null);
  const closedAt = known(row.closedAt);
  return [
    {
      ...row,
      readyAt: known(row.readyAt),
      servedAt: known(row.servedAt),
      closedAt,
      closedBy: closedAt === null ? null : row.closedBy,
      presumedAt: known(row.presumedAt),
    },
  ];
}

/** F7b: whether a party was at its table then: a course was open, or its last serve was within the turn-over time. */
function isStillThere(order: readonly (CourseRow & { isPresumed: boolean })[], branch: BranchReading, asOf: Instant) {
  return order.some(({ closedAt, servedAt, isPresumed, courseNumber }) => {
    if (servedAt !== null) return asOf - servedAt < branch.reading.limitsOf(courseNumber).turnOverMs;
    return closedAt === null && !isPresumed;
  });
}

function courseOf(row: CourseRow, branch: BranchReading, gap: number | null, visit: number | null): Course {
  const { unit, limitsOf } = branch.reading;
  const { orderKey, courseNumber, round, abbreviation, kind, guests, beganAt, startedAt, readyAt, servedAt } = row;
  const expected = inSeconds(row.expectedRaw, unit);
  const exclusion = exclusionOf({
    hasStart: startedAt !== null,
    hasReady: readyAt !== null,
    isClockSkewed: row.marks.includes('"clock"'),
    isBulk: false,
  });
  const preparation = exclusion === null && readyAt !== null ? readyAt - beganAt : null;
  return {
    ...{ branch, orderKey, courseNumber, round, abbreviation, kind, guests, beganAt, readyAt, servedAt, exclusion },
    name: row.courseName,
    day: row.businessDay,
    minute: row.localMinute,
    hasStart: startedAt !== null,
    isOpen: row.closedAt === null,
    isAutoClosed: row.closedBy === 'heatlamp',
    isPresumed: row.presumedAt !== null,
    times: { preparation, passWait: passWaitMs(readyAt, servedAt), gap, visit },
    expected,
    posSeconds: inSeconds(row.posRaw, unit),
    isLate: preparation !== null && preparation > lateAfterMs(expected, limitsOf(courseNumber)),
  };
}
