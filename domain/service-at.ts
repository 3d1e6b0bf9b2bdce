import type { Service } from './services';

const DAY_MINUTES = 24 * 60;

/** How courses before the first service of a business day are called. */
export const NO_SERVICE = 'none';

/** A service as minutes of the business day, counted from its cut-off; half-open. */
export type ServiceSpan = { name: string; from: number; until: number };

/** Minutes since the cut-off, of a minute of the day by the wall clock. */
export function intoBusinessDay(minute: number, cutOffMinute: number): number {
  return (minute - cutOffMinute + DAY_MINUTES) % DAY_MINUTES;
}

/** F16: each service lasts until the next one of the business day, the last until the cut-off. */
export function serviceSpans(services: readonly Service[], cutOffMinute: number): ServiceSpan[] {
  const begun = services
    .map(({ name, startMinute }) => ({ name, from: intoBusinessDay(startMinute, cutOffMinute) }))
    .sort((a, b) => a.from - b.from);
  return begun.map((service, index) => ({ ...service, until: begun[index + 1]?.from ?? DAY_MINUTES }));
}

/** F16: which of the spans a minute of the day is in; −1 before the first service. */
export function serviceAt(minute: number, spans: readonly ServiceSpan[], cutOffMinute: number): number {
  const at = intoBusinessDay(minute, cutOffMinute);
  return spans.findLastIndex(({ from, until }) => from <= at && at < until);
}
