import { DAY_MINUTES } from '../lib/time-units';
import type { Service } from './services';

/** The service name of courses before the first service of a business day. */
export const NO_SERVICE = 'none';

/** A service in minutes since the cut-off of the business day; half-open. */
export type ServiceSpan = { name: string; from: number; until: number };

/** Converts a minute of the day in local time to minutes since the cut-off. */
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

/** F16: the index of the span that contains a minute of the day; −1 before the first service. */
export function serviceAt(minute: number, spans: readonly ServiceSpan[], cutOffMinute: number): number {
  const at = intoBusinessDay(minute, cutOffMinute);
  return spans.findLastIndex(({ from, until }) => from <= at && at < until);
}
