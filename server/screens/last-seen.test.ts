import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

it('still knows after a restart when a screen was last seen', async () => {
  const { token } = await server.command<{ token: string }>('screen add', { name: 'api', branches: [1], view: 'api' });
  const at = Date.parse('2026-06-19T18:00:00Z');
  server.setNow(at);
  await server.get('/api/v1/board', token);
  server = await server.restart();
  expect(await server.command('screen list')).toMatchObject([{ name: 'api', lastSeenAt: '2026-06-19T18:00:00.000Z' }]);
});
