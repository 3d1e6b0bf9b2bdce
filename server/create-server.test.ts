import { afterEach, expect, it } from 'vitest';
import { eventBody } from './testing/events';
import { type RunningServer, startServer } from './testing/running-server';

let server: RunningServer;
afterEach(() => server.stop());

it('shows a course from start to serve, and after a restart', async () => {
  server = await startServer();
  const at = Date.now() - 20 * 60_000;
  const { token } = await server.command<{ token: string }>('screen add', { name: 'wall', branches: [1], view: 'api' });
  const ticket = async () => (await (await server.get('/api/v1/board', token)).json()).tickets[0];

  expect((await server.post('kitchenStartCourse', eventBody({ at }))).status).toBe(200);
  expect(await ticket()).toMatchObject({
    state: 'KITCHEN-TICKET-STATE-STARTED',
    table: { number: '12', subNumber: '2' },
    marks: ['unit-unknown'],
  });
  expect((await server.post('kitchenCompleteCourse', eventBody({ at: at + 300_000, actual: 300 }))).status).toBe(200);
  expect(await ticket()).toMatchObject({ state: 'KITCHEN-TICKET-STATE-READYFORPICKUP', measuredSeconds: 300 });

  server = await server.restart();
  expect((await server.post('kitchenServeCourse', eventBody({ at: at + 400_000 }))).status).toBe(200);
  expect(await ticket()).toMatchObject({ state: 'KITCHEN-TICKET-STATE-COMPLETED', closedBy: 'pos', round: 1 });
});
