import { LEFT_OUT, MEASURES, ORDER_KINDS, type OrderKind } from '../../contract/constants';
import {
  type Days,
  dayAfter,
  daysOf,
  isDay,
  lengthOf,
  PERIODS,
  type Period,
  type Span,
  spanOf,
  todayOf,
} from '../../domain/period';
import { readTicketIds } from '../../domain/ticket-ids';
import { dayMinuteText } from '../../lib/time';
import type { ManagerBranch } from './manager-branch';

export const COURSES_CSV = '/api/v1/history/courses.csv';

/** Parameters of a request to the API; null omits one. */
type Wanted = Readonly<Record<string, string | number | null>>;

/** The POS's states of a course, as in the API. */
const API_STATES = { started: 'STARTED', ready: 'READYFORPICKUP', served: 'COMPLETED' } as const;

type ProblemWhy =
  | 'branch'
  | 'period'
  | 'day'
  | 'backwards'
  | 'many'
  | 'service'
  | 'table'
  | 'text'
  | 'characters'
  | 'choice'
  | 'number'
  | 'cursor';

/** A parameter with an invalid value, and the reason. */
export type QueryProblem = { parameter: string; value: string; why: ProblemWhy };

/** The start of an invalid value, as problems show it. */
const SHOWN_LENGTH = 60;

type QueryReader = ReturnType<typeof queryReader>;

export const LATENESS = ['late', 'in-time'] as const;
const NEXT_DAY = ['yes', 'no'] as const;
export const STATES = ['started', 'ready', 'served'] as const;

/** Filters for courses, besides branch and days. Null is "any". */
export type CourseChoices = {
  service: string | null;
  /** Number of a course as text; an abbreviation is allowed too. */
  course: string | null;
  /** `12` or `12/2`. */
  table: string | null;
  kind: OrderKind | null;
  late: (typeof LATENESS)[number] | null;
  state: (typeof STATES)[number] | null;
  guests: number | null;
  /** ISO 8601, of the business day. */
  weekday: number | null;
  /** Local hour of the start. */
  hour: number | null;
  /** Began after midnight, before the cut-off of the business day. */
  nextDay: (typeof NEXT_DAY)[number] | null;
  q: string | null;
  /** Reason for being left out of the figures. */
  leftOut: (typeof LEFT_OUT)[number] | null;
  /** Measure whose value is at least `atLeast` seconds and less than `under`. */
  of: (typeof MEASURES)[number] | null;
  atLeast: number | null;
  under: number | null;
  /** Exactly these tickets, by id. */
  tickets: readonly string[] | null;
};

/** The parsed address of a manager page. */
export type PageQuery = {
  /** Null for all branches together. */
  branch: ManagerBranch | null;
  /** Of very many the first ones, and the one in the address. */
  branches: readonly ManagerBranch[];
  /** How many further branches there are. */
  unlisted: number;
  /** Null if the days were given one by one. */
  period: Period | null;
  days: Days;
  /** The period is the whole history. */
  isAlways: boolean;
  choices: CourseChoices;
  problems: readonly QueryProblem[];
};

type Defaults = {
  period: Period;
  mayAskAll: boolean;
  /** All branches together are a sum, which needs every one of them. */
  isSum?: boolean;
  unlisted?: number;
};

const MAX_TEXT_LENGTH = 200;

/**
 * Parses the address of a manager page. Invalid values are omitted and reported; the others apply. @param branches
 * those of the manager, at least one
 */
