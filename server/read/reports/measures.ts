import type { Measure } from '../../../domain/course-times';
import { percentilesIn } from '../../../domain/percentiles-in';
import type { GroupPlaces } from './places';
import type { BranchSelection, Selection } from './selection';

/** Of so many, in seconds. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** Puts a value of each of a part's courses into `values`, in the order of its rows. */
export type ValuesOf = (part: BranchSelection, values: Float64Array) => void;

/** How long each course took, in ms; NaN where it does not count. A visit is that of all courses of its order. */
export function timesOf(measure: Measure): ValuesOf {
  return ({ columns, rows }, values) => {
    const column = columns.columns[measure];
    for (let index = 0; index < rows.length; index += 1) values[index] = column[rows[index] as number] as number;
  };
}

/** The values of each group together, from `begins` to `ends`, in the order of the groups; NaN is left out. */
export type GroupedValues = { values: Float64Array; begins: Int32Array; ends: Int32Array };

/** The times of a measure by group; the visit of an order counts once in each group. */
export function gatherTimes(selection: Selection, places: GroupPlaces, measure: Measure): GroupedValues {
  return gather(selection, places, timesOf(measure), measure === 'visit');
}

// For one call after the other: what a million courses take is not asked for each time.
let values = new Float64Array(0);
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
  let begin = 0;
  for (const part of parts) {
    const { length } = part.rows;
    if (values.length < length) values = new Float64Array(length);
    valuesOf(part, values);
    const groups = groupOf.subarray(begin, begin + length);
    if (isOnce) leaveOutRepeated(part, groups, lastOrder);
    if (ends.length === 1) ends[0] = append(length, ends[0] as number);
    else distribute(length, groups, ends);
    begin += length;
  }
  return { values: into, begins, ends };
}

/** Puts so many values into the only group. */
function append(count: number, end: number): number {
  let next = end;
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    into[next] = value;
    next += 1;
  }
  return next;
}

function distribute(count: number, groups: Int32Array, ends: Int32Array): void {
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number;
    if (Number.isNaN(value)) continue;
    const group = groups[index] as number;
    const end = ends[group] as number;
    into[end] = value;
    ends[group] = end + 1;
  }
}

/** The courses of an order lie together. */
function leaveOutRepeated({ rows, columns }: BranchSelection, groups: Int32Array, lastOrder: Int32Array): void {
  const { orderKey } = columns.columns;
  for (let index = 0; index < rows.length; index += 1) {
    if (Number.isNaN(values[index] as number)) continue;
    const group = groups[index] as number;
    const order = orderKey[rows[index] as number] as number;
    if (lastOrder[group] === order) values[index] = Number.NaN;
    lastOrder[group] = order;
  }
}

const SHARES = [0.5, 0.8, 0.95] as const;

/** F17: how the values of each group are spread; null where there is none. */
export function spreadsOf(grouped: GroupedValues): (Spread | null)[] {
  return Array.from(grouped.ends, (until, group) => {
    const from = grouped.begins[group] as number;
    if (from === until) return null;
    let sum = 0;
    let max = Number.NEGATIVE_INFINITY;
    for (let at = from; at < until; at += 1) {
      const value = grouped.values[at] as number;
      sum += value;
      if (value > max) max = value;
    }
    const [p50 = 0, p80 = 0, p95 = 0] = percentilesIn(grouped.values, from, until, SHARES).map(seconds);
    return { n: until - from, p50, p80, p95, mean: seconds(sum / (until - from)), max: seconds(max) };
  });
}

/** F17: the median of each group, in the values' own unit; null where there is none. */
export function mediansOf({ values, begins, ends }: GroupedValues): (number | null)[] {
  return Array.from(ends, (until, group) => {
    const [median = Number.NaN] = percentilesIn(values, begins[group] as number, until, [0.5]);
    return Number.isNaN(median) ? null : median;
  });
}

/** Milliseconds in seconds, to the microsecond: what interpolation leaves behind that is no figure. */
export function seconds(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
