import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import { stageDueChanges } from '../clock/clock';
import { addScreen } from '../screens/screens';
import { setSetting } from '../settings/commands';
import type { EventFields } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { comparableBoard } from '../testing/stored-state';
import { takeAction } from '../ticket-actions/ticket-actions';

const at = (clock: string) => Date.parse(`2026-06-19T${clock}:00+02:00`);
const SMITH = { order: 'smith', number: 1 };
const JONES = { order: 'jones', number: 2 };

let kitchen: Kitchen;
afterEach(() => kitchen.stop());

/** Delivers an event at its instant. */
async function deliverAt(clock: string, event: KitchenEvent, fields: Omit<EventFields, 'at'>): Promise<void> {
  kitchen.setNow(at(clock));
  await kitchen.deliver(event, { at: at(clock), table: { number: 12, subNumber: 1 }, ...fields });
}

/** Commits what is due by an instant. */
async function passTo(clock: string): Promise<void> {
  kitchen.setNow(at(clock));
  const { queue, settings, now } = kitchen.core;
  await queue.run(async (sql, stages) => {
    await stages.lock(sql, [1]);
    stageDueChanges(stages.of(1), settings, now());
  });
}

async function claim(ticketId: string): Promise<void> {
  const { core } = kitchen;
  const apply = await core.queue.run(async (sql) => {
    await addScreen(sql, { name: 'Sam', view: 'ready', branches: [1] }, core.now());
    return core.reload(sql);
  });
  apply();
  const [tokenHash = ''] = core.screens().keys();
  await takeAction(core, tokenHash, { actionId: randomUUID(), kind: 'claim', ticketId });
}

/** Why a course of each order is presumed served; null if none is. */
function presumed(): Record<string, string | null> {
  return Object.fromEntries(
    kitchen.board().tickets.map(({ orderId, presumedServed }) => [orderId, presumedServed?.reason ?? null]),
  );
}

test('[F22b] a presumption ends when the order that caused it leaves the table', async () => {
  kitchen = await openKitchen(undefined, at('18:00'));
  await deliverAt('18:00', 'kitchenCompleteCourse', SMITH);
  await deliverAt('18:02', 'kitchenStartCourse', JONES);
  await passTo('18:07');
  expect(presumed()).toEqual({ smith: 'table-retaken', jones: null });
  await deliverAt('18:09', 'kitchenCompleteCourse', { ...JONES, table: { number: 14, subNumber: 1 } });
  expect(presumed()).toEqual({ smith: null, jones: null });
});

test('[F22] a table shows a presumed course even if its own status does not change', async () => {
  kitchen = await openKitchen(undefined, at('18:00'));
  await deliverAt('18:00', 'kitchenCompleteCourse', { ...SMITH, course: 1 });
  await deliverAt('18:05', 'kitchenCompleteCourse', { ...SMITH, course: 2 });
  await deliverAt('18:05', 'kitchenCompleteCourse', { ...SMITH, course: 3 });
  await deliverAt('18:06', 'kitchenServeCourse', { ...SMITH, course: 2 });
  await passTo('18:09');
  await passTo('18:14');
  const [table] = kitchen.board().tables;
  expect(table?.parties[0]?.courses.map(({ presumedServed }) => presumedServed)).toEqual([true, false, false]);
});

test('[F22] presumptions are the same after a restart', async () => {
  kitchen = await openKitchen(undefined, at('18:00'));
  await deliverAt('18:00', 'kitchenCompleteCourse', SMITH);
  await deliverAt('18:10', 'kitchenStartCourse', JONES);
  await passTo('18:15');
  const before = comparableBoard(kitchen.board());
  kitchen = await kitchen.restart();
  expect(comparableBoard(kitchen.board())).toEqual(before);
  await passTo('19:15');
  expect(presumed()).toEqual({ smith: 'table-retaken', jones: null });
});

test('[F22e] a claimed course is presumed served when the claim ends, and its table needs no action from then on', async () => {
  kitchen = await openKitchen(undefined, at('18:00'));
  await deliverAt('18:00', 'kitchenCompleteCourse', SMITH);
  kitchen.setNow(at('18:14'));
  await claim(kitchen.board().tickets[0]?.id ?? '');
  const status = () => kitchen.board().tables[0]?.status;
  await passTo('18:16');
  expect([presumed(), status()]).toEqual([{ smith: null }, 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED']);
  await passTo('18:17');
  expect([presumed(), status()]).toEqual([{ smith: 'table-wait' }, 'TABLE-STATUS-TAKEN']);
  const { version } = kitchen.board();
  kitchen = await kitchen.restart();
  await passTo('18:18');
  expect(kitchen.board().tickets).toMatchObject([{ presumedServed: { at: '2026-06-19T16:17:00.000Z' }, claim: null }]);
  expect(kitchen.board().version).toBe(version);
});

test('[F22] a longer serve limit withdraws presumptions of the old one', async () => {
  kitchen = await openKitchen(undefined, at('18:00'));
  await deliverAt('18:00', 'kitchenCompleteCourse', SMITH);
  await deliverAt('18:02', 'kitchenStartCourse', JONES);
  await passTo('18:07');
  expect(presumed()).toEqual({ smith: 'table-retaken', jones: null });
  await setSetting(kitchen.core, 'readyLate', '10', { branch: 1 });
  expect(presumed()).toEqual({ smith: null, jones: null });
  await passTo('18:12');
  expect(presumed()).toEqual({ smith: 'table-retaken', jones: null });
});
