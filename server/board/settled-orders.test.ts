import { afterEach, beforeEach, expect, it } from 'vitest';
import { KITCHEN_EVENTS, type KitchenEvent } from '../../contract/deliveries';
import { between, createRandom, pick, type Random } from '../../tools/pos-simulator/random';
import { evictOld } from '../heartbeat/due-changes';
import { type EventFields, eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, type Kitchen, openKitchen } from '../testing/kitchen';
import type { BranchState } from './branch-state';
import { recomputePresumed, recomputeTable } from './recompute';
import { StagedBranch } from './staged-branch';

const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_123);
/** A Friday at five in the afternoon, by the branch's wall clock. */
const FIVE = Date.parse('2026-06-19T15:00:00Z');
const MINUTE = 60_000;

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, FIVE);
});
afterEach(() => kitchen.stop());

function branch(): BranchState {
  const state = kitchen.core.boards.branch(1);
  if (!state) throw new Error('there is no branch yet');
  return state;
}

async function deliverAll(events: readonly (EventFields & { event: KitchenEvent })[]): Promise<void> {
  const { queue } = kitchen.core;
  const deliver = ({ event, ...fields }: EventFields & { event: KitchenEvent }) =>
    queue.deliver(kitchen.delivery(event, eventBody(fields)), { ...DEFAULT_CONTEXT, pathEvent: event });
  await Promise.all(events.map(deliver));
  expect(await queue.committed()).toBe(true);
}

/** The tables at an instant, and what is presumed served: from the orders that can affect them, or from all. */
function computed(now: number, fromAll: boolean) {
  const state = branch();
  const staged = new StagedBranch(state);
  for (const [key, table] of state.tables) {
    if (fromAll) staged.orders.reopenTable(key);
    recomputePresumed(staged, key, kitchen.core.settings, now);
    recomputeTable(staged, table, table.newsAt, kitchen.core.settings, now);
  }
  const orders = [...state.orders.keys()].flatMap((key) => staged.orders.get(key) ?? []);
  return {
    tables: staged.tables.all().map(({ number, view }) => ({ number, view })),
    presumed: orders.flatMap(({ tickets }) => tickets.map(({ presumed }) => presumed)),
  };
}

/** A party that comes to a table: some forget to press, some overlap the next one, some move, some come late. */
function party(random: Random, order: number, at: number): (EventFields & { event: KitchenEvent })[] {
  const table = { number: between(random, 1, 2) };
  const movedTo = random() < 0.15 ? { number: 3 - table.number } : table;
  return Array.from({ length: between(random, 1, 3) }, (_, index) => index + 1).flatMap((course) =>
    KITCHEN_EVENTS.flatMap((event, step) => {
      const isForgotten = random() < 0.03;
      const instant = at + (course * 4 + step) * MINUTE + between(random, 0, 60) * 1_000;
      const fields = {
        event,
        at: instant,
        order: `o${order}`,
        number: order,
        course,
        counter: order * 100 + course * 3 + step,
      };
      return isForgotten ? [] : [{ ...fields, table: course > 1 ? movedTo : table }];
    }),
  );
}

it(`gives tables the view that all their orders give them (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  let settled = 0;
  let late: (EventFields & { event: KitchenEvent })[] = [];
  for (let order = 1; order <= 60; order += 1) {
    const at = FIVE + order * 6 * MINUTE;
    kitchen.setNow(at + 15 * MINUTE);
    const events = party(random, order, at);
    const isLate = events.map(() => random() < 0.08);
    await deliverAll(events.filter((_, index) => !isLate[index]));
    late = [...late, ...events.filter((_, index) => isLate[index])];
    if (late.length > 0 && random() < 0.3) {
      const chosen = pick(random, late);
      late = late.filter((event) => event !== chosen);
      await deliverAll([chosen]);
    }
    if (random() < 0.1) evictOld(branch(), at + 15 * MINUTE);
    if (random() < 0.05) kitchen = await kitchen.restart();
    for (const minutes of [-20, 0, 15, 17, 40, 90, 600])
      expect(computed(at + minutes * MINUTE, false), `order ${order}, ${minutes} min`).toEqual(
        computed(at + minutes * MINUTE, true),
      );
    settled += [...branch().settledOn.values()].reduce((sum, { orders }) => sum + orders.size, 0);
  }
  expect(settled).toBeGreaterThan(0);
});

it('keeps an order that stays at its table if the next party moves away', async () => {
  const deliver = (event: KitchenEvent, minute: number, order: string, table: number) =>
    deliverAll([
      { event, at: FIVE + minute * MINUTE, order, number: order === 'first' ? 1 : 2, table: { number: table } },
    ]);
  await deliver('kitchenStartCourse', 0, 'first', 1);
  await deliver('kitchenCompleteCourse', 1, 'first', 1);
  await deliver('kitchenServeCourse', 2, 'first', 1);
  await deliver('kitchenStartCourse', 5, 'second', 1);
  kitchen.setNow(FIVE + 35 * MINUTE);
  evictOld(branch(), FIVE + 35 * MINUTE);
  await deliver('kitchenCompleteCourse', 36, 'second', 2);
  const shown = kitchen.board().tables.find(({ number }) => number === '1');
  expect(shown).toMatchObject({ parties: [{ courses: [{ number: 3 }] }] });
});

it('looks at as few orders after many parties as after few, and forgets the facts of those that left', async () => {
  const tables = 10;
  const evening = (from: number, parties: number) =>
    deliverAll(
      Array.from({ length: parties }, (_, index) => from + index).flatMap((order) =>
        KITCHEN_EVENTS.map((event, step) => ({
          ...{ event, order: `o${order}`, number: order, course: 1, counter: order * 3 + step },
          at: FIVE - (2_000 - Math.floor(order / tables)) * 1_000 + step * 300,
          table: { number: 1 + (order % tables) },
        })),
      ),
    );
  const looked = () => Math.max(...[...branch().ordersOn.values()].map((orders) => orders.size));
  await evening(0, 60);
  const few = looked();
  for (let from = 60; from < 1_500; from += 240) await evening(from, 240);
  expect([few, looked()]).toEqual([1, 1]);
  expect(branch().orders.size).toBe(1_500);
  expect(branch().openOrders.size).toBe(0);
  expect([...branch().orders.values()].filter(({ facts }) => facts !== null).length).toBeLessThanOrEqual(tables);
});
