import { describe, expect, it, test } from 'vitest';
import { GAP_SHOWN_MS, type Gap, gapsToShow, mayHaveMissed } from './gap';
import { serviceSpans } from './services';

const MINUTE = 60_000;
const CALENDAR = { timeZone: 'Europe/Amsterdam', cutOffMinute: 240 };
const SERVICES = serviceSpans(
  [
    { name: 'lunch', startMinute: 11 * 60 },
    { name: 'dinner', startMinute: 16 * 60 },
  ],
  CALENDAR.cutOffMinute,
);
/** A Friday, by the branch's wall clock; from 24:00 on it is Saturday. */
const at = (hour: number, minute = 0) => Date.parse('2026-06-19T00:00:00+02:00') + (hour * 60 + minute) * MINUTE;
const missed = (from: number, to: number, lastDeliveryAt: number | null, inFlight = 0) =>
  mayHaveMissed(from, to, { inFlight, lastDeliveryAt, services: SERVICES, calendar: CALENDAR });

describe('[F21a] a period in which the server was down', () => {
  it('is a gap while courses are in flight', () => {
    expect(missed(at(9), at(9, 5), at(7), 1)).toBe(true);
    expect(missed(at(9), at(9, 5), at(7), 0)).toBe(false);
  });

  it('is a gap within an hour after the last delivery', () => {
    expect(missed(at(22), at(22, 5), at(21) + 1)).toBe(true);
    expect(missed(at(22), at(22, 5), at(21))).toBe(false);
  });

  it('is no gap if the server is switched off after the last guest and on in the morning', () => {
    expect(missed(at(23, 15), at(34), at(22, 40))).toBe(false);
    expect(missed(at(23, 15), at(34), at(22, 40), 1)).toBe(true);
    expect(missed(at(23, 15), at(27, 59), at(22, 40))).toBe(true);
  });

  it('is a gap during a service without a delivery so far', () => {
    expect(missed(at(17, 30), at(17, 40), at(14, 10))).toBe(true);
    expect(missed(at(17, 30), at(17, 40), at(16, 10))).toBe(false);
    expect(missed(at(10, 30), at(10, 40), at(-2))).toBe(false);
    expect(missed(at(12), at(12, 10), null)).toBe(true);
    expect(missed(at(19) + 30_000, at(19, 1), at(16) + 20_000)).toBe(false);
  });

  it('is a gap if a service began meanwhile, on this day or the next', () => {
    expect(missed(at(15), at(19), at(13))).toBe(true);
    expect(missed(at(15), at(16), at(13))).toBe(false);
    expect(missed(at(23, 30), at(34), at(22))).toBe(false);
    expect(missed(at(23, 30), at(35, 1), at(22))).toBe(true);
  });

  it('begins with the service by the wall clock, also in the nights in which the clocks change', () => {
    const night = (saturday: string, sunday: string) => {
      const [from, to] = [Date.parse(saturday), Date.parse(sunday)];
      return missed(from, to, from - 40 * MINUTE);
    };
    expect(night('2026-10-24T23:15+02:00', '2026-10-25T10:59+01:00')).toBe(false);
    expect(night('2026-10-24T23:15+02:00', '2026-10-25T11:01+01:00')).toBe(true);
    expect(night('2026-03-28T23:15+01:00', '2026-03-29T10:59+02:00')).toBe(false);
    expect(night('2026-03-28T23:15+01:00', '2026-03-29T11:01+02:00')).toBe(true);
    // A bar is at work until the cut-off.
    expect(night('2026-10-24T23:15+02:00', '2026-10-25T03:30+01:00')).toBe(true);
    expect(night('2026-03-28T23:15+01:00', '2026-03-29T04:30+02:00')).toBe(false);
  });
});

test('[F21d] a gap is shown for an hour after its end, and not while it lasts', () => {
  const gap: Gap = { from: at(19, 2), to: at(19, 9), cause: 'down' };
  expect(gapsToShow([gap], at(19, 9) + GAP_SHOWN_MS - 1)).toEqual([gap]);
  expect(gapsToShow([gap], at(19, 9) + GAP_SHOWN_MS)).toEqual([]);
  expect(gapsToShow([{ ...gap, to: null, cause: 'silent' }], at(19, 10))).toEqual([]);
});

test('[F21d] gaps less than a minute apart are merged, others are sorted by start', () => {
  const gaps: Gap[] = [
    { from: at(19, 30), to: at(19, 40), cause: 'silent' },
    { from: at(19, 2), to: at(19, 9), cause: 'down' },
    { from: at(19, 9) + MINUTE - 1, to: at(19, 12), cause: 'refused' },
    { from: at(19, 5), to: at(19, 6), cause: 'silent' },
  ];
  expect(gapsToShow(gaps, at(19, 45))).toEqual([
    { from: at(19, 2), to: at(19, 12), cause: 'down' },
    { from: at(19, 30), to: at(19, 40), cause: 'silent' },
  ]);
  expect(gaps[1]?.to).toBe(at(19, 9));
});
