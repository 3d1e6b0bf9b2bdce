import { afterEach, expect, it } from 'vitest';
import { generateService } from '../tools/pos-simulator/generate-service';
import { createRandom, pickShare } from '../tools/pos-simulator/random';
import { comparableOutput } from './testing/convergence/comparable-output';
import { openSide, type Side } from './testing/convergence/side';
import { deliveryOf } from './testing/kitchen';
import { postAll } from './testing/service-day';

/** `HEATLAMP_SERVICES` sets the number of services, `HEATLAMP_SEED` the first seed. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 1);
const FIRST_SEED = Number(process.env['HEATLAMP_SEED'] ?? 1);
const SEEDS = Array.from({ length: SERVICES }, (_, index) => FIRST_SEED + index);
/** Each service is a branch of one pair of servers. */
const BRANCHES = SEEDS.map((_, index) => index + 1);
const MAX_MS_EACH = 60_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** In the future, because a subscription's secret is valid only from its creation on. */
const OPENS = '2041-06-21T17:30:00.000+02:00';
const OPENS_AT = Date.parse(OPENS);
/** The last one is after the last serve, and before forgotten tickets are closed. */
const MOMENTS = [50, 100, 150, 200].map((minutes) => OPENS_AT + minutes * MINUTE);
const LATE_SHARE = 0.3;

type Posted = { event: string; body: string; at: number };

const open = new Set<Side>();
afterEach(async () => {
  for (const side of open) await side.stop();
  open.clear();
});

async function start(): Promise<Side> {
  const side = await openSide(OPENS_AT, BRANCHES);
  open.add(side);
  return side;
}

/** The deliveries of a service, each once. */
function deliveriesOf(seed: number, branch: number): Posted[] {
  const { deliveries } = generateService(seed, { branch, orders: 16, tables: 4, minutes: 70, start: OPENS });
  const once = new Map(deliveries.map((delivery) => [delivery.body, delivery]));
  return [...once.values()].map(({ path, body }) => ({
    event: path.replace('/webhooks/', ''),
    body,
    at: Date.parse((JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp),
  }));
}

const isServe = ({ event, body }: Posted) => {
  const { translation } = deliveryOf(event, body, 0);
  return translation.kind === 'fact' && translation.fact.type === 'CourseServed';
};

/** Number of courses that a side presumes served. */
async function presumedOn(side: Side): Promise<number> {
  const boards = await Promise.all(BRANCHES.map((branch) => side.board(branch)));
  return boards.flatMap(({ tickets }) => tickets).filter(({ presumedServed }) => presumedServed !== null).length;
}

async function expectSame(behind: Side, inTime: Side): Promise<void> {
  for (const branch of BRANCHES)
    expect(await comparableOutput(behind, branch)).toEqual(await comparableOutput(inTime, branch));
}

it(
  `[F22] serves that come when they are presumed already give the figures of serves in time (from seed ${FIRST_SEED})`,
  async () => {
    const deliveries = SEEDS.flatMap((seed, index) => deliveriesOf(seed, BRANCHES[index] ?? 0));
    const serves = deliveries.filter(isServe);
    const chosen = pickShare(createRandom(FIRST_SEED), serves.length, LATE_SHARE);
    const late = new Set(serves.filter((_, index) => chosen.has(index)));
    const [inTime, behind] = await Promise.all([start(), start()]);
    let from = Number.NEGATIVE_INFINITY;
    let presumed = 0;
    for (const moment of MOMENTS) {
      const news = deliveries.filter(({ at }) => at > from && at <= moment);
      for (const side of [inTime, behind]) side.setNow(moment);
      const pressed = news.filter((delivery) => !late.has(delivery));
      await Promise.all([postAll(inTime.server(), news), postAll(behind.server(), pressed)]);
      presumed = Math.max(presumed, await presumedOn(behind));
      from = moment;
    }
    expect(presumed, 'courses presumed served while their serves are missing').toBeGreaterThan(0);
    await behind.restart();
    const stillToCome = [...late].filter(({ at }) => at <= from);
    await postAll(behind.server(), stillToCome);
    await expectSame(behind, inTime);
    for (const side of [inTime, behind]) side.setNow(from + DAY);
    await expectSame(behind, inTime);
  },
  Math.max(240_000, SERVICES * MAX_MS_EACH),
);
