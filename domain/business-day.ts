import { DAY_MS, MINUTE_MS } from '../lib/time';
import type { Instant } from './fact';

/** The time zone of a branch and the time at which its business day begins. */
export type BranchCalendar = {
  /** IANA name, such as `Europe/Amsterdam`. */
  timeZone: string;
  /** Minutes after midnight, in local time, at which a new business day begins. */
  cutOffMinute: number;
};

/** All UTC offsets in use today change on a quarter of an hour, so one cached offset holds for the whole quarter. */
const QUARTER_MS = 15 * MINUTE_MS;
const REMEMBERED_OFFSETS = 10_000;
const REMEMBERED_DAYS = 4;

/** One business day, from its cut-off (inclusive) until the next one (exclusive). */
type BusinessDay = { name: string; from: Instant; until: Instant };

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
/** By time zone and cut-off, the newest first. Cached because one evening looks up its own day thousands of times. */
const days = new Map<string, Map<number, BusinessDay[]>>();

/** F9: the business day of an instant, as `2026-06-19`. A day runs from one cut-off to the next, half-open. */
export function businessDay(at: Instant, calendar: BranchCalendar): string {
  return dayOf(at, calendar).name;
}

/** F9: the first cut-off after an instant. */
export function nextCutOff(at: Instant, calendar: BranchCalendar): Instant {
  return dayOf(at, calendar).until;
}

/** The cut-off at which the business day of an instant began. */
export function lastCutOff(at: Instant, calendar: BranchCalendar): Instant {
  return dayOf(at, calendar).from;
}

/** The cut-off at which a business day, `2026-06-19`, begins. */
export function startOfDay(day: string, calendar: BranchCalendar): Instant {
  return cutOffOf(Date.parse(`${day}T00:00:00Z`) / DAY_MS, calendar);
}

/** Minutes since midnight in the branch's local time: 0 to 1439. */
export function localMinute(at: Instant, timeZone: string): number {
  return minuteOf(at + offsetAt(at, timeZone));
}

/** The minute of the day of a local time in epoch ms. */
function minuteOf(wall: number): number {
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** The local time in a time zone as `2026-06-19 19:42:07`, which spreadsheets parse as a date and time. */
export function wallText(at: Instant, timeZone: string): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** An instant in a branch's calendar: its business day in days since 1970, and the minute of the day in local time. */
type CalendarPlace = { day: number; minute: number };

/**
 * F9c: returns a function that gives the same as `businessDay` and `localMinute`, faster if instants are mostly
 * ascending.
 */
export function calendarReader(calendar: BranchCalendar): (at: Instant) => CalendarPlace {
  let from = 0;
  let until = 0;
  let day = 0;
  /** Null on a day on which daylight saving time begins or ends. */
  let offset: number | null = null;
  return (at) => {
    if (at < from || at >= until) {
      const business = dayOf(at, calendar);
      from = business.from;
      until = business.until;
      day = Date.parse(business.name) / DAY_MS;
      const first = offsetAt(from, calendar.timeZone);
      offset = first === offsetAt(until, calendar.timeZone) ? first : null;
    }
    if (offset === null) return { day, minute: localMinute(at, calendar.timeZone) };
    return { day, minute: minuteOf(at + offset) };
  };
}

/** Formats a business day, given in days since 1970, as `2026-06-19`. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The weekday of a business day in days since 1970: 1 for Monday to 7 for Sunday. */
export function isoWeekday(day: number): number {
  const MONDAY = 4; // 1970-01-05
  return ((((day - MONDAY) % 7) + 7) % 7) + 1;
}

/** Whether a local minute is of the calendar day after its business day: after midnight, before the cut-off. */
export function isNextDay(minute: number, { cutOffMinute }: Pick<BranchCalendar, 'cutOffMinute'>): boolean {
  return minute < cutOffMinute;
}

/** Whether `Intl` on this system supports the time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

function dayOf(at: Instant, calendar: BranchCalendar): BusinessDay {
  const ofZone = days.get(calendar.timeZone) ?? new Map<number, BusinessDay[]>();
  const known = ofZone.get(calendar.cutOffMinute) ?? [];
  const remembered = known.find(({ from, until }) => from <= at && at < until);
  if (remembered) return remembered;
  const number = businessDayNumber(at, calendar);
  const day = { name: dayText(number), from: cutOffOf(number, calendar), until: cutOffOf(number + 1, calendar) };
  days.set(calendar.timeZone, ofZone.set(calendar.cutOffMinute, [day, ...known.slice(0, REMEMBERED_DAYS - 1)]));
  return day;
}

function businessDayNumber(at: Instant, calendar: BranchCalendar): number {
  const wall = at + offsetAt(at, calendar.timeZone);
  const guess = Math.floor((wall - calendar.cutOffMinute * MINUTE_MS) / DAY_MS);
  // On a day with a change to or from daylight saving time, the guess may be one day off around the cut-off.
  if (at < cutOffOf(guess, calendar)) return guess - 1;
  return at >= cutOffOf(guess + 1, calendar) ? guess + 1 : guess;
}

function cutOffOf(day: number, calendar: BranchCalendar): Instant {
  return wallToInstant(day * DAY_MS + calendar.cutOffMinute * MINUTE_MS, calendar.timeZone);
}

/** A local time that occurs twice means the first; one that is skipped means the same distance after the skip. */
function wallToInstant(wall: number, timeZone: string): Instant {
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const showsIt = [Math.min(before, after), Math.max(before, after)].find((at) => at + offsetAt(at, timeZone) === wall);
  return showsIt ?? before;
}

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(at: Instant, timeZone: string): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const ofZone = offsets.get(timeZone) ?? new Map<number, number>();
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;

  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(quarter * QUARTER_MS)
      .map((part) => [part.type, part.value]),
  );
  const wall = Date.UTC(
    Number(parts.year),
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  );
  const offset = wall - quarter * QUARTER_MS;
  if (ofZone.size >= REMEMBERED_OFFSETS) ofZone.clear();
  offsets.set(timeZone, ofZone.set(quarter, offset));
  return offset;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
