import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import { TOUCH_SUBSCRIPTIONS } from '../sql/write-statements';
import { type EventFields, eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import type { BranchChange } from './staged-branch';

const MINUTE = 60_000;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const at = (minute: number) => SIX + minute * MINUTE;
const iso = (minute: number) => new Date(at(minute)).toISOString();

let kitchen: Kitchen;
let changes: BranchChange[];
const listen = () => kitchen.core.boards.onChange((change) => changes.push(change));
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
  changes = [];
  listen();
});
afterEach(() => kitchen.stop());

const EVENTS = { start: 'kitchenStartCourse', complete: 'kitchenCompleteCourse', serve: 'kitchenServeCourse' } as const;

/** Delivers one press of a button, received at once. */
async function deliver(step: keyof typeof EVENTS, minute: number, fields: Partial<EventFields> = {}): Promise<void> {
  kitchen.setNow(Math.max(at(minute), kitchen.core.now()));
  const event: KitchenEvent = EVENTS[step];
  const result = await kitchen.deliver(event, { at: at(minute), ...fields });
  expect(['applied', 'repeat']).toContain(result.storedIn === 'database' ? result.outcome : result.storedIn);
}

const states = () => kitchen.board().tickets.map((ticket) => [ticket.orderId, ticket.state.slice(21), ticket.version]);
const table = () => kitchen.board().tables.find((one) => one.number === '12');

/** Resolves to the next change. Subscribe before moving the clock. */
async function changeAt(minute: number): Promise<BranchChange> {
  const changed = new Promise<BranchChange>((done) => {
    const stop = kitchen.core.boards.onChange((change) => {
      stop();
      done(change);
    });
  });
  kitchen.setNow(at(minute));
  return changed;
}

it('writes to subscriptions in the same order for any deliveries, so that transactions do not wait in a circle', async () => {
  const order = async (subscriptions: readonly string[]) => {
    const batch = subscriptions.map((subscription, index) => ({
      ...kitchen.delivery(EVENTS.start, eventBody({ at: at(index) })),
      subscription,
    }));
    return kitchen.core.queue.run(async (sql, stages) => {
      await kitchen.core.boards.deliver(sql, batch, stages);
      return stages
        .writes()
        .find(({ statement }) => statement === TOUCH_SUBSCRIPTIONS)
        ?.rows.map(([, id]) => id);
    });
  };
  expect(await order(['b', 'c', 'a'])).toEqual(['a', 'b', 'c']);
  expect(await order(['c', 'a', 'b'])).toEqual(['a', 'b', 'c']);
});

