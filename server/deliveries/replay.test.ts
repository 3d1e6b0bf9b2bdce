import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

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
