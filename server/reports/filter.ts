import type { OrderKind } from '../../contract/constants';
import type { Instant } from '../../domain/fact';
import { inSeconds } from '../../domain/preparation-unit';
import { NO_SERVICE } from '../../domain/services';
import { DAY_MINUTES } from '../../lib/time';
import { type BranchReading, servicesOf } from '../sql/load-statements';
import { type Condition, equals, textCondition } from '../sql/statements';

/** The courses that a filter selects: those of a number, or those with an abbreviation, in any case. */
type CourseChoice = { number: number } | { abbreviation: string };

/** The courses that history and reports cover. A member that is null does not restrict them. */
export type CourseConditions = {
  /** Half-open range of the start of courses, POS time. */
  from: Instant | null;
  to: Instant | null;
  /** A number or an abbreviation. */
  course: string | null;
  table: { number: string; subNumber: string | null } | null;
  /** By name; `none` for courses before the first service of the day. */
  service: string | null;
  orderKind: OrderKind | null;
  /** ISO weekday of the business day: 1 for Monday to 7. */
  weekday: number | null;
  /** On the branch's wall clock, 0 to 23. */
  hour: number | null;
  /** Began after midnight, before the cut-off of the business day. */
  nextDay: boolean | null;
  guests: number | null;
  state: 'started' | 'ready' | 'served' | null;
  late: boolean | null;
  /** Text in the table, the order number or the name. */
  q: string | null;
};

/** The courses that a report covers. */
export type ReportFilter = CourseConditions & {
  branches: readonly number[];
  /** The current POS time of each branch, by which a course that is still cooking is late or not. */
  now: Readonly<Record<number, Instant>>;
  /** F15f: the POS time of a branch as of which its courses are looked at; omitted for all that is known. */
  asOf?: Readonly<Record<number, Instant | null>>;
};

/** A filter that matches every course of these branches. */
export function everyCourse(branches: readonly number[]): ReportFilter {
  return {
    branches,
    from: null,
    to: null,
    course: null,
    table: null,
    service: null,
    orderKind: null,
    weekday: null,
    hour: null,
    nextDay: null,
    guests: null,
    state: null,
    late: null,
    q: null,
    now: {},
  };
}

const STATES = {
  started: 't."servedAt" IS NULL AND t."readyAt" IS NULL',
  ready: 't."servedAt" IS NULL AND t."readyAt" IS NOT NULL',
  served: 't."servedAt" IS NOT NULL',
} as const;

/** ISO weekday of the business day: Julian day numbers are divisible by 7 on Mondays. */
const WEEKDAY = `(CAST(julianday(t."businessDay") + 0.5 AS INTEGER) % 7 + 1)`;

/** The SQL conditions of a filter for the courses of a branch, without range. `now` is the branch's POS time. */
export function conditionsOf(filter: CourseConditions, branch: BranchReading, now: Instant | undefined): Condition[] {
  const conditions: Condition[] = [];
  if (filter.course !== null) conditions.push(courseCondition(filter.course));
  if (filter.table) conditions.push(['o."tableNumber" = ?', filter.table.number]);
  if (filter.table?.subNumber) conditions.push(['o."tableSubNumber" = ?', filter.table.subNumber]);
  if (filter.service !== null) conditions.push(serviceCondition(filter.service, branch));
  if (filter.orderKind !== null) conditions.push(['o."kind" = ?', filter.orderKind]);
  if (filter.state !== null) conditions.push([STATES[filter.state]]);
  if (filter.late !== null) conditions.push(lateCondition(filter.late, now, branch));
  if (filter.guests !== null) conditions.push(['o."guests" = ?', filter.guests]);
  if (filter.weekday !== null) conditions.push([`${WEEKDAY} = ?`, filter.weekday]);
  if (filter.hour !== null) conditions.push(['t."localMinute" / 60 = ?', filter.hour]);
  if (filter.nextDay !== null)
    conditions.push([`t."localMinute" ${filter.nextDay ? '<' : '>='} ?`, branch.cutOffMinute]);
  if (filter.q !== null) conditions.push(textCondition(filter.q));
  return conditions;
}

function courseCondition(course: string): Condition {
  const choice = courseChoice(course);
  if ('number' in choice) return ['t."courseNumber" = ?', choice.number];
  return equals('t."abbreviation"', choice.abbreviation);
}

function serviceCondition(name: string, branch: BranchReading): Condition {
  const services = servicesOf(branch);
  const named = services.find((service) => service.name.toLowerCase() === name.toLowerCase());
  const none = { from: 0, until: name === NO_SERVICE ? (services[0]?.from ?? 0) : 0 };
  const { from, until } = named ?? none;
  const intoDay = `(t."localMinute" - ${branch.cutOffMinute} + ${DAY_MINUTES}) % ${DAY_MINUTES}`;
  return [`${intoDay} BETWEEN ? AND ?`, from, until - 1];
}

/**
 * F11: whether a course became ready after the cooking limit, or still cooks and has reached it; rounded to ms like the
 * limits. Without `now`, none that still cooks is late.
 */
function lateCondition(late: boolean, now: Instant | undefined, branch: BranchReading): Condition {
  const { unit, limitsOf } = branch.reading;
  const secondsPerRaw = inSeconds(1, unit);
  const limitOf = (course: number) => {
    const { latePercent, fallbackLateMs } = limitsOf(course);
    const expected =
      secondsPerRaw === null ? null : `round(CAST(t."expectedRaw" AS BIGINT) * ${secondsPerRaw * 10 * latePercent})`;
    return expected === null
      ? `${fallbackLateMs}`
      : `CASE WHEN t."expectedRaw" > 0 THEN ${expected} ELSE ${fallbackLateMs} END`;
  };
  // All courses without settings of their own share the same limits.
  const own = [
    ...new Set(
      branch.settings.flatMap(({ branch: of, course }) => (of === branch.number && course !== null ? [course] : [])),
    ),
  ];
  const other = 1 + Math.max(0, ...own);
  const cases = own.map((course) => `WHEN ${course} THEN ${limitOf(course)}`).join(' ');
  const limit = own.length === 0 ? limitOf(other) : `CASE t."courseNumber" ${cases} ELSE ${limitOf(other)} END`;
  // One ms more: a course that still cooks exactly at its limit is late, one that became ready then was not.
  const stillCooks = now === undefined ? 'NULL' : `CASE WHEN t."closedAt" IS NULL THEN ${Math.round(now) + 1} END`;
  const until = `coalesce(t."readyAt", ${stillCooks})`;
  const isLate = `(t."startedAt" IS NOT NULL AND ${until} IS NOT NULL AND ${until} - t."startedAt" > ${limit})`;
  return [late ? isLate : `NOT ${isLate}`];
}

/**
 * F17: reads `course`. A number is that of a course even if another one has it as its abbreviation, because the links of
 * a report name their course by number.
 */
function courseChoice(text: string): CourseChoice {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  const isInt32 = (number | 0) === number;
  return isInt32 ? { number } : { abbreviation: text };
}
