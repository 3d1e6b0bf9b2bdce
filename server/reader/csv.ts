import { stringify } from 'csv-stringify/sync';
import { EXCLUSIONS, MEASURES } from '../../contract/constants';
import type { HistoryCourse } from '../../contract/history';
import type { InstantText, Ticket } from '../../contract/live';
import type { GroupFigures, Spread } from '../../contract/reports';
import { wallText } from '../../domain/business-day';
import { type Instant, toIso } from '../../domain/fact';
import type { CourseCursor, CourseFilter } from '../history/course-filter';
import { historyPage } from '../history/list-courses';
import type { ReportFilter } from '../reports/filter';
import type { Grouping } from '../reports/groups';
import { readCourses } from '../reports/read-courses';
import { figuresBy } from '../reports/summary';
import type { Source } from '../sql/statements';

export type Cell = string | number | null | undefined;

/**
 * The places of a text where a formula may begin: its own beginning, and after what separates cells and rows for a
 * spreadsheet that reads the file with semicolons, as most do in Europe, and so takes no quotes for those of the file. It
 * takes a pair of quotes there for an empty text, to which what follows is added. The last four are `=`, `+`, `-` and `@`
 * in full width.
 */
const FORMULA = /(^|[;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Spreadsheets skip such a character before a formula. */
const LEADING_SPACE = /^(?=[\t\r\n])/;

/** Rows of a table as CSV. Guests may type formulas as names: an apostrophe keeps spreadsheets from running them. */
export function csvText(rows: readonly (readonly Cell[])[]): Uint8Array {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)));
  return Buffer.from(stringify(cells, { record_delimiter: 'windows', quote_record_delimiter: true }));
}

function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "$1'").replace(LEADING_SPACE, "'");
}

/** A part of courses.csv, and where the next one begins; null after the last. */
type CsvSlice = { csv: Uint8Array; next: CourseCursor | null };

/** The courses of a page as CSV, the first page with the header. */
export async function coursesCsv(
  source: Source,
  { filter, timeZone }: { filter: CourseFilter; timeZone: string },
): Promise<CsvSlice> {
  const { courses, next } = await historyPage(source, filter);
  const header = filter.cursor === null ? [COURSE_NAMES] : [];
  return { csv: csvText([...header, ...courses.map((course) => courseCells(course, timeZone))]), next };
}

type CourseColumn = readonly [name: string, cellOf: (course: HistoryCourse, timeZone: string) => Cell];

/**
 * The columns of courses.csv: the members of Ticket, flattened; then its steps in the branch's local time, and the
 * business day.
 */
const COURSE_COLUMNS: readonly CourseColumn[] = [
  ...column('id', 'branch', 'orderKind', 'orderId', 'orderYear', 'orderNumber', 'ticketNumber'),
  ['table.number', ({ ticket }) => ticket.table?.number],
  ['table.subNumber', ({ ticket }) => ticket.table?.subNumber],
  ['table.name', ({ ticket }) => ticket.table?.name],
  ['table.guests', ({ ticket }) => ticket.table?.guests],
  ['course.number', ({ ticket }) => ticket.course.number],
  ['course.name', ({ ticket }) => ticket.course.name],
  ['course.abbreviation', ({ ticket }) => ticket.course.abbreviation],
  ['course.sequence', ({ ticket }) => ticket.course.sequence],
  ...column(
    'round',
    'state',
    'startedAt',
    'readyAt',
    'servedAt',
    'closedAt',
    'closedBy',
    'expectedSeconds',
    'posSeconds',
    'measuredSeconds',
    'warnAt',
    'lateAt',
    'veryLateAt',
  ),
  ['claim.by.id', ({ ticket }) => ticket.claim?.by.id],
  ['claim.by.name', ({ ticket }) => ticket.claim?.by.name],
  ['claim.at', ({ ticket }) => ticket.claim?.at],
  ['collected.by.id', ({ ticket }) => ticket.collected?.by.id],
  ['collected.by.name', ({ ticket }) => ticket.collected?.by.name],
  ['collected.at', ({ ticket }) => ticket.collected?.at],
  ['presumedServed.at', ({ ticket }) => ticket.presumedServed?.at],
  ['presumedServed.reason', ({ ticket }) => ticket.presumedServed?.reason],
  ['hiddenOn', ({ ticket }) => ticket.hiddenOn.join(' ')],
  ['marks', ({ ticket }) => ticket.marks.join(' ')],
  ['changes.tableFrom.number', ({ ticket }) => ticket.changes.tableFrom?.number],
  ['changes.tableFrom.subNumber', ({ ticket }) => ticket.changes.tableFrom?.subNumber],
  ['changes.nameFrom', ({ ticket }) => ticket.changes.nameFrom],
  ['changes.guestsFrom', ({ ticket }) => ticket.changes.guestsFrom],
  ...column('version'),
  ...(['startedAt', 'readyAt', 'servedAt', 'closedAt'] as const).map(
    (step): CourseColumn => [`${step}.local`, ({ ticket }, timeZone) => localTime(ticket[step], timeZone)],
  ),
  ['timeZone', (_course, timeZone) => timeZone],
  ['businessDay', ({ businessDay }) => businessDay],
];

