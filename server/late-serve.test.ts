import { afterEach, expect, it } from 'vitest';
import { generateService } from '../tools/pos-simulator/generate-service';
import { chosenShare, createRandom } from '../tools/pos-simulator/random';
import { openSide, type Side } from './testing/convergence/side';
import { toldBy } from './testing/convergence/told-by';
import { deliveryOf } from './testing/kitchen';

/** More of them by `HEATLAMP_SERVICES=100`; `HEATLAMP_SEED` begins with another. */
const SERVICES = Number(process.env['HEATLAMP_SERVICES'] ?? 3);
const FIRST_SEED = Number(process.env['HEATLAMP_SEED'] ?? 1);
const SEEDS = Array.from({ length: SERVICES }, (_, index) => FIRST_SEED + index);
const MOST_MS_EACH = 30_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** After today, whenever that is: a subscription's secret holds from the moment it is made. */
const OPENS = '2041-06-21T17:30:00.000+02:00';
const OPENS_AT = Date.parse(OPENS);
/** The last is after the last serve, and before anything is closed as forgotten. */
const MOMENTS = [50, 100, 150, 200].map((minutes) => OPENS_AT + minutes * MINUTE);
const LATE_SHARE = 0.3;

type Told = { event: string; body: string; at: number };

const open = new Set<Side>();
afterEach(async () => {
  for (const side of open) await side.stop();
  open.clear();
});

async function start(): Promise<Side> {
  const side = await openSide(OPENS_AT, [1]);
  open.add(side);
  return side;
}

/** What is sent of a service, each once, in the order in which it happened. */
function toldOf(seed: number): Told[] {
  const { deliveries } = generateService(seed, { orders: 16, tables: 4, minutes: 70, start: OPENS });
  const told = deliveries.map(({ path, body }) => ({
    event: path.replace('/webhooks/', ''),
    body,
    at: (JSON.parse(body) as { event: { eventTimestamp: string } }).event.eventTimestamp,
  }));
  const once = new Map(told.map((each) => [each.body, { ...each, at: Date.parse(each.at) }]));
  return [...once.values()].toSorted((a, b) => a.at - b.at);
}

const isServe = ({ event, body }: Told) => {
  const { reading } = deliveryOf(event, body, 0);
  return reading.kind === 'fact' && reading.fact.type === 'CourseServed';
};

async function feed(side: Side, deliveries: readonly Told[]): Promise<void> {
  for (const { event, body } of deliveries) expect((await side.server().post(event, body)).status).toBe(200);
}

async function presumedOn(side: Side): Promise<number> {
  const { tickets } = await side.board(1);
  return tickets.filter(({ presumedServed }) => presumedServed !== null).length;
}

it.each(SEEDS)(
  '[F22] a service of seed %i whose serves come when they are presumed already has the figures of one in time',
  async (seed) => {
    const deliveries = toldOf(seed);
    const serves = deliveries.filter(isServe);
    const chosen = chosenShare(createRandom(seed), serves.length, LATE_SHARE);
    const late = new Set(serves.filter((_, index) => chosen.has(index)));
    const inTime = await start();
    const behind = await start();
    let from = Number.NEGATIVE_INFINITY;
    let presumed = 0;
    for (const moment of MOMENTS) {
      const news = deliveries.filter(({ at }) => at > from && at <= moment);
      for (const side of [inTime, behind]) side.setNow(moment);
      await Promise.all([
        feed(inTime, news),
        feed(
          behind,
          news.filter((delivery) => !late.has(delivery)),
        ),
      ]);
      presumed = Math.max(presumed, await presumedOn(behind));
      from = moment;
    }
    expect(presumed, 'presumed served without the late serves').toBeGreaterThan(0);
    await behind.restart();
    await feed(
      behind,
      [...late].filter(({ at }) => at <= from),
    );
    expect(await toldBy(behind, 1)).toEqual(await toldBy(inTime, 1));
    for (const side of [inTime, behind]) side.setNow(from + DAY);
    expect(await toldBy(behind, 1)).toEqual(await toldBy(inTime, 1));
  },
  MOST_MS_EACH,
);