export function parsePageQuery(
  query: URLSearchParams,
  branches: readonly ManagerBranch[],
  defaults: Defaults,
): PageQuery {
  const problems: QueryProblem[] = [];
  const { unlisted = 0 } = defaults;
  const mayAskAll = defaults.mayAskAll && !(defaults.isSum && unlisted > 0);
  const reader = queryReader(query, problems);
  const { read, among } = reader;
  const readText = (parameter: string) => read(parameter, 'text', textOf);
  const whole = (parameter: string, least: number, most: number) =>
    read(parameter, 'number', (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null,
    );

  const named = read('branch', 'branch', (text) =>
    text === 'all' && mayAskAll ? ('all' as const) : (branches.find(({ number }) => String(number) === text) ?? null),
  );
  const branch = named === 'all' ? null : (named ?? branches[0] ?? null);
  const services = (branch ? [branch] : branches).flatMap((each) => each.services.map(({ name }) => name));
  const today = branches[0] ? todayOf((branch ?? branches[0]).now, branch ?? branches[0]) : '1970-01-01';
  const atLeast = whole('atLeast', 0, 999_999_999);
  const { period, days } = parseDays(query, today, defaults.period, reader, problems);

  return {
    branch,
    branches,
    unlisted,
    period,
    days,
    isAlways: period === 'all',
    choices: {
      service: read(
        'service',
        'service',
        (text) => services.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null,
      ),
      course: readText('course'),
      table: read('table', 'table', (text) => (/^-?\d{1,40}(\/-?\d{1,40})?$/.test(text) ? text : null)),
      kind: among('kind', ORDER_KINDS),
      late: among('late', LATENESS),
      state: among('state', STATES),
      guests: whole('guests', 0, 100_000),
      weekday: whole('weekday', 1, 7),
      hour: whole('hour', 0, 23),
      nextDay: among('nextDay', NEXT_DAY),
      q: readText('q'),
      leftOut: among('leftOut', LEFT_OUT),
      of: among('of', MEASURES),
      atLeast,
      under: whole('under', 1 + (atLeast ?? 0), 999_999_999),
      tickets: read('tickets', 'choice', readTicketIds),
    },
    problems,
  };
}

/** Start and end of the days as instants, in a branch. */
export function branchSpan({ days }: PageQuery, branch: ManagerBranch): Span {
  return spanOf(days, branch);
}

/** The last business day, inclusive, as people say it. */
export function lastDayOf({ end }: Days): string {
  return dayAfter(end, -1);
}

/** The requested days: `first` and `last`, both inclusive, take precedence over `period`. */
function parseDays(
  query: URLSearchParams,
  today: string,
  usual: Period,
  { read }: QueryReader,
  problems: QueryProblem[],
): { period: Period | null; days: Days } {
  const asDay = (text: string) => (isDay(text) ? text : null);
  const first = read('first', 'day', asDay);
  const last = read('last', 'day', asDay);
  const days = { first: first ?? last ?? today, end: dayAfter(last ?? first ?? today, 1) };
  if ((first || last) && lengthOf(days) > 0) return { period: null, days };
  if (first && last)
    problems.push({ parameter: 'last', value: `${query.get('first')} – ${query.get('last')}`, why: 'backwards' });
  const period = read('period', 'period', (text) => PERIODS.find((name) => name === text) ?? null) ?? usual;
  return { period, days: daysOf(period, today) };
}

function textOf(text: string): string | null {
  return text.length <= MAX_TEXT_LENGTH ? text : null;
}

/** A change of an address: null removes a parameter. */
export type Change = Readonly<Record<string, string | number | null>>;

/**
 * Address of a manager page with some options changed. Days and a period replace each other; the cursor is removed,
 * because it belongs to another list.
 */
export function addressOf(path: string, query: URLSearchParams, change: Change): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  if ('period' in change) for (const name of ['first', 'last']) next.delete(name);
  if ('first' in change || 'last' in change) next.delete('period');
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Parameters that manager pages share: branch, days and language. */
export const KEPT = ['branch', 'period', 'first', 'last', 'lang'] as const;

/** Filters that history and reports share. */
export const SHARED_FILTERS = [
  'service',
  'course',
  'table',
  'kind',
  'late',
  'state',
  'guests',
  'weekday',
  'hour',
  'nextDay',
  'q',
] as const satisfies (keyof CourseChoices)[];

/** Address of another manager page with the shared parameters. */
export function elsewhere(path: string, query: URLSearchParams, change: Change = {}): string {
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return addressOf(path, kept, change);
}

/**
 * Returns functions that read parameters of an address. A parameter that is missing, empty or invalid is null; an
 * invalid one is also added to `problems`.
 */
export function queryReader(query: URLSearchParams, problems: QueryProblem[]) {
  /** The value of a parameter; `valueFrom` returns null for an invalid text, for the reason `why`. */
  function read<Value>(parameter: string, why: ProblemWhy, valueFrom: (text: string) => Value | null): Value | null {
    const text = query.get(parameter)?.trim();
    if (!text) return null;
    // No text in PostgreSQL has this character: a query with it fails.
    const isStorable = why !== 'text' || !text.includes('\0');
    const value = isStorable ? valueFrom(text) : null;
    if (value === null)
      problems.push({ parameter, value: text.slice(0, SHOWN_LENGTH), why: isStorable ? why : 'characters' });
    return value;
  }
  return {
    read,
    among: <Value extends string>(parameter: string, values: readonly Value[]) =>
      read(parameter, 'choice', (text) => values.find((value) => value === text) ?? null),
  };
}

/** The clock times between which an hour lies; of the part before or after midnight only, until or from the cut-off. */
export function hourSpan(
  hour: number,
  nextDay: CourseChoices['nextDay'],
  branch: Pick<ManagerBranch, 'cutOffMinute'> | null | undefined,
): { from: string; to: string } {
  const from = hour * 60;
  const to = from + 60;
  const cutOff = branch?.cutOffMinute ?? 0;
  const isCut = nextDay !== null && from < cutOff && cutOff < to;
  return {
    from: dayMinuteText(isCut && nextDay === 'no' ? cutOff : from),
    to: dayMinuteText(isCut && nextDay === 'yes' ? cutOff : to % (24 * 60)),
  };
}

/** The filters of a page as parameters of the API. `branch` is null for all, `span` for no time limit. */
export function courseFilters({ choices }: PageQuery, branch: number | null, span: Span | null): Wanted {
  const { service, course, table, kind, late, state, guests, weekday, hour, nextDay, q } = choices;
  return {
    branch,
    ...spanParameters(span),
    ...{ service, course, table, guests, weekday, hour, q },
    orderKind: kind,
    late: late && String(late === 'late'),
    nextDay: nextDay && String(nextDay === 'yes'),
    state: state && API_STATES[state],
  };
}

/** A span as parameters of the API; null for no time limit. */
export function spanParameters(span: Span | null): { from: string | null; to: string | null } {
  return { from: span && new Date(span.from).toISOString(), to: span && new Date(span.to).toISOString() };
}

/** Parameters without those that are null. */
export function queryOf(wanted: Wanted): URLSearchParams {
  return new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}
