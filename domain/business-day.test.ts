import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../lib/time';
import { type BranchCalendar, businessDay, isTimeZone, lastCutOff, localMinute, nextCutOff } from './business-day';
import { runs } from './testing/runs';

function calendar(timeZone: string, cutOff: string): BranchCalendar {
  const [hours = 0, minutes = 0] = cutOff.split(':').map(Number);
  return { timeZone, cutOffMinute: hours * 60 + minutes };
}

const amsterdam = calendar('Europe/Amsterdam', '04:00');
const skipped = calendar('Europe/Amsterdam', '02:30');

const utc = (text: string) => Date.parse(`${text}Z`);
const text = (instant: number) => new Date(instant).toISOString().slice(0, 16);

test.each([
  ['2026-06-19T01:59:59.999', '2026-06-18'],
  ['2026-06-19T02:00', '2026-06-19'],
  ['2026-06-19T21:59', '2026-06-19'],
  ['2026-06-19T22:00', '2026-06-19'], // midnight
  ['2026-06-20T01:59:59.999', '2026-06-19'],
  ['2026-06-20T02:00', '2026-06-20'],
  ['2026-12-31T23:30', '2026-12-31'],
  ['2027-01-01T02:59:59.999', '2026-12-31'],
  ['2027-01-01T03:00', '2027-01-01'],
  ['2028-02-29T12:00', '2028-02-29'],
])('[F9c] %s UTC is in the business day %s in Amsterdam, which begins at 04:00', (instant, day) => {
  expect(businessDay(utc(instant), amsterdam)).toBe(day);
});

test('[F9c] business days with a cut-off at midnight are calendar days', () => {
  const midnight = calendar('Europe/Amsterdam', '00:00');

  expect(businessDay(utc('2026-06-19T21:59:59.999'), midnight)).toBe('2026-06-19');
  expect(businessDay(utc('2026-06-19T22:00'), midnight)).toBe('2026-06-20');
});

/** A business day that begins at one instant and ends at another, both UTC. */
function isDay(day: string, branch: BranchCalendar, from: string, to: string) {
  const [begin, end] = [utc(from), utc(to)];
  expect(businessDay(begin - 1, branch), 'before').not.toBe(day);
  expect(businessDay(begin, branch)).toBe(day);
  expect(businessDay((begin + end) / 2, branch)).toBe(day);
  expect(businessDay(end - 1, branch)).toBe(day);
  expect(businessDay(end, branch), 'after').not.toBe(day);
  expect([begin, end - 1].map((instant) => text(lastCutOff(instant, branch)))).toEqual([from, from]);
  expect([begin, end - 1].map((instant) => text(nextCutOff(instant, branch)))).toEqual([to, to]);
  return (end - begin) / HOUR_MS;
}

test('[F9c] with a cut-off at 04:00, the business days in which summer time begins and ends have 23 and 25 hours', () => {
  expect(isDay('2026-03-28', amsterdam, '2026-03-28T03:00', '2026-03-29T02:00')).toBe(23);
  expect(isDay('2026-03-29', amsterdam, '2026-03-29T02:00', '2026-03-30T02:00')).toBe(24);
  expect(isDay('2026-10-24', amsterdam, '2026-10-24T02:00', '2026-10-25T03:00')).toBe(25);
  expect(isDay('2026-10-25', amsterdam, '2026-10-25T03:00', '2026-10-26T03:00')).toBe(24);
});

test('[F9c] a cut-off at 02:30 that the clocks skip moves by the length of the skip, to 03:30', () => {
  expect(isDay('2026-03-28', skipped, '2026-03-28T01:30', '2026-03-29T01:30')).toBe(24);
  expect(isDay('2026-03-29', skipped, '2026-03-29T01:30', '2026-03-30T00:30')).toBe(23);
});

test('[F9c] a cut-off at 02:30 that occurs twice is the first of the two', () => {
  expect(isDay('2026-10-24', skipped, '2026-10-24T00:30', '2026-10-25T00:30')).toBe(24);
  expect(isDay('2026-10-25', skipped, '2026-10-25T00:30', '2026-10-26T01:30')).toBe(25);
  expect(businessDay(utc('2026-10-25T01:15'), skipped)).toBe('2026-10-25'); // the second 02:15
});

