import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { generateService } from '../tools/pos-simulator/generate-service';
import { type Clock, sendDeliveries } from '../tools/pos-simulator/post-delivery';
import { between, createRandom, pick, type Random, shuffled } from '../tools/pos-simulator/random';
import { type ActedTicket, actOnBoth, FIRST_ACTIONS, LATER_ACTIONS, sameTickets } from './testing/convergence/actions';
import { comparableOutput } from './testing/convergence/comparable-output';
import { openSide, SCREENS, type Side } from './testing/convergence/side';
import { KEY } from './testing/pos-key';

/** `HEATLAMP_SERVICES` sets the number of services, as in `npm run test:long`; `HEATLAMP_SEED` the first seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 2);
const FIRST_SEED = Number(process.env['HEATLAMP_SEED'] ?? 1);
/** Number of services that share one pair of servers, each as a branch. */
const TOGETHER = 10;
const MAX_MS_EACH = 30_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** In the future, because a subscription's secret is valid only from its creation on. */
const OPENS = '2041-06-21T17:30:00.000+02:00';
const OPENS_AT = Date.parse(OPENS);
/** Shares of late and repeated deliveries, and in how many groups a moment's deliveries arrive. */
const ARRIVING = { late: 0.3, repeated: 0.3, waves: 3 };
const CONNECTIONS = 16;
/** Shares of the open and of the closed tickets that are tapped. */
const TAPPED_SHARE = 0.6;
const LATE_TAP_SHARE = 0.05;
const RESTART_SHARE = 0.4;

/** A delivery that was posted at an instant (epoch ms). */
type Delivery = { path: string; body: string; at: number; branch: number };
/** Number of actions by result. */
type Tally = Record<string, number>;

const open = new Set<Side>();
afterEach(async () => {
  for (const side of open) await side.stop();
  open.clear();
});

async function start(branches: readonly number[]): Promise<Side> {
  const side = await openSide(OPENS_AT, branches);
  open.add(side);
  return side;
}

/** Services, each a branch of its own. */
function deliveriesOf(seeds: readonly number[]): Delivery[] {
  return seeds.flatMap((seed, index) => {
    const unit = pick(createRandom(seed), ['seconds', 'minutes', 'milliseconds'] as const);
    const kind = { branch: index + 1, unit, orders: 12, tables: 5, minutes: 75, start: OPENS };
    const { deliveries } = generateService(seed, kind);
    return deliveries.map(({ path, body }) => ({ path, body, branch: kind.branch, at: instantOf(body) }));
  });
}

function instantOf(body: string): number {
  return Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp);
}

/**
 * Moments at which the second server receives deliveries, in any order. There are fewer than five minutes of receipt,
 * so that the offset of the POS's clock stays unknown and both servers use the same clock. The last moment is in the
 * middle of the services, after them, or the next morning, when forgotten courses are closed.
 */
function momentsOf(random: Random): number[] {
  const last = pick(random, [115, 200, 14 * 60]);
  return [35, 70, 105, last].map((minutes) => OPENS_AT + minutes * MINUTE);
}

/** Posts each once and in order, while the server's clock moves from `now` to `until`. */
async function feedInOrder(side: Side, deliveries: readonly Delivery[], now: number, until: number): Promise<void> {
  for (const { path, body, at } of deliveries) {
    side.setNow(Math.max(at, now));
    const answer = await side.server().post(path.replace('/webhooks/', ''), body);
    expect(answer.status).toBe(200);
  }
  side.setNow(until);
}

const clock: Clock = { now: () => performance.now(), wait: (ms) => new Promise((done) => setTimeout(done, ms)) };

async function feedAtOnce(side: Side, deliveries: readonly Delivery[]): Promise<void> {
  const url = new URL(side.server().url);
  const destination = { url, subscriptionId: 'heatlamp', key: KEY, connections: CONNECTIONS };
  await sendDeliveries(deliveries, destination, clock, (_, reply) => expect(reply).toMatchObject({ status: 200 }));
}

/** Chooses tickets that look the same on both servers, one per order, with the actions on them. */
async function chooseActions(sides: Sides, branches: readonly number[], random: Random): Promise<ActedTicket[]> {
  const chosen = new Map<string, ActedTicket>();
  for (const branch of branches) {
    const [ordered, shuffled] = await Promise.all([sides.ordered.board(branch), sides.shuffled.board(branch)]);
    for (const ticket of sameTickets(ordered, shuffled)) {
      if (random() > (ticket.isOpen ? TAPPED_SHARE : LATE_TAP_SHARE)) continue;
      const actions = Array.from({ length: between(random, 1, 3) }, (_, turn) => ({
        actionId: randomUUID(),
        kind: pick(random, turn === 0 ? FIRST_ACTIONS : LATER_ACTIONS),
        screen: between(random, 0, SCREENS.length - 1),
        over: pick(random, ['http', 'socket'] as const),
      }));
      chosen.set(ticket.orderId, { branch, ...ticket, actions });
    }
  }
  return [...chosen.values()];
}

