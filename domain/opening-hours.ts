import type { OpeningHours } from '../contract/live';
import type { Service } from './services';

const DAY_MINUTES = 24 * 60;
/** A kitchen is at work before its first service begins. */
const EARLIER_MINUTES = 60;

/** `10:00-23:30`; null for anything else. */
export function readOpeningHours(text: string): OpeningHours | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  if (!match) return null;
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = match.slice(1).map(Number);
  return { from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute };
}

/**
 * When a branch is open by its setting: hours, `always` (null), or else by its services, from an hour before the first
 * one until the business day ends.
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

/** Hours that end when they begin are the whole day. */
export function isOpenAt(minute: number, hours: OpeningHours | null): boolean {
  if (hours === null || hours.from === hours.until) return true;
  const { from, until } = hours;
  return from < until ? from <= minute && minute < until : from <= minute || minute < until;
}
