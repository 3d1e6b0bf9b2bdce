import { EXCLUSIONS, type LeftOut } from '../../contract/reports';
import type { BranchColumns } from '../reports/columns';
import type { Dictionaries } from '../reports/dictionaries';
import { EXCLUSION_OF_FLAGS } from '../reports/exclusions';
import type { ReportFilter } from '../reports/report-filter';
import { FLAG } from '../reports/report-row';
import { select } from '../reports/selection';
import type { Source } from '../sql/statements';
import type { CourseFilter, TicketKey } from './course-filter';

/** Whether a filter needs the columns of reports. */
export function needsColumns({ leftOut, took }: CourseFilter): boolean {
  return leftOut !== null || took !== null;
}

/** The newest matching courses after the cursor, and the number of all matches. */
export type Found = { keys: TicketKey[]; count: number };

/** Finds at most `limit` courses by exclusion or duration in the columns of reports. */
export async function findCourses(source: Source, filter: CourseFilter, limit: number): Promise<Found> {
  const { parts, cache } = await select(source, reportFilterOf(filter));
  const [part] = parts;
  if (!part) return { keys: [], count: 0 };
  const { columns } = part;
  const fits = conditionOf(filter, columns);
  const named = filter.tickets && new Set(filter.tickets.map(String));
  const isNamed = (row: number) => named === null || named.has(String(keyOf(row, columns, cache.dictionaries)));
  const rows = part.rows.filter((row) => fits(row) && isNamed(row));
  if (limit === 0) return { keys: [], count: rows.length };
  const newest = newestOf(rows, columns.columns.beganAt, filter.cursor?.beganAt ?? Number.POSITIVE_INFINITY, limit);
  const keys = newest
    .map((row) => ({ beganAt: columns.columns.beganAt[row] as number, key: keyOf(row, columns, cache.dictionaries) }))
    .sort((a, b) => b.beganAt - a.beganAt || compareKeys(b.key, a.key))
    .filter(({ beganAt, key }) => isAfter(filter.cursor, beganAt, key));
  return { keys: keys.slice(0, limit).map(({ key }) => key), count: rows.length };
}

function reportFilterOf({ branch, now, ...filter }: CourseFilter): ReportFilter {
  const { from, to, course, table, service, orderKind, weekday, hour, nextDay, guests, state, late, q } = filter;
  const filters = { from, to, course, table, service, orderKind, weekday, hour, nextDay, guests, state, late, q };
  return { branches: [branch], ...filters, now: { [branch]: now } };
}

function conditionOf({ leftOut, took }: CourseFilter, { columns }: BranchColumns): (row: number) => boolean {
  const { flags } = columns;
  const isLeftOut = leftOut === null ? () => true : (row: number) => isLeftOutFor(leftOut, flags[row] as number);
  if (took === null) return isLeftOut;
  const { atLeastMs, underMs } = took;
  const min = atLeastMs ?? Number.NEGATIVE_INFINITY;
  const under = underMs ?? Number.POSITIVE_INFINITY;
  const lengths = columns[took.of];
  return (row) => {
    const ms = lengths[row] as number;
    return ms >= min && ms < under && isLeftOut(row);
  };
}

function isLeftOutFor(why: LeftOut, flags: number): boolean {
  if (why === 'auto-closed') return (flags & FLAG.autoClosed) !== 0;
  if (why === 'presumed-served') return (flags & FLAG.presumed) !== 0;
  return EXCLUSION_OF_FLAGS[flags] === 1 + EXCLUSIONS.indexOf(why);
}

/**
 * The newest rows that began at `until` or before: at least `limit`, and all that share the instant of the last one.
 * Sorts at most four times as many rows as it returns.
 */
function newestOf(rows: Int32Array, beganAt: Float64Array, until: number, limit: number): number[] {
  const ties: number[] = [];
  let newest: number[] = [];
  let edge = Number.NEGATIVE_INFINITY;
  let room = 4 * limit;
  const cut = () => {
    newest.sort((a, b) => (beganAt[b] as number) - (beganAt[a] as number));
    edge = beganAt[newest[limit - 1] ?? -1] ?? edge;
    newest = newest.filter((row) => (beganAt[row] as number) >= edge);
    room = Math.max(4 * limit, 2 * newest.length);
  };
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const began = beganAt[row] as number;
    if (began === until) ties.push(row);
    if (began >= until || began < edge) continue;
    newest.push(row);
    if (newest.length > room) cut();
  }
  cut();
  return [...ties, ...newest];
}

/** The key of a row. Its round is its position among the adjacent rows of the same order and course. */
function keyOf(row: number, { columns }: BranchColumns, { courses }: Dictionaries): TicketKey {
  const { orderKey, course } = columns;
  let round = 1;
  while (row - round >= 0 && orderKey[row - round] === orderKey[row] && course[row - round] === course[row]) round += 1;
  return [orderKey[row] as number, courses.entries[course[row] as number] ?? 0, round];
}

function compareKeys(a: TicketKey, b: TicketKey): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function isAfter(cursor: CourseFilter['cursor'], beganAt: number, key: TicketKey): boolean {
  if (!cursor || beganAt < cursor.beganAt) return true;
  return beganAt === cursor.beganAt && compareKeys(key, [cursor.orderKey, cursor.courseNumber, cursor.round]) < 0;
}
