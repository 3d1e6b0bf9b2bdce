import { expect, test } from 'vitest';
import { suggestedMinutes } from './course-times';

test('[F18] the suggested target is rounded up to whole minutes, and at least one', () => {
  expect([0, 60_000, 60_001, 779_000].map(suggestedMinutes)).toEqual([1, 1, 2, 13]);
});
