import { expect, test } from 'vitest';
import { upToDateAfter } from './outage';

const shown = (at: number, version: number, epoch = 'e') => ({ at, epoch, version });

test('a screen is up to date from its first version of the server, if it keeps up', () => {
  const server = [shown(1_000, 7), shown(2_000, 8), shown(3_000, 9)];
  expect(upToDateAfter(1_000, server, [shown(1_400, 7), shown(2_010, 8), shown(2_990, 9)])).toBe(400);
});

test('a screen that falls behind is up to date only after it has caught up', () => {
  const server = [shown(1_000, 7), shown(2_000, 8)];
  expect(upToDateAfter(1_000, server, [shown(1_400, 7), shown(4_000, 8)])).toBe(3_000);
});

test('a screen with an earlier version, another epoch or no board was never up to date', () => {
  const server = [shown(1_000, 7)];
  expect(upToDateAfter(1_000, server, [shown(900, 7)])).toBe(Number.POSITIVE_INFINITY);
  expect(upToDateAfter(1_000, server, [shown(1_400, 9, 'another')])).toBe(Number.POSITIVE_INFINITY);
  expect(upToDateAfter(1_000, server, [])).toBe(Number.POSITIVE_INFINITY);
});