test.each([
  ['an offset of half an hour', '2026-06-19', 'Asia/Kolkata', '04:00', '2026-06-18T22:30', '2026-06-19T22:30', 24],
  ['an end of summer in April', '2026-04-04', 'Australia/Sydney', '04:00', '2026-04-03T17:00', '2026-04-04T18:00', 25],
  ['a beginning in October', '2026-10-03', 'Australia/Sydney', '04:00', '2026-10-02T18:00', '2026-10-03T17:00', 23],
  ['half an hour less', '2026-04-04', 'Australia/Lord_Howe', '04:00', '2026-04-03T17:00', '2026-04-04T17:30', 24.5],
  ['14 hours ahead', '2026-06-19', 'Pacific/Kiritimati', '04:00', '2026-06-18T14:00', '2026-06-19T14:00', 24],
  ['11 hours behind', '2026-06-19', 'Pacific/Pago_Pago', '23:59', '2026-06-20T10:59', '2026-06-21T10:59', 24],
  ['a change at midnight', '2026-03-29', 'Asia/Beirut', '00:00', '2026-03-28T22:00', '2026-03-29T21:00', 23],
])('[F9c] business days respect a time zone with %s', (_, day, zone, cutOff, from, to, hours) => {
  expect(isDay(day, calendar(zone, cutOff), from, to)).toBe(hours);
});

const zones = [
  'Europe/Amsterdam',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
];
const anyCalendar = fc.record({
  timeZone: fc.constantFrom(...zones),
  cutOffMinute: fc.integer({ min: 0, max: 1439 }),
});
const anyInstant = fc.oneof(
  fc.integer({ min: utc('1971-01-01T00:00'), max: utc('2090-01-01T00:00') }),
  // Around the ends of summer time, where errors are most likely.
  fc.integer({ min: utc('2026-03-27T12:00'), max: utc('2026-03-31T12:00') }),
  fc.integer({ min: utc('2026-10-23T12:00'), max: utc('2026-10-27T12:00') }),
);

test('[F9c] business days never decrease, and every instant lies between its two cut-offs', () => {
  fc.assert(
    fc.property(anyCalendar, anyInstant, fc.integer({ min: 0, max: 50 * HOUR_MS }), (branch, instant, later) => {
      expect(businessDay(instant + later, branch) >= businessDay(instant, branch)).toBe(true);
      const [from, to] = [lastCutOff(instant, branch), nextCutOff(instant, branch)];
      expect(from <= instant && instant < to).toBe(true);
      expect(lastCutOff(to, branch)).toBe(to);
      expect(nextCutOff(from, branch)).toBe(to);
      expect(Math.abs(to - from - 24 * HOUR_MS)).toBeLessThanOrEqual(HOUR_MS);
      expect(businessDay(from, branch)).toBe(businessDay(instant, branch));
    }),
    runs(2_000),
  );
});

test('[F9c] localMinute returns the local time of a branch in minutes after midnight', () => {
  expect(localMinute(utc('2026-06-19T15:30:59.999'), 'Europe/Amsterdam')).toBe(17 * 60 + 30);
  expect(localMinute(utc('2026-06-19T22:00'), 'Europe/Amsterdam')).toBe(0);
  expect(localMinute(utc('2026-06-19T21:59:59.999'), 'Europe/Amsterdam')).toBe(1439);
  expect(localMinute(utc('2026-06-19T18:29'), 'Asia/Kolkata')).toBe(1439);
  expect(localMinute(utc('2026-10-25T00:59'), 'Europe/Amsterdam')).toBe(179);
  expect(localMinute(utc('2026-10-25T01:00'), 'Europe/Amsterdam')).toBe(120);
});

test('isTimeZone accepts only time zones that the system supports', () => {
  expect(isTimeZone('Europe/Amsterdam')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
  expect(isTimeZone('')).toBe(false);
});
