import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../lib/language';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { durationText, hourSignIn, progressOf, timerText } from './timer-text';

const minute = (count: number) => EVENING + count * 60_000;

it.each([
  [0, '0:00'],
  [999, '0:00'],
  [1_000, '0:01'],
  [59_999, '0:59'],
  [60_000, '1:00'],
  [245_000, '4:05'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [3_727_000, '1:02:07'],
  [36_000_000, '10:00:00'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it('a duration is never negative, whatever the clocks say', () => {
  expect(durationText(-1)).toBe('0:00');
  fc.assert(
    fc.property(fc.integer({ min: -864e5, max: 864e5 }), (off) => {
      for (const each of [ticket(), ready(5), ticket({ lateAt: null })])
        expect(timerText(each, EVENING + off, 'h')).toMatch(/^\+?\d+[:h]\d\d$/);
    }),
  );
});

describe('the timer of a card', () => {
  it.each([
    { now: 4.5, text: '4:30', why: 'cooking' },
    { now: 9, text: '9:00', why: 'slow' },
    { now: 10, text: '+0:00', why: 'late from the limit on' },
    { now: 13 + 1 / 3, text: '+3:20', why: 'late' },
    { now: 69.99, text: '+59:59', why: 'very late' },
    { now: 75, text: '+1h05', why: 'late for more than an hour' },
    { now: -5, text: '0:00', why: 'a POS clock that is ahead' },
  ])('is $text when $why', ({ now, text }) => {
    expect(timerText(ticket(), minute(now), 'h')).toBe(text);
  });

  it('shows no sign without a limit', () => {
    expect(timerText(ticket({ warnAt: null, lateAt: null, veryLateAt: null }), minute(40), 'h')).toBe('40:00');
  });

  it('shows the wait once the course is ready, even past its limit', () => {
    expect(timerText(ready(12), minute(13), 'h')).toBe('1:00');
    expect(timerText(ready(12), minute(20), 'h')).toBe('8:00');
  });

  it('uses the sign for hours of the language', () => {
    const text = (language: Language) => timerText(ready(0), minute(145), hourSignIn(language));
    expect(LANGUAGES.map(text)).toEqual(['2h25', '2u25', '2h25', '2h25']);
  });

  it('is empty if no event gives the time', () => {
    expect(timerText(ticket({ startedAt: null }), minute(5), 'h')).toBeNull();
  });

  it('continues across midnight and the end of summer time', () => {
    const started = Date.parse('2026-10-24T23:50:00.000Z');
    const night = ticket({ startedAt: new Date(started).toISOString(), warnAt: null, lateAt: null, veryLateAt: null });
    expect(timerText(night, started + 90 * 60_000, 'h')).toBe('1h30');
  });
});

describe('progress towards the limit', () => {
  it.each([
    { now: -1, percent: 0 },
    { now: 0, percent: 0 },
    { now: 5, percent: 50 },
    { now: 10, percent: 100 },
    { now: 40, percent: 100 },
  ])('is $percent % after $now min of 10', ({ now, percent }) => {
    expect(progressOf(ticket(), minute(now))).toBe(percent);
  });

  it('is full if the limit equals the start, and absent without a limit, without a start, or once ready', () => {
    expect(progressOf(ticket({ lateAt: at(0) }), minute(1))).toBe(100);
    expect(progressOf(ticket({ lateAt: null }), minute(1))).toBeNull();
    expect(progressOf(ticket({ startedAt: null }), minute(1))).toBeNull();
    expect(progressOf(ready(1), minute(1))).toBeNull();
  });
});
