import { afterEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { type Delivery, generateService } from '../../tools/pos-simulator/generate-service';
import { type Clock, NO_FAULTS, planDeliveries, sendDeliveries } from '../../tools/pos-simulator/post-delivery';
import { createRandom } from '../../tools/pos-simulator/random';
import { type Compared, comparableOutput } from '../testing/convergence/comparable-output';
import { addProgram } from '../testing/deliveries';
import { startNodes } from '../testing/node-pair';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { comparableBoard, storedState, waitUntilCommitted } from '../testing/stored-state';

/** `HEATLAMP_SERVICES` sets the number of services, `HEATLAMP_SEED` the first seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 1);
const MAX_MS_EACH = 240_000;
const FIRST_SEED = Number(process.env['HEATLAMP_SEED'] ?? 1);
/** In the future, because a subscription's secret is valid only from its creation on. */
const OPENS = '2041-06-21T17:30:00.000+02:00';

const open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

const clock: Clock = { now: () => performance.now(), wait: (ms) => new Promise((done) => setTimeout(done, ms)) };
const instantOf = ({ body }: Pick<Delivery, 'body'>) =>
  Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp);

async function postInOrder(server: RunningServer, deliveries: readonly Delivery[]): Promise<void> {
  const once = [...new Map(deliveries.map((delivery) => [delivery.body, delivery])).values()];
  for (const delivery of once.toSorted((a, b) => instantOf(a) - instantOf(b))) {
    server.setNow(instantOf(delivery));
    expect((await server.post(delivery.path.replace('/webhooks/', ''), delivery.body)).status).toBe(200);
  }
}

/** Posts the deliveries in random order, some of them twice, over several connections. */
async function postShuffled(server: RunningServer, deliveries: readonly Delivery[], seed: number): Promise<void> {
  const plan = { ...NO_FAULTS, speed: Number.POSITIVE_INFINITY, shuffle: true, repeat: 0.3 };
  const destination = { url: new URL(server.url), subscriptionId: 'heatlamp', key: KEY, connections: 4 };
  await sendDeliveries(planDeliveries(deliveries, plan, createRandom(seed)), destination, clock, (_, reply) =>
    expect(reply).toMatchObject({ status: 200 }),
  );
}

/** Checks that the versions of a branch follow each other on a node. Returns the last one. */
function followVersions({ core }: RunningServer, branch: number): () => number {
  let last = core.boards.branch(branch)?.row.version ?? 0;
  core.boards.onChange((change) => {
    if (change.branch !== branch) return;
    expect(change.previousVersion).toBe(last);
    expect(change.version).toBeGreaterThan(last);
    last = change.version;
  });
  return () => last;
}

/** What a node answers, on the database of a data folder. */
function answersOf(node: RunningServer, program: string, { dataDir }: RunningServer): Compared {
  return {
    program,
    server: () => ({ dataDir, get: node.get }),
    board: async () => (await (await node.get('/api/v1/board', program)).json()) as Board,
  };
}

const boardOf = async (answers: Compared) => comparableBoard(await answers.board(1));

it('two nodes that share the deliveries of a service, in any order and with repeats, end as one node that got them in order', {
  timeout: SERVICES * MAX_MS_EACH,
}, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SERVICES; seed += 1) {
    const { deliveries } = generateService(seed, { orders: 12, tables: 5, minutes: 70, start: OPENS });
    // In the middle of the service, and the next morning.
    const instants = deliveries.map(instantOf).toSorted((a, b) => a - b);
    const middle = instants[Math.floor(instants.length * 0.6)] ?? 0;
    const one = await startServer(undefined, {}, Date.parse(OPENS));
    const nodes = await startNodes(Date.parse(OPENS));
    open.push(one, nodes);
    const [program, shared] = [await addProgram(one), await addProgram(nodes.second)];
    const versions = [nodes.first, nodes.second].map((node) => followVersions(node, 1));
    let from = 0;
    for (const now of [middle, (instants.at(-1) ?? 0) + 14 * 3_600_000]) {
      const news = deliveries.filter((delivery) => instantOf(delivery) > from && instantOf(delivery) <= now);
      from = now;
      await postInOrder(one, news);
      one.setNow(now);
      nodes.setNow(now);
      // Some go to both.
      const isOf = createRandom(seed);
      const shares = news.map(() => isOf());
      await Promise.all([
        postShuffled(
          nodes.first,
          news.filter((_, index) => (shares[index] ?? 0) < 0.6),
          seed,
        ),
        postShuffled(
          nodes.second,
          news.filter((_, index) => (shares[index] ?? 0) > 0.4),
          seed + 1,
        ),
      ]);
      await waitUntilCommitted(one.core);
      const message = `seed ${seed}`;
      const answers = answersOf(one, program, one);
      const expected = await comparableOutput(answers, 1);
      const stored = await storedState(one.dataDir);
      await expect.poll(() => storedState(nodes.first.dataDir), { message }).toEqual(stored);
      for (const node of [nodes.first, nodes.second]) {
        const its = answersOf(node, shared, nodes.first);
        await expect.poll(() => boardOf(its), { message }).toEqual(await boardOf(answers));
        expect(await comparableOutput(its, 1), message).toEqual(expected);
      }
      await expect.poll(() => new Set(versions.map((version) => version())).size, { message }).toBe(1);
      expect(versions[0]?.()).toBeGreaterThan(2);
    }
    for (const used of open.splice(0)) await used.stop();
  }
});
