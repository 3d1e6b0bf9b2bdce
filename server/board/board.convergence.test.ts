import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Delivery, generateService } from '../../tools/pos-simulator/generate-service';
import { fetchTickets } from '../../tools/pos-simulator/history-courses';
import { readDeliveries, readTruth } from '../../tools/pos-simulator/option-values';
import { NO_FAULTS, planDeliveries, sendDeliveries } from '../../tools/pos-simulator/post-delivery';
import { createRandom } from '../../tools/pos-simulator/random';
import { compareCourses } from '../../tools/pos-simulator/truth';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { comparableBoard, storedState, waitUntilCommitted } from '../testing/stored-state';

/** `HEATLAMP_SERVICES` sets the number of runs, as in `npm run test:long`; `HEATLAMP_SEED` the seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 1);
const SEED = process.env['HEATLAMP_SEED'] === undefined ? {} : { seed: Number(process.env['HEATLAMP_SEED']) };
const SECONDS_EACH = 30;
/** In the future, because a subscription's secret is valid only from its creation on. */
const FRIDAY = '2041-06-21T17:30:00.000+02:00';
const CONNECTIONS = 6;

const running = new Set<RunningServer>();
afterEach(async () => {
  for (const server of running) await server.stop();
  running.clear();
});

async function start(now: number): Promise<RunningServer> {
  const server = await startServer(undefined, {}, now);
  running.add(server);
  return server;
}

async function stop(server: RunningServer): Promise<void> {
  running.delete(server);
  await server.stop();
}

const instantOf = ({ body }: Delivery) =>
  Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp);

/** Posts each delivery once, in order of its event, and sets the server's clock to that time. */
async function postInOrder(server: RunningServer, deliveries: readonly Delivery[]): Promise<void> {
  const once = [...new Map(deliveries.map((delivery) => [delivery.body, delivery])).values()];
  for (const delivery of once.toSorted((a, b) => instantOf(a) - instantOf(b))) {
    server.setNow(instantOf(delivery));
    const reply = await server.post(delivery.path.replace('/webhooks/', ''), delivery.body);
    expect(reply.status).toBe(200);
  }
}

/** Posts the deliveries in random order, a third of them twice, over several connections at once. */
async function postShuffled(server: RunningServer, deliveries: readonly Delivery[], seed: number): Promise<void> {
  const plan = { ...NO_FAULTS, speed: Number.POSITIVE_INFINITY, shuffle: true, repeat: 0.3 };
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  const destination = { url: new URL(server.url), subscriptionId: 'heatlamp', key: KEY, connections: CONNECTIONS };
  const replies: unknown[] = [];
  await sendDeliveries(
    planDeliveries(deliveries, plan, createRandom(seed)),
    destination,
    { now: () => performance.now(), wait },
    (_, reply) => replies.push('status' in reply ? reply.status : reply.failed),
  );
  expect([...new Set(replies)]).toEqual([200]);
}

/** The board and the stored rows of an evening at `now`, after everything due by then. */
async function evening(server: RunningServer, now: number) {
  server.setNow(now);
  await waitUntilCommitted(server.core);
  const { token } = await server.command<{ token: string }>('screen add', { name: 'x', branches: [1], view: 'api' });
  const board = await (await server.get('/api/v1/board', token)).json();
  return { board: comparableBoard(board), ...(await storedState(server.dataDir)) };
}

/** One server receives it in order, the other in any order, with a restart halfway. */
async function compare(deliveries: readonly Delivery[], now: number, seed: number): Promise<number> {
  const ordered = await start(Math.min(...deliveries.map(instantOf)));
  await postInOrder(ordered, deliveries);
  const expected = await evening(ordered, now);
  await stop(ordered);

  let shuffled = await start(now);
  const half = createRandom(seed);
  const isFirst = deliveries.map(() => half() < 0.5);
  await postShuffled(
    shuffled,
    deliveries.filter((_, index) => isFirst[index]),
    seed,
  );
  running.delete(shuffled);
  shuffled = await shuffled.restart();
  shuffled.setNow(now);
  running.add(shuffled);
  await postShuffled(
    shuffled,
    deliveries.filter((_, index) => !isFirst[index]),
    seed + 1,
  );
  const actual = await evening(shuffled, now);
  await stop(shuffled);
  expect(actual).toEqual(expected);
  return Object.keys(expected.board['tickets'] as object).length;
}

const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const options = { numRuns: SERVICES, endOnFailure: true, ...SEED };

describe('a service that arrives in any order, with repeats, over several connections and a restart', () => {
  it(
    'ends with the same stored rows as the one that arrived in order, days later',
    () =>
      fc.assert(
        fc.asyncProperty(seeds, async (seed) => {
          const { deliveries } = generateService(seed, { orders: 14, tables: 6, minutes: 70, start: FRIDAY });
          const last = Math.max(...deliveries.map(instantOf));
          expect(await compare(deliveries, last + 3 * 86_400_000, seed)).toBe(0);
        }),
        options,
      ),
    Math.max(240, SERVICES * SECONDS_EACH) * 1_000,
  );

  it(
    'shows the same board as the one that arrived in order, in the middle of the service',
    () =>
      fc.assert(
        fc.asyncProperty(seeds, async (seed) => {
          const { deliveries } = generateService(seed, { orders: 14, tables: 5, minutes: 70, start: FRIDAY });
          const instants = deliveries.map(instantOf).toSorted((a, b) => a - b);
          const now = instants[Math.floor(instants.length * (0.5 + (seed % 50) / 100))] ?? 0;
          const soFar = deliveries.filter((delivery) => instantOf(delivery) <= now);
          expect(await compare(soFar, now, seed)).toBeGreaterThan(0);
        }),
        options,
      ),
    Math.max(240, SERVICES * SECONDS_EACH) * 1_000,
  );

  it('folds the fixture into its true courses', async () => {
    const fixtures = path.join(import.meta.dirname, '../../tools/pos-simulator/fixtures/friday-evening');
    const deliveries = readDeliveries(`${fixtures}.jsonl`);
    const server = await start(Date.parse(FRIDAY));
    await postShuffled(server, deliveries, SEED.seed ?? 1);
    const { token } = await server.command<{ token: string }>('screen add', { name: 'x', branches: [1], view: 'api' });
    const actual = await fetchTickets({ url: new URL(server.url), token, branch: 1 });
    const truth = readTruth(`${fixtures}.truth.json`);
    expect(compareCourses(truth.courses, actual)).toEqual({
      total: truth.courses.length,
      agree: truth.courses.length,
      extra: 0,
      differences: [],
    });
  });
});
