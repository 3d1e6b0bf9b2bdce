import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

it("rewrites a branch's business days when its calendar is set again", async () => {
  await server.post('kitchenStartCourse', eventBody({ at: Date.parse('2026-06-19T23:30:00Z') }));
  await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam' });
  // The state after an interrupted rewrite.
  await server.core.queue.run((sql) =>
    sql.courseTicket.updateMany({ data: { businessDay: 'another', localMinute: 0 } }),
  );
  await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam' });
  const [ticket] = await server.core.queue.run((sql) => sql.courseTicket.findMany());
  expect(ticket).toMatchObject({ businessDay: '2026-06-19', localMinute: 90 });
});

it('creates its data folder without rights for others', async () => {
  const { mode } = await stat(server.core.config.controlSocket);
  expect(mode & 0o777).toBe(0o600);
});
