import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let program: string;
beforeAll(async () => {
  server = await startServer();
  await server.command('branch set', { number: 1 });
  program = await addProgram(server);
});
afterAll(() => server.stop());

const limit = (branches: number[] | null) => server.command('subscription limit', { id: 'heatlamp', branches });
const post = (at: number) => server.post('kitchenStartCourse', eventBody({ at }));
const ticketsOf = async () =>
  ((await (await server.get('/api/v1/board', program)).json()) as { tickets: unknown[] }).tickets.length;

it('a delivery for a branch that its subscription is not for is kept, and makes nothing until the limit is right', async () => {
  const at = Date.now() - 60_000;
  expect(await limit([3, 2, 3])).toEqual({ id: 'heatlamp', branches: [2, 3] });
  expect(await server.command('subscription list')).toMatchObject([{ id: 'heatlamp', branches: [2, 3] }]);
  const refused = await post(at);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'INVALID_DATA' } }]);
  const [delivery] = await newestDeliveries(server, program);
  expect(delivery).toMatchObject({
    ...{ outcome: 'unreadable', cause: 'other-branch', branch: null, ticketId: null },
    reason: 'the subscription may not send for branch 1',
  });
  expect(await ticketsOf()).toBe(0);
  expect(await server.command('branch list')).toMatchObject([{ number: 1, lastDeliveryAt: null }]);
  expect(await server.command('deliveries replay', { id: delivery?.id })).toEqual({ replayed: 1, applied: 0 });
  // A restart reads the inbox and the subscriptions again.
  server = await server.restart();
  expect(await ticketsOf()).toBe(0);

  await limit([1]);
  expect((await post(at + 1_000)).status).toBe(200);
  expect(await server.command('deliveries replay', { outcome: 'unreadable' })).toEqual({ replayed: 1, applied: 1 });
  await limit(null);
  const [listed = {}] = await server.command<object[]>('subscription list');
  expect(listed).not.toHaveProperty('branches');
});

it('a limit has a branch, and belongs to a subscription', async () => {
  await expect(limit([])).rejects.toThrow('at least one branch');
  await expect(server.command('subscription limit', { id: 'unknown', branches: [1] })).rejects.toThrow('unknown');
});

it('what a removed subscription sent for another branch stays unreadable', async () => {
  await limit([2]);
  await post(Date.now() - 50_000);
  await server.command('subscription remove', { id: 'heatlamp' });
  const [delivery] = await newestDeliveries(server, program);
  const before = await ticketsOf();
  for (const which of [{ id: delivery?.id }, { outcome: 'unreadable' }])
    expect(await server.command('deliveries replay', which)).toEqual({ replayed: 1, applied: 0 });
  expect(await newestDeliveries(server, program)).toMatchObject([{ id: delivery?.id, cause: 'other-branch' }, {}, {}]);
  expect(await ticketsOf()).toBe(before);
});
