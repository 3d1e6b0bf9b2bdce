import { localMinute } from '../../domain/business-day';
import { DAY_MS } from '../../lib/time';
import { createRandom } from '../pos-simulator/random';

/** Options of a history. If `years` is null, it is as long as branches of usual size need for the courses. */
export type HistoryOptions = {
  /** Total number of courses; each round counts. */
  courses: number;
  years: number | null;
  branches: number;
  seed: number;
  /** The last business day, `2026-06-19`. */
  until: string;
};

/** A lunch or a dinner of one branch. */
export type PlannedService = {
  branch: number;
  /** The business day, `2026-06-19`. */
  day: string;
  meal: 'lunch' | 'dinner';
  /** Opening time (epoch ms), and the offset of every time stamp. */
  opensAt: number;
  offset: string;
  /** Period in which parties arrive. */
  minutes: number;
  tables: number;
  /** Exact number of courses. */
  courses: number;
};

/** The time zone of the branches, independent of this machine's, and its offsets in minutes. */
export const TIME_ZONE = 'Europe/Amsterdam';
const OFFSETS = { '+01:00': 60, '+02:00': 120 };
/** Courses of an average day of a branch of usual size. */
const USUAL_COURSES_PER_DAY = 250;
const DAYS_PER_YEAR = 365.25;

const BRANCH_SIZES = [1.2, 1, 0.7, 1.1];
/** Monday first. */
const DINNER_WEEK = [0.55, 0.65, 0.75, 0.9, 1.35, 1.5, 1];
const LUNCH_WEEK = [0.35, 0.35, 0.38, 0.4, 0.5, 0.6, 0.58];
/** January first. */
const SEASONS = [0.85, 0.85, 0.95, 1, 1.05, 1.1, 1.1, 1.05, 1, 0.95, 1, 1.25];
/** Every third branch is closed on Mondays, and all branches on these days. */
const CLOSED_DAYS = new Set(['12-25', '01-01']);
const MEALS = {
  lunch: { opensMinute: 11 * 60 + 30, minutes: 165, week: LUNCH_WEEK },
  dinner: { opensMinute: 17 * 60, minutes: 270, week: DINNER_WEEK },
} as const;
const MIN_TABLES = 10;
/** In the busiest service of a branch. */
export const COURSES_PER_TABLE = 6;

/**
 * Plans the services of a history, day by day: busy Saturdays, quiet Mondays, branches of different size. Their courses
 * add up exactly. The same options produce the same plan.
 */
export function planServices(options: HistoryOptions): PlannedService[] {
  const random = createRandom(options.seed);
  const drafts = draftServices(options).map((draft) => ({ ...draft, weight: draft.weight * (0.85 + random() * 0.3) }));
  const total = drafts.reduce((sum, { weight }) => sum + weight, 0);
  let cumulativeWeight = 0;
  let assigned = 0;
  const services = drafts.map(({ weight, ...draft }) => {
    cumulativeWeight += weight;
    const courses = Math.round((options.courses * cumulativeWeight) / total) - assigned;
    assigned += courses;
    return { ...draft, courses };
  });

  const busiest = new Map<number, number>();
  for (const { branch, courses } of services) busiest.set(branch, Math.max(courses, busiest.get(branch) ?? 0));
  return services
    .filter(({ courses }) => courses > 0)
    .map((service) => ({
      ...service,
      ...opening(service),
      minutes: MEALS[service.meal].minutes,
      tables: Math.max(MIN_TABLES, Math.ceil((busiest.get(service.branch) ?? 0) / COURSES_PER_TABLE)),
    }));
}

type Draft = Pick<PlannedService, 'branch' | 'day' | 'meal'> & { weight: number };

function draftServices({ courses, years, branches, until }: HistoryOptions): Draft[] {
  const usualDays = courses / (USUAL_COURSES_PER_DAY * branches);
  const days = Math.max(1, Math.ceil(years === null ? usualDays : years * DAYS_PER_YEAR));
  const last = Date.parse(until);
  const drafts = Array.from({ length: days }, (_, index) => last - (days - 1 - index) * DAY_MS).flatMap((day) =>
    Array.from({ length: branches }, (_, index) => index + 1)
      .filter((branch) => isOpen(day, branch))
      .flatMap((branch) => [draftService(day, branch, 'lunch'), draftService(day, branch, 'dinner')]),
  );
  // A single day on which all branches are closed still needs a service for the courses.
  return drafts.length > 0 ? drafts : [draftService(last, 1, 'dinner')];
}

function draftService(day: number, branch: number, meal: PlannedService['meal']): Draft {
  const date = new Date(day);
  const size = BRANCH_SIZES[(branch - 1) % BRANCH_SIZES.length] ?? 1;
  const weekday = MEALS[meal].week[(date.getUTCDay() + 6) % 7] ?? 1;
  const season = SEASONS[date.getUTCMonth()] ?? 1;
  return { branch, day: date.toISOString().slice(0, 10), meal, weight: size * weekday * season };
}

function isOpen(day: number, branch: number): boolean {
  const date = new Date(day);
  const isRestDay = branch % 3 === 0 && date.getUTCDay() === 1;
  return !isRestDay && !CLOSED_DAYS.has(date.toISOString().slice(5, 10));
}

/** The opening time in local time. Clock changes happen before opening, so the offset is that of the whole service. */
function opening({ day, meal }: Pick<PlannedService, 'day' | 'meal'>): Pick<PlannedService, 'opensAt' | 'offset'> {
  const { opensMinute } = MEALS[meal];
  for (const [offset, minutes] of Object.entries(OFFSETS)) {
    const opensAt = Date.parse(day) + (opensMinute - minutes) * 60_000;
    if (localMinute(opensAt, TIME_ZONE) === opensMinute) return { opensAt, offset };
  }
  throw new RangeError(`${TIME_ZONE} has an unknown offset on ${day}`);
}
