import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateService } from '../tools/pos-simulator/generate-service';
import { fetchTickets } from '../tools/pos-simulator/history-courses';
import { type RunOptions, simulate } from '../tools/pos-simulator/simulate';
import { compareCourses } from '../tools/pos-simulator/truth';
import { addProgram, newestDeliveries } from './testing/deliveries';
import { KEY } from './testing/pos-key';
import { type RunningServer, startServer } from './testing/running-server';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('the history is correct for a POS that deviates from its documentation', async () => {
  const token = await addProgram(server);
  const service = generateService(12, { orders: 60, tables: 20, minutes: 120, strange: true });
  const options: RunOptions = {
    url: new URL(server.url),
    id: 'heatlamp',
    secret: KEY.secret,
    secretEncoding: KEY.secretEncoding,
    speed: Number.POSITIVE_INFINITY,
    as: 'recorded',
    connections: 8,
    shuffle: true,
    repeat: 0.1,
    delay: 0,
    lose: 0,
    forge: 0,
  };
  const { summary } = await simulate(service, 12, options, {
    clock: { now: () => performance.now(), wait: (ms) => new Promise((waited) => setTimeout(waited, ms)) },
    today: Date.now,
    errors: { write: () => true },
  });
  expect(summary).toMatchObject({ ok: true, byStatus: { 200: summary.sent } });
  expect(summary.scans.answered).toBeGreaterThan(10);

  const reported = await fetchTickets({ url: new URL(server.url), token, branch: 1 });
  expect(compareCourses(service.truth.courses, reported).differences).toEqual([]);
  const causes = new Set((await newestDeliveries(server, token)).map(({ cause }) => cause));
  expect(causes).toEqual(new Set([null, 'left-out', 'path-slip', 'till']));
});