it('counts one version for each commit that changes the board, and none for a repeat', async () => {
  await deliver('start', 0);
  await deliver('start', 0);
  await kitchen.take(kitchen.delivery('selectRelation', '{"sender":{"branchNumber":1},"selectRelation":null}'));
  await kitchen.take(kitchen.delivery('kitchenStartCourse', '{"sender":{"branchNumber":1},"course":{}}'));
  expect(kitchen.board().version).toBe(1);
  await deliver('complete', 5);
  await Promise.all([deliver('serve', 6), deliver('start', 6, { course: 4 })]);
  expect(changes.map(({ previousVersion, version }) => [previousVersion, version])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(changes.map(({ tickets, tables }) => [tickets.length, tables.length])).toEqual([
    [1, 1],
    [1, 1],
    [2, 1],
  ]);
  expect(await kitchen.rows('SELECT "version" FROM "Branch"')).toEqual([{ version: 3 }]);
});

it('keeps branches apart, each with its own version', async () => {
  await deliver('start', 0, { branch: 1 });
  await deliver('start', 0, { branch: 2 });
  await deliver('complete', 1, { branch: 2 });
  expect([kitchen.board(1), kitchen.board(2)]).toMatchObject([
    { version: 1, tickets: [{ branch: 1 }], tables: [{ branch: 1 }] },
    { version: 2, tickets: [{ branch: 2 }], tables: [{ branch: 2 }] },
  ]);
  expect(kitchen.board(1).epoch).not.toBe(kitchen.board(2).epoch);
});

it('changes the board only after the commit: a failed transaction leaves it unchanged', async () => {
  await deliver('start', 0, { order: 'a' });
  const before = kitchen.board();
  await kitchen.change('CREATE UNIQUE INDEX "oneTable" ON "TableState" ("branch")');
  kitchen.setNow(at(1));
  const refused = await kitchen.deliver('kitchenStartCourse', { at: at(1), order: 'b', table: { number: 7 } });
  expect(refused).toMatchObject({ outcome: 'unreadable' });
  await expect(
    kitchen.core.queue.run(async (sql, stages) => {
      await stages.lock(sql, [1]);
      stages.of(1).row.name = 'Never';
      stages.of(1).markChanged();
      throw new Error('half-way');
    }),
  ).rejects.toThrow('half-way');
  expect(kitchen.board()).toEqual({ ...before, lastDeliveryAt: before.lastDeliveryAt });
  expect(changes).toHaveLength(1);
  expect(await kitchen.rows('SELECT 1 FROM "CourseTicket"')).toHaveLength(1);
  expect(await kitchen.rows('SELECT 1 FROM "Order"')).toHaveLength(1);

  await kitchen.change('DROP INDEX "oneTable"');
  await deliver('start', 2, { order: 'c', table: { number: 7 } });
  expect(states()).toHaveLength(2);
});

it('is not affected by a listener that throws', async () => {
  kitchen.core.boards.onChange(() => {
    throw new Error('a screen broke');
  });
  await deliver('start', 0);
  await deliver('complete', 5);
  expect(await kitchen.rows('SELECT DISTINCT "outcome" FROM "Delivery"')).toEqual([{ outcome: 'applied' }]);
  expect(kitchen.board()).toMatchObject({ version: 2, tickets: [{ readyAt: iso(5) }] });
  expect(kitchen.warnings).toHaveLength(2);
});

it('commits a table status when it is due, and a closing', async () => {
  await deliver('start', 0, { expected: null });
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(0) });
  const late = await changeAt(15);
  expect(late).toMatchObject({ previousVersion: 1, version: 2, tickets: [] });
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED', since: iso(15), version: 2 });
  await deliver('complete', 16);
  await changeAt(20);
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED', since: iso(20) });
  const presumed = await changeAt(31);
  expect(presumed.tickets).toMatchObject([{ presumed: { at: at(31), reason: 'table-wait' }, closedAt: null }]);
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-TAKEN', since: iso(31) });
  const closed = await changeAt(16 + 240);
  expect(closed.tickets).toMatchObject([{ closedAt: at(256), closedBy: 'heatlamp' }]);
  expect(table()).toMatchObject({ status: 'TABLE-STATUS-OPEN', since: iso(61) });
  expect(kitchen.board().tickets[0]?.marks).toContain('auto-closed');
  expect(await kitchen.rows('SELECT "closedBy" FROM "CourseTicket"')).toEqual([{ closedBy: 'heatlamp' }]);

  await deliver('serve', 250);
  expect(kitchen.board().tickets[0]).toMatchObject({ closedBy: 'pos', servedAt: iso(250) });
});

it('gives the whole board a new epoch when a ticket disappears', async () => {
  const second = 1 / 60;
  await deliver('complete', 0);
  await deliver('start', 70 * second);
  expect(kitchen.board().tickets.map(({ round }) => round)).toEqual([1, 2]);
  const { epoch } = kitchen.board();
  // The completion was pressed again in between: the start belongs to it, with another clock.
  await deliver('complete', 20 * second, { counter: 2 });
  expect(kitchen.board().tickets.map(({ round, marks }) => [round, marks])).toEqual([
    [1, ['clock', 'completed-again', 'unit-unknown']],
  ]);
  expect(kitchen.board().epoch).not.toBe(epoch);
  expect(changes.at(-1)).toMatchObject({ isWhole: true, version: 3 });
  const after = kitchen.board();
  kitchen = await kitchen.restart();
  expect(kitchen.board()).toEqual(after);
});

it('sends every ticket again when the unit of times is determined', async () => {
  const course = async (number: number) => {
    const fields = { order: `order-${number}`, table: { number } };
    await deliver('start', number, fields);
    await deliver('complete', number + 5, { ...fields, actual: 300 });
  };
  for (let number = 1; number <= 9; number += 1) await course(number);
  expect(kitchen.board().tickets.every(({ expectedSeconds }) => expectedSeconds === null)).toBe(true);
  await course(10);
  const last = changes.at(-1);
  expect(last?.tickets).toHaveLength(10);
  expect(
    kitchen.board().tickets.map(({ expectedSeconds, posSeconds, version }) => [expectedSeconds, posSeconds, version]),
  ).toEqual(Array.from({ length: 10 }, () => [600, 300, last?.version]));
});
