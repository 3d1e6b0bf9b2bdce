import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { openKitchen } from '../testing/kitchen';
import { type RunningServer, startServer } from '../testing/running-server';
import { replayUnreadable } from './replay';

let server: RunningServer;
let token: string;
beforeEach(async () => {
  server = await startServer();
  ({ token } = await server.command<{ token: string }>('screen add', { name: 'api', branches: [1], view: 'api' }));
});
afterEach(() => server.stop());

type Listed = { id: string; outcome: string };
const deliveries = async () =>
  (await (await server.get('/api/v1/deliveries?branch=1', token)).json()).deliveries as Listed[];

it('applies a delivery once, however many replay it at the same time', async () => {
  await server.post('kitchenStartCours', eventBody({ at: Date.now() - 60_000 }));
  const [unknown] = await deliveries();
  expect(unknown?.outcome).toBe('ignored');
  // Pinning makes the event name known, so that earlier deliveries become readable.
  const id = unknown?.id ?? '';
  await server.core.queue.run((sql) =>
    sql.subscription.update({ where: { id: 'heatlamp' }, data: { event: 'kitchenStartCourse' } }),
  );
  const apply = await server.core.queue.run((sql) => server.core.reload(sql));
  apply();

  const replays = await Promise.all(
    [1, 2, 3].map(() => server.command<{ applied: number }>('deliveries replay', { id })),
  );
  expect(replays.map(({ applied }) => applied).sort()).toEqual([0, 0, 1]);
  expect((await deliveries())[0]?.outcome).toBe('applied');
});

it('reads what looked dated ahead, once the clock of the machine is right', async () => {
  const today = Date.UTC(2026, 5, 19, 16);
  const kitchen = await openKitchen(undefined, Date.UTC(1970, 0, 1));
  try {
    const delivery = kitchen.delivery('kitchenStartCourse', eventBody({ at: today }));
    delivery.headers = { 'content-type': 'application/json' };
    expect(await kitchen.take(delivery)).toMatchObject({ outcome: 'unreadable' });
    expect(kitchen.board().tickets).toEqual([]);
    expect(await replayUnreadable(kitchen.core)).toEqual({ replayed: 1, applied: 0 });

    kitchen.setNow(today + 60_000);
    expect(await replayUnreadable(kitchen.core)).toEqual({ replayed: 1, applied: 1 });
    expect(kitchen.board().tickets).toMatchObject([{ startedAt: '2026-06-19T16:00:00.000Z' }]);
  } finally {
    await kitchen.stop();
  }
});
