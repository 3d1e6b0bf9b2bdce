import type { BranchReading } from '../sql/branch-readings';
import { textCondition } from '../sql/conditions';
import { ordersWith } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { type CurrentColumns, currentColumns, spanOf } from './column-cache';
import type { BranchColumns } from './columns';
import { conditionsOf, type RowCondition } from './conditions';
import type { ReportFilter } from './report-filter';

/** The courses of a branch that a filter selects, as ascending rows of its columns. */
export type BranchSelection = { branch: BranchReading; columns: BranchColumns; rows: Int32Array };

export type Selection = { parts: readonly BranchSelection[]; count: number; cache: CurrentColumns };

/** `changes` are those of the columns of each part. */
type CachedSelection = Omit<Selection, 'cache'> & { key: string; changes: readonly number[] };

/** A page sends several queries with one filter. */
const MAX_CACHED = 4;
const cachedSelections = new WeakMap<Source, CachedSelection[]>();

/** The courses that a filter selects. Use them synchronously, because the columns change. @throws TooManyCourses */
export async function select(source: Source, filter: ReportFilter): Promise<Selection> {
  const found = filter.q === null ? null : await ordersWithText(source, filter.branches, filter.q);
  const spans = filter.branches.map((branch) => spanOf(branch, filter));
  const cache = await currentColumns(source, spans);
  const key = keyOf(filter, found, cache);
  const current = (cachedSelections.get(source) ?? []).filter((one) => isCurrent(one, cache));
  const { parts, count } = current.find((one) => one.key === key) ?? selectFrom(cache, filter, found);
  const changes = parts.map(({ columns }) => columns.changes);
  const others = current.filter((one) => one.key !== key).slice(0, MAX_CACHED - 1);
  let room = cache.mostCourses - count;
  const kept = others.filter((one) => {
    room -= one.count;
    return room >= 0;
  });
  cachedSelections.set(source, [{ key, changes, parts, count }, ...kept]);
  return { parts, count, cache };
}

function isCurrent({ parts, changes }: CachedSelection, cache: CurrentColumns): boolean {
  return parts.every(({ columns }, part) => columns.changes === changes[part] && cache.has(columns));
}

/**
 * Everything besides the courses that a result depends on: filter, settings, units, calendars and names of branches. Of
 * the orders with a text their number suffices: while no course changes, names are only erased.
 */
function keyOf(filter: ReportFilter, found: ReadonlySet<number> | null, { readings }: CurrentColumns): string {
  const { now, ...rest } = filter;
  const branches = filter.branches.map((number) => {
    const { name, reading, cutOffMinute } = readings.get(number) ?? {};
    return [name, reading?.unit, cutOffMinute];
  });
  const [any] = readings.values();
  return JSON.stringify([filter.late === null ? rest : filter, found?.size, branches, any?.settings]);
}

function selectFrom(cache: CurrentColumns, filter: ReportFilter, found: ReadonlySet<number> | null) {
  const parts = filter.branches.flatMap((number, index) => {
    const branch = cache.readings.get(number);
    const columns = cache.columns[index];
    return branch && columns ? [partOf(cache, filter, branch, columns, found)] : [];
  });
  return { parts, count: parts.reduce((sum, { rows }) => sum + rows.length, 0) };
}

async function ordersWithText(source: Source, branches: readonly number[], q: string): Promise<ReadonlySet<number>> {
  const [condition, ...values] = textCondition(q);
  const found = new Set<number>();
  for (const branch of branches) {
    const rows = await source.$queryRawUnsafe<{ key: number }[]>(ordersWith(condition), branch, ...values);
    for (const { key } of rows) found.add(key);
  }
  return found;
}

function partOf(
  { dictionaries }: CurrentColumns,
  filter: ReportFilter,
  branch: BranchReading,
  columns: BranchColumns,
  found: ReadonlySet<number> | null,
): BranchSelection {
  const conditions = conditionsOf(filter, branch, columns.columns, dictionaries);
  if (found) conditions.push((row) => found.has(columns.columns.orderKey[row] as number));
  return { branch, columns, rows: conditions.reduce(onlyMeeting, rowsBegun(columns, filter)) };
}

function rowsBegun({ columns: { beganAt }, count }: BranchColumns, { from, to }: ReportFilter): Int32Array {
  const since = from ?? Number.NEGATIVE_INFINITY;
  const until = to ?? Number.POSITIVE_INFINITY;
  const isBegun = (row: number) => (beganAt[row] as number) >= since && (beganAt[row] as number) < until;
  // Orders are mostly sorted by time, so the selected rows lie together.
  let first = 0;
  let end = count;
  while (first < end && !isBegun(first)) first += 1;
  while (end > first && !isBegun(end - 1)) end -= 1;
  const rows = new Int32Array(end - first);
  let selected = 0;
  for (let row = first; row < end; row += 1) {
    if (!isBegun(row)) continue;
    rows[selected] = row;
    selected += 1;
  }
  return selected < rows.length ? rows.slice(0, selected) : rows;
}

function onlyMeeting(rows: Int32Array, isMet: RowCondition): Int32Array {
  return rows.filter((row) => isMet(row));
}
