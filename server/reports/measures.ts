import type { Measure, Spread } from '../../contract/reports';
import { percentilesAmong, percentilesIn, type Range, rangeIn } from '../../lib/percentiles-in';
import type { GroupPlaces, Places } from './places';
import type { BranchSelection, Selection } from './selection';

/** The value of each course of a part, in the order of its rows: `values[places[index]]`. */
export type ValuesOf = (part: BranchSelection) => { values: Float64Array; places: Int32Array };

/** The duration of each course by a measure, in ms; NaN if it does not count. All courses of an order share its visit. */
export function timesOf(measure: Measure): ValuesOf {
  return ({ columns, rows }) => ({ values: columns.columns[measure], places: rows });
}

// Reused by every call: allocating 8 MB for a million courses would take longer than filling them.
let computed = new Float64Array(0);
let inOrder = new Int32Array(0);

/** Values that `write` computes for each course of a part. They are valid until the next call. */
export function computedValues(write: (part: BranchSelection, values: Float64Array) => void): ValuesOf {
  return (part) => {
    if (computed.length < part.rows.length) {
      computed = new Float64Array(part.rows.length);
      inOrder = Int32Array.from(computed, (_, index) => index);
    }
    write(part, computed);
    return { values: computed, places: inOrder.subarray(0, part.rows.length) };
  };
}

/** The values group by group: those of a group are between its `begins` and its `ends`. NaN is omitted. */
export type GroupedValues = {
  values: Float64Array;
  begins: Int32Array;
  ends: Int32Array;
  /** Least, greatest and sum, if there is only one group. */
  range?: Range;
};

/** The durations of a measure by group, in ms. The visit of an order counts once in each group. */
export function gatherTimes(selection: Selection, places: GroupPlaces, measure: Measure): GroupedValues {
  return gather(selection, places, timesOf(measure), measure === 'visit');
}

let gathered = new Float64Array(0);

/**
 * Groups the values of the selected courses; with `isOnce` only the first value of each order in each group. The result
 * is valid until the next call.
 */
export function gather(
  { parts, count }: Selection,
  { groupOf, begins }: GroupPlaces,
  valuesOf: ValuesOf,
  isOnce = false,
): GroupedValues {
  if (gathered.length < count) gathered = new Float64Array(count);
  const ends = begins.slice(0, -1);
  const lastOrder = new Int32Array(isOnce ? ends.length : 0);
  const range = { least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY, sum: 0 };
  const isAppended = ends.length === 1 && !isOnce;
  let begin = 0;
  for (const part of parts) {
    const { values, places } = valuesOf(part);
    const groups = groupOf.subarray(begin, begin + places.length);
    if (isAppended) ends[0] = append(values, places, ends[0] as number, range);
    else if (isOnce) distributeOnce(values, part, groups, ends, lastOrder);
    else distribute(values, places, groups, ends);
    begin += places.length;
  }
  return { values: gathered, begins, ends, ...(isAppended ? { range } : {}) };
}

/** Appends values to the only group and updates its range, which saves a second pass over them. */
function append(values: Float64Array, places: Int32Array, end: number, range: Range): number {
  let next = end;
  let { least, greatest, sum } = range;
  for (let index = 0; index < places.length; index += 1) {
    const value = values[places[index] as number] as number;
    if (Number.isNaN(value)) continue;
    gathered[next] = value;
    next += 1;
    sum += value;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  Object.assign(range, { least, greatest, sum });
  return next;
}

function distribute(values: Float64Array, places: Int32Array, groups: Places, ends: Int32Array): void {
  for (let index = 0; index < places.length; index += 1) {
    const value = values[places[index] as number] as number;
    if (Number.isNaN(value)) continue;
    const group = groups[index] as number;
    const end = ends[group] as number;
    gathered[end] = value;
    ends[group] = end + 1;
  }
}

/** Skips courses whose order already has a value in the group: the courses of an order are adjacent. */
function distributeOnce(
  values: Float64Array,
  { rows, columns }: BranchSelection,
  groups: Places,
  ends: Int32Array,
  lastOrder: Int32Array,
): void {
  const { orderKey } = columns.columns;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const value = values[row] as number;
    if (Number.isNaN(value)) continue;
    const group = groups[index] as number;
    const order = orderKey[row] as number;
    if (lastOrder[group] === order) continue;
    lastOrder[group] = order;
    const end = ends[group] as number;
    gathered[end] = value;
    ends[group] = end + 1;
  }
}

const SHARES = [0.5, 0.8, 0.95] as const;

/** F17: mean, maximum and percentiles of a measure over all selected courses; null without a value. */
export function spreadOfAll({ parts }: Selection, measure: Exclude<Measure, 'visit'>): Spread | null {
  const { n, sum, greatest, percentiles } = percentilesAmong(parts.map(timesOf(measure)), SHARES);
  return n === 0 ? null : spread(n, sum, greatest, percentiles);
}

/** F17: mean, maximum and percentiles of each group; null for a group without a value. */
export function spreadsOf(grouped: GroupedValues): (Spread | null)[] {
  return Array.from(grouped.ends, (until, group) => {
    const from = grouped.begins[group] as number;
    if (from === until) return null;
    const range = grouped.range ?? rangeIn(grouped.values, from, until);
    const percentiles = percentilesIn(grouped.values, from, until, SHARES, range);
    return spread(until - from, range.sum, range.greatest, percentiles);
  });
}

/** All arguments but `n` are in ms, the result in seconds. */
function spread(n: number, sum: number, greatest: number, percentiles: readonly number[]): Spread {
  const [p50 = 0, p80 = 0, p95 = 0] = percentiles.map(seconds);
  return { n, p50, p80, p95, mean: seconds(sum / n), max: seconds(greatest) };
}

/** F17: the median of each group, in the unit of the values; null for a group without a value. */
export function mediansOf({ values, begins, ends, range }: GroupedValues): (number | null)[] {
  return Array.from(ends, (until, group) => {
    const [median = Number.NaN] = percentilesIn(values, begins[group] as number, until, [0.5], range);
    return Number.isNaN(median) ? null : median;
  });
}

/** Converts milliseconds to seconds, rounded to the microsecond to drop rounding errors of interpolation. */
export function seconds(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