const COURSE_NAMES: readonly string[] = COURSE_COLUMNS.map(([name]) => name);

/** The cells of a course in courses.csv, in the order of these columns. */
function courseCells(course: HistoryCourse, timeZone: string): Cell[] {
  return COURSE_COLUMNS.map(([, cellOf]) => cellOf(course, timeZone));
}

function localTime(at: InstantText | null, timeZone: string): string | null {
  return at === null ? null : wallText(Date.parse(at), timeZone);
}

type FlatMember = {
  [Member in keyof Ticket]: Ticket[Member] extends string | number | null ? Member : never;
}[keyof Ticket];

function column(...members: FlatMember[]): CourseColumn[] {
  return members.map((member) => [member, ({ ticket }) => ticket[member]]);
}

type SummaryTable = { filter: ReportFilter; groupBy: Grouping; timeZone: string };

/** The figures of all courses, then those of each group, as CSV with a header. @throws TooManyCourses */
export async function summaryCsv(source: Source, { filter, groupBy, timeZone }: SummaryTable): Promise<Uint8Array> {
  const { courses } = await readCourses(source, filter);
  const rows = [];
  for (const grouping of new Set<Grouping>(['none', groupBy])) {
    const groups = figuresBy(courses, grouping);
    const scope = { groupBy: grouping, from: filter.from, to: filter.to, timeZone };
    rows.push(...groups.map((group) => summaryCells(group, scope)));
  }
  return csvText([SUMMARY_NAMES, ...rows]);
}

/** The values that all rows of a grouping in summary.csv share. */
type SummaryScope = { groupBy: string; from: Instant | null; to: Instant | null; timeZone: string };

const SPREAD = ['n', 'p50', 'p80', 'p95', 'mean', 'max'] as const satisfies (keyof Spread)[];

type SummaryColumn = readonly [name: string, cellOf: (group: GroupFigures, of: SummaryScope) => Cell];

/** The columns of summary.csv: the members of a group, flattened, in seconds, and the days that it covers. */
const SUMMARY_COLUMNS: readonly SummaryColumn[] = [
  ['groupBy', (_group, { groupBy }) => groupBy],
  ['key', ({ key }) => key],
  ['label', ({ label }) => label],
  ['count', ({ count }) => count],
  ['measured', ({ measured }) => measured],
  ...MEASURES.flatMap((measure) =>
    SPREAD.map((name): SummaryColumn => [`${measure}.${name}`, (group) => rounded(group[measure]?.[name] ?? null)]),
  ),
  ['expected', ({ expected }) => rounded(expected)],
  // Not rounded: one of 30,000 is not none.
  ['lateRate', ({ lateRate }) => lateRate],
  ...EXCLUSIONS.map((reason): SummaryColumn => [`excluded.${reason}`, ({ excluded }) => excluded[reason] ?? 0]),
  ['serves.n', ({ serves }) => serves.n],
  ['serves.pressed', ({ serves }) => serves.pressed],
  ['from', (_group, { from }) => toIso(from)],
  ['to', (_group, { to }) => toIso(to)],
  ['from.local', (_group, { from, timeZone }) => (from === null ? null : wallText(from, timeZone))],
  ['to.local', (_group, { to, timeZone }) => (to === null ? null : wallText(to, timeZone))],
  ['timeZone', (_group, { timeZone }) => timeZone],
];

const SUMMARY_NAMES: readonly string[] = SUMMARY_COLUMNS.map(([name]) => name);

/** The cells of a group in summary.csv, in the order of these columns. */
function summaryCells(group: GroupFigures, of: SummaryScope): Cell[] {
  return SUMMARY_COLUMNS.map(([, cellOf]) => cellOf(group, of));
}

/** Rounds to a tenth of a second. */
function rounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 10) / 10;
}
