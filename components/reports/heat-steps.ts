import { FEWEST, type HeatCell } from './figures';
import type { HeatOf } from './report-choices';

/** How dark a cell is: 0 to 4; null where it tells nothing. */
export type Step = 0 | 1 | 2 | 3 | 4 | null;

const STEPS = 5;
/** Where hardly any are late, the darkest cell is still a light one. */
const LEAST_DARKEST_RATE = 0.25;
const LEAST_DARKEST_TIMES = 1.5;

/** What a cell shows; null where there are too few to tell. Medians in seconds, late as 0 to 1. */
export function heatValue({ count, measured, late, p50 }: HeatCell, of: HeatOf): number | null {
  if (of === 'courses') return count;
  if (measured < FEWEST) return null;
  return of === 'late' ? late / measured : p50;
}

/** The scale of a map: from what is palest to what is darkest. */
export function heatScale(cells: readonly HeatCell[], of: HeatOf): { least: number; most: number } {
  const values = cells.map((cell) => heatValue(cell, of)).filter((value) => value !== null);
  const longest = Math.max(0, ...values);
  if (of === 'courses') return { least: 0, most: longest };
  if (of === 'late') return { least: 0, most: Math.max(longest, LEAST_DARKEST_RATE) };
  // No dish takes nothing: of medians the shortest is the palest, and one that takes half as long again the darkest.
  const shortest = Math.min(longest, ...values);
  return { least: shortest, most: Math.max(longest, shortest * LEAST_DARKEST_TIMES) };
}

/** Where on the scale a value lies. */
export function stepOf(value: number | null, { least, most }: { least: number; most: number }): Step {
  if (value === null) return null;
  if (most <= least) return 0;
  return Math.min(STEPS - 1, Math.floor(((value - least) / (most - least)) * STEPS)) as Step;
}

/** The hours with courses in them and those between, from the first of the business day to the last. */
export function hoursOf(cells: readonly HeatCell[], cutOffMinute: number): number[] {
  const firstHour = Math.floor(cutOffMinute / 60);
  const into = cells.map(({ hour }) => (hour - firstHour + 24) % 24);
  const first = Math.min(...into);
  const last = Math.max(...into);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (firstHour + first + index) % 24);
}
