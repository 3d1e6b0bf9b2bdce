import type { BranchReading } from '../sql/branch-readings';
import { textCondition } from '../sql/conditions';
import { ordersWith } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import { type CachedColumns, currentColumns } from './column-cache';
import type { BranchColumns } from './columns';
import { conditionsOf, type RowCondition } from './conditions';
import type { ReportFilter } from './report-filter';

/** The courses of a branch that a filter selects, as ascending rows of its columns. */
export type BranchSelection = { branch: BranchReading; columns: BranchColumns; rows: Int32Array };

export type Selection = { parts: readonly BranchSelection[]; count: number; cache: CachedColumns };

type CachedSelection = { key: string; changes: string; parts: readonly BranchSelection[] };

/** A page sends several queries with one filter. */
const MAX_CACHED = 4;
const cachedSelections = new WeakMap<Source, CachedSelection[]>();

/** The courses that a filter selects. Use them synchronously, because the columns change. */
export async function select(source: Source, filter: ReportFilter): Promise<Selection> {
  const found = filter.q === null ? null : await ordersWithText(source, filter.branches, filter.q);
  const cache = await currentColumns(source);
  const { now, ...rest } = filter;
  const key = JSON.stringify(filter.late === null ? rest : { ...rest, now });
  const changes = changesOf(cache, filter.branches);
  const before = cachedSelections.get(source) ?? [];
  const known = before.find((one) => one.key === key && one.changes === changes);
  const parts = known?.parts ?? filter.branches.flatMap((number) => partOf(cache, filter, number, found));
  cachedSelections.set(source, [
    { key, changes, parts },
    ...before.filter((one) => one !== known && one.changes === changes).slice(0, MAX_CACHED - 1),
  ]);
  return { parts, count: parts.reduce((sum, { rows }) => sum + rows.length, 0), cache };
}

/** Everything besides the filter that a result depends on: settings, unit, calendar and the names of branches. */
function changesOf({ branches, readings }: CachedColumns, numbers: readonly number[]): string {
  return JSON.stringify(
    numbers.map((number) => {
      const reading = readings.get(number);
      const { name, settings, cutOffMinute } = reading ?? {};
      return [branches.get(number)?.changes, name, settings, reading?.reading.unit, cutOffMinute];
    }),
  );
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
  { branches, readings, dictionaries }: CachedColumns,
  filter: ReportFilter,
  number: number,
  found: ReadonlySet<number> | null,
): BranchSelection[] {
  const branch = readings.get(number);
  const columns = branches.get(number);
  if (!branch || !columns) return [];
  const conditions = conditionsOf(filter, branch, columns.columns, dictionaries);
  if (found) conditions.push((row) => found.has(columns.columns.orderKey[row] as number));
  const rows = conditions.reduce(onlyMeeting, rowsBegun(columns, filter));
  return [{ branch, columns, rows }];
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
