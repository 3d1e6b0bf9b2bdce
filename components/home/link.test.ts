import { expect, it } from 'vitest';
import { linkOf } from './link';

it.each([
  [0, 'live'],
  [5_999, 'live'],
  [6_000, 'slow'],
  [14_999, 'slow'],
  [15_000, 'lost'],
  [3_600_000, 'lost'],
] as const)('after %i ms without an answer the link is %s', (silentMs, link) => {
  expect(linkOf(silentMs)).toBe(link);
});
