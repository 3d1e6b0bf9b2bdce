import { expect, test } from 'vitest';
import { latenciesOf } from './screens';

const startTimes = new Map([
  ['soup', 100],
  ['mains', 200],
]);

test('a step counts from the first message that shows it', () => {
  const screen = [
    { at: 104, steps: ['soup'] },
    { at: 206, steps: ['soup', 'mains'] },
  ];
  expect(latenciesOf([{ startTimes, screens: [screen] }])).toEqual({ p50: 5, p99: 5.98, seen: 2, missed: 0 });
});

test('every screen counts, and a step that one of them never showed is missed', () => {
  const whole = [{ at: 210, steps: ['soup', 'mains'] }];
  const broken = [{ at: 102, steps: ['soup'] }];
  expect(latenciesOf([{ startTimes, screens: [whole, broken, []] }])).toMatchObject({ p50: 10, seen: 3, missed: 3 });
});

test('steps that were not requested do not count', () => {
  const screen = [{ at: 101, steps: ['dessert', 'soup'] }];
  expect(latenciesOf([{ startTimes, screens: [screen] }])).toMatchObject({ p50: 1, seen: 1, missed: 1 });
});

test('a step is expected on the screens of its branch only', () => {
  const cake = { startTimes: new Map([['cake', 100]]), screens: [[{ at: 103, steps: ['cake'] }], []] };
  const soup = { startTimes, screens: [[{ at: 201, steps: ['soup', 'cake'] }]] };
  expect(latenciesOf([cake, soup])).toEqual({ p50: 52, p99: 100.02, seen: 2, missed: 2 });
});
