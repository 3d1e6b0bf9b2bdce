import { expect, test } from 'vitest';
import { expectStored, type MeasuredServer } from './measured-server';

function serverWith(deliveries: number): MeasuredServer {
  const nothing = { url: '', port: 0, pid: 0, token: '', stop: async () => {} };
  return { ...nothing, target: 'baseline', stored: () => deliveries };
}

test('a server that stores all acknowledged deliveries passes, even with a delay', async () => {
  await expectStored(serverWith(500), 500);
  let stored = 499;
  setTimeout(() => (stored = 500), 100);
  await expectStored({ ...serverWith(0), stored: () => stored }, 500);
});

test('a server that lost a delivery or stored more fails', async () => {
  const lost = 'baseline acknowledged 500 deliveries and stored 499';
  await expect(expectStored(serverWith(499), 500, 100)).rejects.toThrow(lost);
  await expect(expectStored(serverWith(501), 500)).rejects.toThrow('stored 501');
});
