import type { HeatCell } from '../../contract/reports';
import { MIN_COURSES } from './figures';
import type { HeatOf } from './report-choices';

const ACCENT = ['bg-accent/6', 'bg-accent/14', 'bg-accent/22', 'bg-accent/31', 'bg-accent font-bold text-on-accent'];
const TROUBLE = ['bg-trouble/6', 'bg-trouble/14', 'bg-trouble/22', 'bg-trouble/31', 'bg-trouble font-bold text-sheet'];

/** Colours of a cell by its step: shades of one colour on the sheet. */
export const HEAT_COLOURS: Readonly<Record<HeatOf, readonly string[]>> = {
  late: TROUBLE,
  median: ACCENT,
  courses: ACCENT,
};

/** A cell with too few courses for a value. */
export const TOO_FEW = 'bg-[repeating-linear-gradient(-45deg,var(--color-line)_0_1px,transparent_1px_6px)]';

/** Shade of a cell: 0 to 4; null without a value. */
type Step = 0 | 1 | 2 | 3 | 4 | null;

const STEPS = 5;
/** Minimum range between the palest and the darkest shade: a quarter more courses late, or half as long again. */
const MIN_RATE_BETWEEN = 0.25;
const MIN_TIMES_BETWEEN = 1.5;

/** Value of a cell; null if there are too few courses. Medians in seconds, late shares from 0 to 1. */
export function heatValue({ count, measured, late, p50 }: HeatCell, of: HeatOf): number | null {
  if (of === 'courses') return count;
  if (measured < MIN_COURSES) return null;
  return of === 'late' ? late / measured : p50;
}

/** Scale of a map from its palest to its darkest value. */
export function heatScale(cells: readonly HeatCell[], of: HeatOf): { least: number; most: number } {
  const values = cells.map((cell) => heatValue(cell, of)).filter((value) => value !== null);
  const longest = Math.max(0, ...values);
  if (of === 'courses') return { least: 0, most: longest };
  // The map shows the worst places: the best one is the palest, and one that is hardly worse is no darker.
  const least = Math.min(longest, ...values);
  const darkest = of === 'late' ? least + MIN_RATE_BETWEEN : least * MIN_TIMES_BETWEEN;
  return { least, most: Math.max(longest, darkest) };
}

/** Shade of a value on the scale. */
export function stepOf(value: number | null, { least, most }: { least: number; most: number }): Step {
  if (value === null) return null;
  if (most <= least) return 0;
  return Math.min(STEPS - 1, Math.floor(((value - least) / (most - least)) * STEPS)) as Step;
}

/** The column of a cell: its hour, and 24 more after midnight. */
export function columnOf({ hour, isNextDay }: Pick<HeatCell, 'hour' | 'isNextDay'>): number {
  return isNextDay ? hour + 24 : hour;
}

/** Columns with courses and those in between, in the order of the business day. */
export function columnsOf(cells: readonly HeatCell[]): number[] {
  const columns = cells.map(columnOf);
  const first = Math.min(...columns);
  const last = Math.max(...columns);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