type Sides = { ordered: Side; shuffled: Side };

/** Acts on both servers. Returns the time after that. */
async function act(sides: Sides, tickets: ActedTicket[], from: number, random: Random, tally: Tally): Promise<number> {
  let now = from;
  for (let turn = 0; turn < 3; turn += 1) {
    for (const { ordered, shuffled } of await actOnBoth(sides.ordered, sides.shuffled, tickets, turn)) {
      expect(shuffled).toEqual([ordered, ordered]);
      tally[ordered] = (tally[ordered] ?? 0) + 1;
    }
    now += pick(random, [1_000, 2_000, 6_000]); // an undo is possible for five seconds
    for (const side of Object.values(sides)) side.setNow(now);
  }
  return now;
}

async function expectSame({ ordered, shuffled }: Sides, seeds: readonly number[]): Promise<void> {
  for (const [index, seed] of seeds.entries()) {
    const [expected, actual] = await Promise.all([
      comparableOutput(ordered, index + 1),
      comparableOutput(shuffled, index + 1),
    ]);
    expect(Object.keys(expected.courses).length, `seed ${seed}`).toBeGreaterThan(5);
    expect(actual, `seed ${seed}`).toEqual(expected);
  }
}

/**
 * Assigns deliveries to the moments (epoch ms, ascending) at which a receiver gets them: each at the first moment after
 * it was posted, or late at any later one, and some twice. Deliveries posted after the last moment are omitted.
 * @returns for each moment its waves, each in random order
 */
function planArrivals(
  deliveries: readonly Delivery[],
  moments: readonly number[],
  { late, repeated, waves }: typeof ARRIVING,
  random: Random,
): Delivery[][][] {
  const arrivals = moments.map(() => Array.from({ length: waves }, (): Delivery[] => []));
  for (const delivery of shuffled(random, deliveries)) {
    const first = moments.findIndex((moment) => delivery.at <= moment);
    const arrive = (isLate: boolean) => {
      const moment = arrivals[isLate ? between(random, first, moments.length - 1) : first];
      if (moment) pick(random, moment).push(delivery);
    };
    if (first === -1) continue;
    arrive(random() < late);
    if (random() < repeated) arrive(true);
  }
  return arrivals.map((moment) => moment.map((wave) => shuffled(random, wave)));
}

/** Plays services on two servers, and compares these after the last delivery and a day later. */
async function converge(seeds: readonly number[]): Promise<Tally> {
  const random = createRandom(seeds[0] ?? 0);
  const branches = seeds.map((_, index) => index + 1);
  const posted = deliveriesOf(seeds);
  const moments = momentsOf(random);
  const arrivals = planArrivals(posted, moments, ARRIVING, random);
  const once = [...new Map(posted.map((delivery) => [delivery.body, delivery])).values()];
  const happened = once.toSorted((a, b) => a.at - b.at);

  const [ordered, shuffled] = await Promise.all([start(branches), start(branches)]);
  const sides: Sides = { ordered, shuffled };
  const tally: Tally = {};
  let [before, now] = [Number.NEGATIVE_INFINITY, OPENS_AT];
  for (const [index, moment] of moments.entries()) {
    const [first = [], ...waves] = arrivals[index] ?? [];
    const news = happened.filter(({ at }) => at > before && at <= moment);
    shuffled.setNow(moment);
    await Promise.all([feedInOrder(ordered, news, now, moment), feedAtOnce(shuffled, first)]);
    [before, now] = [moment, moment];
    for (const wave of waves) {
      const tickets = await chooseActions(sides, branches, random);
      // No delivery of a tapped order arrives at that instant; those of other orders may.
      const isOfTapped = ({ body }: Delivery) => tickets.some(({ orderId }) => body.toLowerCase().includes(orderId));
      const others = wave.filter((delivery) => !isOfTapped(delivery));
      [now] = await Promise.all([act(sides, tickets, now, random, tally), feedAtOnce(shuffled, others)]);
      await feedAtOnce(shuffled, wave.filter(isOfTapped));
      if (random() < RESTART_SHARE) await shuffled.restart();
    }
  }
  await expectSame(sides, seeds);
  for (const side of [ordered, shuffled]) side.setNow(now + DAY);
  await expectSame(sides, seeds);
  return tally;
}

const groups = Array.from({ length: Math.ceil(SERVICES / TOGETHER) }, (_, group) => {
  const first = FIRST_SEED + group * TOGETHER;
  return { first, last: Math.min(first + TOGETHER, FIRST_SEED + SERVICES) - 1 };
});

it.each(groups)(
  '[F1] services of seeds $first to $last have the same result in order and shuffled, with late, repeated and simultaneous deliveries, actions and restarts',
  async ({ first, last }) => {
    const tally = await converge(Array.from({ length: last - first + 1 }, (_, index) => first + index));
    expect(tally['accepted']).toBeGreaterThan(last - first);
  },
  TOGETHER * MAX_MS_EACH,
);
