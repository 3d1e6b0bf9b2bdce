const HALF_A_DAY_MS = 12 * 3_600_000;

/**
 * The time of day, `HH:MM`, half a day from now: a branch whose business day begins then has what was posted in the
 * last hours in one day. At four in the morning, as days begin by themselves, it would be yesterday's for who looks at
 * five.
 */
export function farCutOff(timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return clock.format(Date.now() + HALF_A_DAY_MS);
}
