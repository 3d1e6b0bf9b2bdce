/** Under so many courses, percentiles tell nothing of what is usual. */
export const ENOUGH_COURSES = 20;
const MINUTE_MS = 60_000;

/** F18: the target, in whole minutes, that four of five of these preparations would have kept. `p80` in ms. */
export function suggestedMinutes(p80: number): number {
  return Math.max(1, Math.ceil(p80 / MINUTE_MS));
}
