import { afterEach, expect, it } from 'vitest';
import { type Delivery, generateService } from '../../tools/pos-simulator/generate-service';
import { type Clock, NO_FAULTS, planDeliveries, sendDeliveries } from '../../tools/pos-simulator/post-delivery';
import { createRandom } from '../../tools/pos-simulator/random';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { storedState, waitUntilCommitted } from '../testing/stored-state';

/** `HEATLAMP_SERVICES` sets the number of services, `HEATLAMP_SEED` the first seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 4);
const FIRST_SEED = Number(process.env['HEATLAMP_SEED'] ?? 1);
const AT_ONCE = 8;
const SECONDS_EACH = 10;
const OPENS = '2026-06-19T17:30:00.000+02:00';
const DAYS_LATER = Date.parse(OPENS) + 3 * 86_400_000;

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(): Promise<RunningServer> {
  const server = await startServer(undefined, {}, DAYS_LATER);
  running.push(server);
  return server;
}

const clock: Clock = { now: () => performance.now(), wait: (ms) => new Promise((done) => setTimeout(done, ms)) };

async function send(server: RunningServer, deliveries: readonly Delivery[], disturbed: boolean, seed: number) {
  const shuffled = disturbed ? { shuffle: true, repeat: 0.3 } : {};
  const plan = { ...NO_FAULTS, speed: Number.POSITIVE_INFINITY, ...shuffled };
  const connections = disturbed ? 16 : 1;
  const destination = { url: new URL(server.url), subscriptionId: 'heatlamp', key: KEY, connections };
  const replies = new Set<unknown>();
  const postings = planDeliveries(deliveries, plan, createRandom(seed));
  await sendDeliveries(postings, destination, clock, (_, reply) =>
    replies.add('status' in reply ? reply.status : reply.failed),
  );
  expect([...replies]).toEqual([200]);
}

/** Each delivery once, in the order in which things happened. */
function inOrder(deliveries: readonly Delivery[]): Delivery[] {
  const once = [...new Map(deliveries.map((delivery) => [delivery.body, delivery])).values()];
  const instantOf = ({ body }: Delivery) =>
    Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp);
  return once.toSorted((a, b) => instantOf(a) - instantOf(b));
}

it(
  'many services, each in a branch of its own, have the same result in order and mixed with repeats',
  async () => {
    const [ordered, shuffled] = [await start(), await start()];
    for (let first = 1; first <= SERVICES; first += AT_ONCE) {
      const branches = Array.from({ length: Math.min(AT_ONCE, SERVICES - first + 1) }, (_, index) => first + index);
      const services = branches.map((branch) =>
        generateService(FIRST_SEED + branch, { branch, orders: 10, tables: 5, minutes: 60, start: OPENS }),
      );
      await Promise.all(services.map(({ deliveries }) => send(ordered, inOrder(deliveries), false, first)));
      const mixed = services.flatMap(({ deliveries }) => deliveries);
      await send(shuffled, mixed, true, FIRST_SEED + first);
    }
    for (const server of [ordered, shuffled]) await waitUntilCommitted(server.core);
    for (let branch = 1; branch <= SERVICES; branch += 1) {
      const [expected, actual] = await Promise.all(
        [ordered, shuffled].map(({ dataDir }) => storedState(dataDir, branch)),
      );
      expect(expected?.tickets.length, `seed ${FIRST_SEED + branch}`).toBeGreaterThan(0);
      expect(actual, `seed ${FIRST_SEED + branch}`).toEqual(expected);
    }
  },
  Math.max(240, SERVICES * SECONDS_EACH) * 1_000,
);
