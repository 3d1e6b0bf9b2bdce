import { passWaitMs } from '../../../domain/course-times';
import { percentilesIn } from '../../../domain/percentiles-in';
import { EXCLUSION_OF_FLAGS } from './columns';
import { FLAG } from './report-row';
import type { Selection } from './selection';

export const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type Measure = (typeof MEASURES)[number];

/** Of so many, in seconds. */
export type Spread = { n: number; p50: number; p80: number; p95: number; mean: number; max: number };

/** A value for each selected course, in ms; NaN where it has none that counts. */
export function valuesOf(selection: Selection, measure: Measure, { groupOf, groups }: GroupPlaces): Float64Array {
  const values = new Float64Array(selection.count);
  // An order's visit counts once in each group.
  const counted = new Int32Array(measure === 'visit' ? groups : 0);
  let begin = 0;
  for (const { columns, rows } of selection.parts) {
    const { beganAt, readyAt, servedAt, gap, visit, flags, orderKey } = columns.columns;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      let value = Number.NaN;
      if (measure === 'preparation') {
        if (isMeasured(flags[row] as number)) value = (readyAt[row] as number) - (beganAt[row] as number);
      } else if (measure === 'passWait') {
        value = passWaitMs(readyAt[row] as number, servedAt[row] as number) ?? Number.NaN;
      } else if (measure === 'gap') {
        value = gap[row] as number;
      } else if (((flags[row] as number) & FLAG.autoClosed) === 0) {
        const group = groupOf[begin + index] as number;
        if (counted[group] !== orderKey[row]) value = visit[row] as number;
        counted[group] = orderKey[row] as number;
      }
      values[begin + index] = value;
    }
    begin += rows.length;
  }
  return values;
}

/** F13: whether the preparation of a course with these flags counts. */
export function isMeasured(flags: number): boolean {
  return EXCLUSION_OF_FLAGS[flags] === 0;
}

/** For each selected course the place of its group, and how many groups there are. */
export type GroupPlaces = { groupOf: Int32Array; groups: number };

export function oneGroup(courses: number): GroupPlaces {
  return { groupOf: new Int32Array(courses), groups: 1 };
}

/** The values of each group together, in the order of the groups; NaN is left out. */
export type GroupedValues = { values: Float64Array; begins: Int32Array };

export function gather(values: Float64Array, { groupOf, groups }: GroupPlaces): GroupedValues {
  const begins = new Int32Array(groups + 1);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    const group = groupOf[at] as number;
    begins[group + 1] = (begins[group + 1] as number) + 1;
  }
  for (let group = 0; group < groups; group += 1)
    begins[group + 1] = (begins[group + 1] as number) + (begins[group] as number);
  const next = begins.slice();
  const gathered = new Float64Array(begins[groups] as number);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    const group = groupOf[at] as number;
    gathered[next[group] as number] = value;
    next[group] = (next[group] as number) + 1;
  }
  return { values: gathered, begins };
}

const SHARES = [0.5, 0.8, 0.95] as const;

/** F17: how the values of each group are spread; null where there is none. */
export function spreadsOf(grouped: GroupedValues): (Spread | null)[] {
  return Array.from({ length: grouped.begins.length - 1 }, (_, group) => {
    const from = grouped.begins[group] as number;
    const until = grouped.begins[group + 1] as number;
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
export function mediansOf({ values, begins }: GroupedValues): (number | null)[] {
  return Array.from({ length: begins.length - 1 }, (_, group) => {
    const [median = Number.NaN] = percentilesIn(values, begins[group] as number, begins[group + 1] as number, [0.5]);
    return Number.isNaN(median) ? null : median;
  });
}

/** Milliseconds in seconds, to the microsecond: what interpolation leaves behind that is no figure. */
export function seconds(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
