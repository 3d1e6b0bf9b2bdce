import { expect, it } from 'vitest';
import { verdictOf } from './print';

it('a rig passes if it checked something and found no violation', () => {
  expect(verdictOf([], 7, 3)).toBe('passed');
  expect(verdictOf(['a delivery is lost'], 7, 3)).toBe('failed: 1 violations, seed 7');
  expect(verdictOf(['the server did not start'], 7, 0)).toBe('failed: 1 violations, seed 7');
});

it('a rig that checked nothing has not passed', () => {
  expect(verdictOf([], 7, 0)).toBe('failed: nothing was checked, seed 7');
});
