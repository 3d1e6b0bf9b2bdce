import { addSpan, BULK_STEPS, BULK_WITHIN_MS, bulkSpans, isWithin, type Span } from '../../domain/bulk';
import type { Columns } from './allocate-columns';
import { preparationMs } from './exclusions';
import { FLAG } from './report-row';

type Courses = { columns: Columns; count: number };

/** Instants of steps that were added, removed or changed. */
export type Touched = Set<number>;

const STEPS = [
  ['readyAt', FLAG.completedInBulk],
  ['servedAt', FLAG.servedInBulk],
] as const;

/** Adds the instants of the completions and serves of the rows `from` to `until` to `touched`. */
export function touchedBy({ columns }: Courses, from: number, until: number, touched: Touched): void {
  for (const [step] of STEPS)
    for (let row = from; row < until; row += 1) {
      const at = columns[step][row] as number;
      if (!Number.isNaN(at)) touched.add(at);
    }
}

/** F14: marks courses that were completed or served in bulk; with `touched` only those near a change. */
export function markBulks({ columns, count }: Courses, touched: Touched | null): void {
  // A change affects steps within five seconds of it, and those depend on steps another five seconds away.
  const marked = touched && spansAround(touched, BULK_WITHIN_MS);
  const searched = touched && spansAround(touched, 2 * BULK_WITHIN_MS);
  for (const [step, flag] of STEPS) {
    const at = columns[step].subarray(0, count);
    const bulks = bulksOf(at, columns.orderKey, searched);
    for (let row = 0; row < count; row += 1) {
      const instant = at[row] as number;
      if (marked && !isNear(marked, instant)) continue;
      const others = (columns.flags[row] as number) & ~flag;
      const flags = isNear(bulks, instant) ? others | flag : others;
      columns.flags[row] = flags;
      columns.preparation[row] = preparationMs(flags, columns.beganAt[row] as number, columns.readyAt[row] as number);
    }
  }
}

/** Finds dense spans of steps first: the orders matter only there, and most steps have few others near them. */
function bulksOf(at: Float64Array, orderKey: Int32Array, searched: Span[] | null): Span[] {
  const near = (
    searched ? at.filter((instant) => isNear(searched, instant)) : at.filter((instant) => instant > -Infinity)
  ).sort();
  const dense: Span[] = [];
  for (let last = BULK_STEPS - 1; last < near.length; last += 1) {
    const first = near[last - BULK_STEPS + 1] as number;
    if ((near[last] as number) - first <= BULK_WITHIN_MS) addSpan(dense, first, near[last] as number);
  }
  if (dense.length === 0) return [];
  const steps: { at: number; order: number }[] = [];
  for (let row = 0; row < at.length; row += 1) {
    const instant = at[row] as number;
    if (isNear(dense, instant)) steps.push({ at: instant, order: orderKey[row] as number });
  }
  steps.sort((a, b) => a.at - b.at);
  return bulkSpans(
    steps.map((step) => step.at),
    steps.map((step) => step.order),
  );
}

function spansAround(touched: Touched, ms: number): Span[] {
  const spans: Span[] = [];
  for (const at of [...touched].sort((a, b) => a - b)) addSpan(spans, at - ms, at + ms);
  return spans;
}

/** Whether an instant is within one of these spans; false for NaN. Checks the bounds of all spans first. */
function isNear(spans: readonly Span[], at: number): boolean {
  const first = spans[0];
  const last = spans.at(-1);
  return first !== undefined && last !== undefined && at >= first.from && at <= last.until && isWithin(spans, at);
}
