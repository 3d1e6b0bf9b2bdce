import { expect, test } from 'vitest';
import { expectStored } from './expect-stored';
import type { Running } from './target';

function holding(deliveries: number): Running {
  const nothing = { url: '', port: 0, pid: 0, token: '', stop: async () => {} };
  return { ...nothing, target: 'baseline', stored: () => deliveries };
}

test('a server that stores what it answered passes, even if it takes a moment', async () => {
  await expectStored(holding(500), 500);
  let stored = 499;
  setTimeout(() => (stored = 500), 100);
  await expectStored({ ...holding(0), stored: () => stored }, 500);
});

test('a bench whose server lost a delivery fails, and so does one that stored more', async () => {
  const lost = 'baseline answered 200 to 500 deliveries and has stored 499';
  await expect(expectStored(holding(499), 500)).rejects.toThrow(lost);
  await expect(expectStored(holding(501), 500)).rejects.toThrow('stored 501');
});
