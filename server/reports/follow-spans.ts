import { groupBy } from '../../lib/group';
import type { BranchReading } from '../sql/branch-readings';
import { type Int, int } from '../sql/int';
import { CHANGED_ORDERS } from '../sql/report-statements';
import type { Source } from '../sql/statements';
import type { CachedSpan } from './cached-spans';
import { readOrders } from './read-spans';
import type { ReportRow } from './report-row';
import { areStepsIn, isNear } from './step-windows';

/** Beyond this number of changed orders, reading a span again is as fast. */
const MAX_CHANGED_ORDERS = 20_000;

/** Applies to spans what has changed in their branches since. Returns those that must be read again. */
export async function followSpans(
  source: Source,
  spans: readonly CachedSpan[],
  readings: ReadonlyMap<number, BranchReading>,
): Promise<ReadonlySet<CachedSpan>> {
  const outdated = new Set<CachedSpan>();
  const behind: CachedSpan[] = [];
  for (const one of spans) {
    const branch = readings.get(one.branch);
    if (branch?.epoch !== one.epoch || branch.version < one.version) outdated.add(one);
    else if (branch.version > one.version) behind.push(one);
  }
  const changed = await changedOrders(source, behind);
  for (const one of behind) {
    const orders = changed.get(one) ?? [];
    if (orders.length > MAX_CHANGED_ORDERS || !(await replaceOrders(source, one, orders))) outdated.add(one);
    // Rows may be newer than this version, never older: changes after it are read again next time.
    else one.version = readings.get(one.branch)?.version ?? one.version;
  }
  for (const { branch, columns } of spans) columns.setCalendar(readings.get(branch) as BranchReading);
  return outdated;
}

async function changedOrders(source: Source, behind: readonly CachedSpan[]): Promise<Map<CachedSpan, number[]>> {
  if (behind.length === 0) return new Map();
  const asked = JSON.stringify(behind.map(({ branch, version }, index) => [index, branch, version]));
  const rows = await source.$queryRawUnsafe<{ span: Int; orderKey: number }[]>(CHANGED_ORDERS, asked);
  const orders = groupBy(rows, ({ span }) => behind[int(span)] as CachedSpan);
  return new Map([...orders].map(([one, ofSpan]) => [one, ofSpan.map(({ orderKey }) => orderKey)]));
}

/** Replaces changed orders that concern a span. False if other orders may now concern it too. */
async function replaceOrders(source: Source, one: CachedSpan, orders: readonly number[]): Promise<boolean> {
  const rowsOf = groupBy(await readOrders(source, orders), ({ orderKey }) => orderKey);
  const isOwn = ({ beganAt }: ReportRow) => beganAt >= one.from && beganAt < one.to;
  const rows: ReportRow[] = [];
  const keys = orders.filter((key) => {
    const ofOrder = rowsOf.get(key) ?? [];
    const isConcerned = one.columns.hasOrder(key) || ofOrder.some((row) => isOwn(row) || isNear(row, one.windows));
    if (isConcerned) rows.push(...ofOrder);
    return isConcerned;
  });
  if (rows.some((row) => isOwn(row) && !areStepsIn(row, one.windows))) return false;
  one.columns.replace(keys, rows);
  return true;
}
