import { expect, it } from 'vitest';
import { AMBER_MS, freshnessOf, type Link, RED_MS } from './freshness';

const socket: Link = { kind: 'socket' };

it.each([
  { age: 0, level: 'live' },
  { age: AMBER_MS - 1, level: 'live' },
  { age: AMBER_MS, level: 'amber' },
  { age: RED_MS - 1, level: 'amber' },
  { age: RED_MS, level: 'red' },
])('$age ms after the last news the board is $level, whatever the socket says', ({ age, level }) => {
  const links: Link[] = [socket, { kind: 'http' }, { kind: 'none' }];
  for (const link of links) expect(freshnessOf(age, link, true).level).toBe(level);
});

it('the level is red for an age that cannot be computed', () => {
  expect(freshnessOf(Number.NaN, socket, true).level).toBe('red');
});

it('the level is amber after 6 s and red after 15 s', () => {
  expect([AMBER_MS, RED_MS]).toEqual([6_000, 15_000]);
});

it('the level is waiting before the first message', () => {
  expect(freshnessOf(null, { kind: 'none' }, true)).toEqual({ level: 'waiting', cause: null });
});

it('the cause is set only if the level is not live', () => {
  expect(freshnessOf(0, socket, false).cause).toBeNull();
  expect(freshnessOf(AMBER_MS, socket, true).cause).toBe('server');
  expect(freshnessOf(AMBER_MS, socket, false).cause).toBe('this-screen');
  expect(freshnessOf(RED_MS, socket, false).cause).toBe('this-screen');
});

it('the level is refused after a refusal, whatever the age of the board', () => {
  for (const age of [null, 0, RED_MS])
    expect(freshnessOf(age, { kind: 'refused', code: 'revoked' }, true)).toEqual({ level: 'refused', cause: null });
});
