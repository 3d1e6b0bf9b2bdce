import { expect, test } from 'vitest';
import { rightAfter } from './catch-up';

const seen = (at: number, version: number, epoch = 'e') => ({ at, epoch, version });

test('a screen is right when it has the version of the server, and keeps up', () => {
  const server = [seen(1_000, 7), seen(2_000, 8), seen(3_000, 9)];
  expect(rightAfter(1_000, server, [seen(1_400, 7), seen(2_010, 8), seen(2_990, 9)])).toBe(400);
});

test('a screen that falls behind again is right only when it has caught up', () => {
  const server = [seen(1_000, 7), seen(2_000, 8)];
  expect(rightAfter(1_000, server, [seen(1_400, 7), seen(4_000, 8)])).toBe(3_000);
});

test('a screen with its earlier version, another epoch, or no board was never right', () => {
  const server = [seen(1_000, 7)];
  expect(rightAfter(1_000, server, [seen(900, 7)])).toBe(Number.POSITIVE_INFINITY);
  expect(rightAfter(1_000, server, [seen(1_400, 9, 'another')])).toBe(Number.POSITIVE_INFINITY);
  expect(rightAfter(1_000, server, [])).toBe(Number.POSITIVE_INFINITY);
});
