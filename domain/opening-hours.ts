import type { OpeningHours } from '../contract/live';
import { DAY_MINUTES } from '../lib/time-units';
import type { Service } from './services';

/** Preparation starts this long before the first service. */
const EARLIER_MINUTES = 60;

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
