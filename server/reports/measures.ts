import type { Measure, Spread } from '../../contract/reports';
import { percentilesAmong, percentilesIn, type Range, rangeIn } from '../../lib/percentiles-in';
import type { GroupPlaces, Places } from './places';
import type { BranchSelection, Selection } from './selection';

/** A value for each of a part's courses: what `values` holds where `places` says, in the order of its rows. */
export type ValuesOf = (part: BranchSelection) => { values: Float64Array; places: Int32Array };

/** How long each course took, in ms; NaN where it does not count. A visit is that of all courses of its order. */
export function timesOf(measure: Measure): ValuesOf {
  return ({ columns, rows }) => ({ values: columns.columns[measure], places: rows });
}

// For one call after the other: what a million courses take is not asked for each time.
let worked = new Float64Array(0);
let inOrder = new Int32Array(0);

/** Values that are worked out for each of a part's courses, there until the next are. */
export function workedOut(write: (part: BranchSelection, values: Float64Array) => void): ValuesOf {
  return (part) => {
    if (worked.length < part.rows.length) {
      worked = new Float64Array(part.rows.length);
      inOrder = Int32Array.from(worked, (_, index) => index);
    }
    write(part, worked);
    return { values: worked, places: inOrder.subarray(0, part.rows.length) };
  };
}

/** The values of each group together, from `begins` to `ends`, in the order of the groups; NaN is left out. */
export type GroupedValues = {
  values: Float64Array;
  begins: Int32Array;
  ends: Int32Array;
  /** Of the only group, where there is but one. */
  range?: Range;
};

/** The times of a measure by group; the visit of an order counts once in each group. */
export function gatherTimes(selection: Selection, places: GroupPlaces, measure: Measure): GroupedValues {
  return gather(selection, places, timesOf(measure), measure === 'visit');
}

let into = new Float64Array(0);

/**
 * A value of each selected course by group; if once, then only the first of each order in each group. They are there
 * until the next are gathered.
 */
export function gather(
  { parts, count }: Selection,
  { groupOf, begins }: GroupPlaces,
  valuesOf: ValuesOf,
  isOnce = false,
): GroupedValues {
  if (into.length < count) into = new Float64Array(count);
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
  return { values: into, begins, ends, ...(isAppended ? { range } : {}) };
}

/** Puts values into the only group, and widens its range: to look at them once more would take as long again. */
function append(values: Float64Array, places: Int32Array, end: number, range: Range): number {
  let next = end;
  let { least, greatest, sum } = range;
  for (let index = 0; index < places.length; index += 1) {
    const value = values[places[index] as number] as number;
    if (Number.isNaN(value)) continue;
    into[next] = value;
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
    into[end] = value;
    ends[group] = end + 1;
  }
}

/** The courses of an order lie together: whose value is in its group already is passed over. */
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
    into[end] = value;
    ends[group] = end + 1;
  }
}

const SHARES = [0.5, 0.8, 0.95] as const;

/** F17: how a measure is spread over all courses that are selected; null where there is none. */
export function spreadOfAll({ parts }: Selection, measure: Exclude<Measure, 'visit'>): Spread | null {
  const { n, sum, greatest, percentiles } = percentilesAmong(parts.map(timesOf(measure)), SHARES);
  return n === 0 ? null : spread(n, sum, greatest, percentiles);
}

/** F17: how the values of each group are spread; null where there is none. */
export function spreadsOf(grouped: GroupedValues): (Spread | null)[] {
  return Array.from(grouped.ends, (until, group) => {
    const from = grouped.begins[group] as number;
    if (from === until) return null;
    const range = grouped.range ?? rangeIn(grouped.values, from, until);
    const percentiles = percentilesIn(grouped.values, from, until, SHARES, range);
    return spread(until - from, range.sum, range.greatest, percentiles);
  });
}

/** @param percentiles in ms, as all else */
function spread(n: number, sum: number, greatest: number, percentiles: readonly number[]): Spread {
  const [p50 = 0, p80 = 0, p95 = 0] = percentiles.map(seconds);
  return { n, p50, p80, p95, mean: seconds(sum / n), max: seconds(greatest) };
}

/** F17: the median of each group, in the values' own unit; null where there is none. */
export function mediansOf({ values, begins, ends, range }: GroupedValues): (number | null)[] {
  return Array.from(ends, (until, group) => {
    const [median = Number.NaN] = percentilesIn(values, begins[group] as number, until, [0.5], range);
    return Number.isNaN(median) ? null : median;
  });
}

/** Milliseconds in seconds, to the microsecond: what interpolation leaves behind that is no figure. */
export function seconds(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
