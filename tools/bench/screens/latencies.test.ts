import { expect, test } from 'vitest';
import { latenciesOf } from './latencies';

const began = new Map([
  ['soup', 100],
  ['mains', 200],
]);

test('a step is seen when the first message shows it, not when a later one does again', () => {
  const screen = [
    { at: 104, steps: ['soup'] },
    { at: 206, steps: ['soup', 'mains'] },
  ];
  expect(latenciesOf(began, [screen])).toEqual({ p50: 5, p99: 5.98, seen: 2, missed: 0 });
});

test('every screen counts, and what one of them never showed is missed', () => {
  const whole = [{ at: 210, steps: ['soup', 'mains'] }];
  const broken = [{ at: 102, steps: ['soup'] }];
  expect(latenciesOf(began, [whole, broken, []])).toMatchObject({ p50: 10, seen: 3, missed: 3 });
});

test('steps that nobody asks for do not count', () => {
  const screen = [{ at: 101, steps: ['dessert', 'soup'] }];
  expect(latenciesOf(began, [screen])).toMatchObject({ p50: 1, seen: 1, missed: 1 });
});
