import { expect, test } from 'vitest';
import { expectStored } from './expect-stored';
import type { Running } from './servers/target';

function holding(deliveries: number): Running {
  const nothing = { url: '', port: 0, pid: 0, token: '', stop: async () => {} };
  return { ...nothing, target: 'floor', stored: () => deliveries };
}

test('a server that holds what it answered passes', () => {
  expect(() => expectStored(holding(500), 500)).not.toThrow();
});

test('a bench whose server lost a delivery fails, and so does one that stored more', () => {
  expect(() => expectStored(holding(499), 500)).toThrow('floor answered 200 to 500 deliveries and has stored 499');
  expect(() => expectStored(holding(501), 500)).toThrow('stored 501');
});
