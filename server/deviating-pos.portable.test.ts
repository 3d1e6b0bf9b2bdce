import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateService } from '../tools/pos-simulator/generate-service';
import { fetchTickets } from '../tools/pos-simulator/history-courses';
import { NO_FAULTS, planDeliveries, REAL_TIME, sendDeliveries } from '../tools/pos-simulator/post-delivery';
import { createRandom } from '../tools/pos-simulator/random';
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
  const plan = { ...NO_FAULTS, speed: Number.POSITIVE_INFINITY, shuffle: true, repeat: 0.1 };
  const destination = { url: new URL(server.url), subscriptionId: 'heatlamp', key: KEY, connections: 8 };
  let scans = 0;
  const postings = planDeliveries(service.deliveries, plan, createRandom(12));
  await sendDeliveries(postings, destination, REAL_TIME, ({ path }, reply) => {
    const isScan = path.endsWith('/scanCode');
    expect(reply).toMatchObject({ status: 200, signature: 'right', json: true, isScanResponse: isScan });
    if (isScan) scans += 1;
  });
  expect(scans).toBeGreaterThan(10);

  const reported = await fetchTickets({ url: new URL(server.url), token, branch: 1 });
  expect(compareCourses(service.truth.courses, reported).differences).toEqual([]);
  const causes = new Set((await newestDeliveries(server, token)).map(({ cause }) => cause));
  expect(causes).toEqual(new Set([null, 'left-out', 'path-slip', 'till']));
});
