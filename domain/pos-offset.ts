const MINUTES = 20;
const ENOUGH_MINUTES = 5;
const NOT_WORTH_MS = 2_000;
const NOT_A_CLOCK_MS = 6 * 3_600_000;

/**
 * F23: how far the POS's clock is behind ours, in milliseconds: the median of the least
 * `received − event instant` of each of the last 20 minutes of receipt in which deliveries came.
 * @param leastByMinute by minute of receipt (epoch minutes)
 */
export function posOffset(leastByMinute: ReadonlyMap<number, number>): number {
  return posOffsetOf(posSkew(leastByMinute));
}

/** What of a skew timers go by: nothing of one that is not worth it, or that is too far off to be a clock. */
export function posOffsetOf(behind: number | null): number {
  return behind === null || Math.abs(behind) < NOT_WORTH_MS || Math.abs(behind) > NOT_A_CLOCK_MS ? 0 : behind;
}

/** The same before it is judged: however small, and however far off. Null while too few deliveries came to tell. */
export function posSkew(leastByMinute: ReadonlyMap<number, number>): number | null {
  const least = lastMinutes(leastByMinute).map(([, offset]) => offset);
  return least.length < ENOUGH_MINUTES ? null : medianOf(least);
}

/** The newest minutes of receipt, as many as count. */
export function lastMinutes(leastByMinute: ReadonlyMap<number, number>): [number, number][] {
  return [...leastByMinute].sort(([a], [b]) => b - a).slice(0, MINUTES);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}
