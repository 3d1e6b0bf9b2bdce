/** How much of a long task is done, in its unit, such as rows. */
export type Progress = { done: number; of: number; perSecond: number };

/** `1,200,000 of 4,800,000 rows, 25 %, 31,000 rows/s, 1 min 56 s left` */
export function progressText({ done, of, perSecond }: Progress, unit: string): string {
  const share = Math.floor((100 * done) / Math.max(1, of));
  const left = perSecond > 0 ? `, ${secondsText((of - done) / perSecond)} left` : '';
  return `${countText(done)} of ${countText(of)} ${unit}, ${share} %, ${countText(perSecond)} ${unit}/s${left}`;
}

/** Formats seconds as `7 min 35 s`. */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Formats a whole number with thousands separators. */
export function countText(value: number): string {
  return Math.round(value).toLocaleString('en');
}
