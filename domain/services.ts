import type { OpeningHours } from '../contract/live';
import { DAY_MINUTES } from '../lib/time';

/** Preparation starts this long before the first service. */
const EARLIER_MINUTES = 60;

/** The service name of courses before the first service of a business day. */
export const NO_SERVICE = 'none';

/** A service in minutes since the cut-off of the business day; half-open. */
export type ServiceSpan = { name: string; from: number; until: number };

/** A named part of the business day, such as lunch, and the minute of the day at which it starts. */
export type Service = { name: string; startMinute: number };

/** F16: parses `lunch 11:00, dinner 16:00`, sorted by start; null if a part is invalid or a name occurs twice. */
export function readServices(text: string): Service[] | null {
  const services = text.split(',').map((part) => /^\s*(\S(?:.*\S)?)\s+([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(part));
  const read = services.flatMap((match) =>
    match?.[1] ? [{ name: match[1], startMinute: Number(match[2]) * 60 + Number(match[3]) }] : [],
  );
  const names = new Set(read.map((service) => service.name));
  const complete = read.length === services.length && names.size === read.length;
  return complete ? read.toSorted((a, b) => a.startMinute - b.startMinute) : null;
}

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

/** Parses `10:00-23:30`, also with an en dash, into minutes of the day; null for any other text. */
export function readOpeningHours(text: string): OpeningHours | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)\s*[-\u2013]\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  if (!match) return null;
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = match.slice(1).map(Number);
  return { from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute };
}

/**
 * The opening hours of a branch from its setting: explicit hours, `always` (null), or `services`: from an hour before
 * the first service until the end of the business day.
 */
export function openingHoursOf(
  setting: string,
  services: readonly Service[],
  cutOffMinute: number,
): OpeningHours | null {
  if (setting !== 'services') return readOpeningHours(setting);
  const starts = services.map(({ startMinute }) => (startMinute - cutOffMinute + DAY_MINUTES) % DAY_MINUTES);
  if (starts.length === 0) return null;
  const from = Math.max(0, Math.min(...starts) - EARLIER_MINUTES);
  return { from: (from + cutOffMinute) % DAY_MINUTES, until: cutOffMinute };
}

/** Whether a minute of the day is within the opening hours. Equal start and end mean the whole day. */
export function isOpenAt(minute: number, hours: OpeningHours | null): boolean {
  if (hours === null || hours.from === hours.until) return true;
  const { from, until } = hours;
  return from < until ? from <= minute && minute < until : from <= minute || minute < until;
}
