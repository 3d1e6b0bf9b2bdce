import { expect, test } from 'vitest';
import { suggestedMinutes } from './target';

test('[F18] a target is suggested in whole minutes, rounded up, and is never none', () => {
  expect([0, 60_000, 60_001, 779_000].map(suggestedMinutes)).toEqual([1, 1, 2, 13]);
});
