import { expect, test } from 'vitest';
import { agreedUnit, inSeconds, unitVote } from './preparation-unit';

const none = { seconds: 0, minutes: 0, milliseconds: 0 };
const TEN_MINUTES = 600_000;

test.each([
  [600, 'seconds'],
  [10, 'minutes'],
  [600_000, 'milliseconds'],
  [300, 'seconds'], // half of the measured time
  [1_200, 'seconds'],
  [78, 'seconds'], // 10 minutes are 7.7 times 78 s, and 78 minutes 7.8 times 10
  [77, 'minutes'],
  [18_974, 'milliseconds'],
  [18_973, 'seconds'],
] as const)('[F12] ten minutes sent as %i vote for %s', (raw, unit) => {
  expect(unitVote(raw, TEN_MINUTES)).toBe(unit);
});

test.each([
  ['no time of the POS', null, TEN_MINUTES],
  ['a time of zero', 0, TEN_MINUTES],
  ['a time below zero', -600, TEN_MINUTES],
  ['nothing measured', 600, null],
  ['zero measured', 600, 0],
  ['less than zero measured', 600, -1],
])('[F12] a course with %s speaks for no unit', (_, raw, measured) => {
  expect(unitVote(raw, measured)).toBeNull();
});

test('[F12] the unit is known from ten courses', () => {
  expect(agreedUnit(none)).toBeNull();
  expect(agreedUnit({ ...none, seconds: 9 })).toBeNull();
  expect(agreedUnit({ ...none, seconds: 10 })).toBe('seconds');
  expect(agreedUnit({ ...none, minutes: 10 })).toBe('minutes');
  expect(agreedUnit({ ...none, milliseconds: 10 })).toBe('milliseconds');
});

test('[F12] courses that disagree count towards the ten', () => {
  expect(agreedUnit({ ...none, minutes: 8, seconds: 1 })).toBeNull();
  expect(agreedUnit({ ...none, minutes: 8, seconds: 2 })).toBe('minutes');
});

test('[F12] 79 % agreement is not enough, 80 % is', () => {
  expect(agreedUnit({ seconds: 79, minutes: 20, milliseconds: 1 })).toBeNull();
  expect(agreedUnit({ seconds: 80, minutes: 20, milliseconds: 0 })).toBe('seconds');
  expect(agreedUnit({ seconds: 50, minutes: 50, milliseconds: 0 })).toBeNull();
});

test('[F12] exactly 80 % agreement is enough for any number of courses', () => {
  for (let fifth = 2; fifth <= 20_000; fifth += 1) {
    expect(agreedUnit({ ...none, minutes: 4 * fifth, seconds: fifth })).toBe('minutes');
  }
});

test('[F12] the unit converts a raw number to seconds; zero, null and an unknown unit give null', () => {
  expect(inSeconds(60, 'seconds')).toBe(60);
  expect(inSeconds(10, 'minutes')).toBe(600);
  expect(inSeconds(1_500, 'milliseconds')).toBe(1.5);
  expect(inSeconds(0, 'seconds')).toBeNull();
  expect(inSeconds(-1, 'seconds')).toBeNull();
  expect(inSeconds(null, 'seconds')).toBeNull();
  expect(inSeconds(60, null)).toBeNull();
});
