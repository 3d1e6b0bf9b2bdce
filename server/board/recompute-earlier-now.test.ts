import { afterEach, expect, test } from 'vitest';
import { forgetEarlierDays, stageDueChanges } from '../clock/clock';
import { setBranch } from '../settings/branches';
import { setSetting } from '../settings/commands';
import type { EventFields } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { branchNowOf } from './read-board';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIX = Date.parse('2026-06-19T18:00:00+02:00');
const LATE = 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED';

let kitchen: Kitchen;
afterEach(() => kitchen.stop());

/** One order starts a course each minute, from one minute after six until another, on a POS whose clock is behind. */
async function startEachMinute(from: number, until: number, behind: number): Promise<void> {
  for (let minute = from; minute < until; minute += 1) {
    await deliverStart(minute, behind, { order: `o${minute}`, number: minute + 1, table: { number: minute + 1 } });
    await passTime();
  }
}

async function deliverStart(minute: number, behind: number, fields: Omit<EventFields, 'at'>): Promise<void> {
  const now = SIX + minute * MINUTE;
  kitchen.setNow(now);
  await kitchen.deliver('kitchenStartCourse', { at: now - behind, ...fields });
}

/** Commits what is due, and removes earlier days from memory, as the server does by itself. */
async function passTime(): Promise<void> {
  const { queue, settings, boards, now } = kitchen.core;
  await queue.run(async (sql, stages) => {
    await stages.lock(sql, [1]);
    stageDueChanges(stages.of(1), settings, now());
  });
  await queue.run(async () => {
    for (const state of boards.branches()) forgetEarlierDays(state, settings, branchNowOf(kitchen.core, 1));
  });
}

const openOrders = () => kitchen.board().tickets.flatMap(({ closedAt, orderNumber }) => (closedAt ? [] : orderNumber));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const isTaken = (number: number) =>
  kitchen.board().tables.find((table) => table.number === String(number))?.status === 'TABLE-STATUS-TAKEN';

test('[F9a][F23] courses that were closed by time are open again once the offset follows the POS’s clock', async () => {
  kitchen = await openKitchen(undefined, SIX);
  await startEachMinute(0, 10, 0);
  await startEachMinute(10, 14, 5 * HOUR);
  expect(openOrders()).toEqual(upTo(10));
  expect(isTaken(12)).toBe(false);
  await startEachMinute(14, 22, 5 * HOUR);
  expect(kitchen.board().posOffsetMs).toBe(5 * HOUR);
  expect(openOrders().toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(upTo(22));
  expect(isTaken(12)).toBe(true);

  const { version } = kitchen.board();
  kitchen = await kitchen.restart();
  expect(openOrders()).toHaveLength(22);
  expect(isTaken(12)).toBe(true);
  await passTime();
  expect(kitchen.board().version).toBe(version);
});

test('[F9][F23] a table and a presumption are as of an earlier now once the offset follows the POS’s clock', async () => {
  kitchen = await openKitchen(undefined, SIX);
  const counter = { order: null, number: null, table: null, cafeteria: { orderId: 'counter', number: 900 } };
  await startEachMinute(0, 3, 0);
  await kitchen.deliver('kitchenCompleteCourse', { ...counter, at: SIX + 3 * MINUTE });
  await kitchen.deliver('kitchenCompleteCourse', {
    ...{ order: 'o2', number: 3, table: { number: 3 } },
    at: SIX + 3 * MINUTE,
  });
  await startEachMinute(3, 20, 0);
  await kitchen.deliver('kitchenCompleteCourse', {
    ...{ order: 'o1', number: 2, table: { number: 2 } },
    at: SIX + 19 * MINUTE,
  });
  await startEachMinute(20, 30, 0);
  const late = () => kitchen.board().tables.find(({ number }) => number === '2')?.status;
  const reasons = () => kitchen.board().tickets.flatMap(({ presumedServed }) => presumedServed?.reason ?? []);
  expect(late()).toBe('TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');
  expect(reasons().toSorted()).toEqual(['counter-wait', 'table-wait']);
  await startEachMinute(30, 45, HOUR);
  expect(kitchen.board().posOffsetMs).toBe(HOUR);
  expect(late()).not.toBe('TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');
  expect(reasons()).toEqual([]);
});

test('[F9][F23] a party that had left an occupied table is back at an earlier now', async () => {
  kitchen = await openKitchen(undefined, SIX);
  await startEachMinute(0, 3, 0);
  const served = { order: 'served', number: 900, table: { number: 2, tableName: 'Served' } };
  await kitchen.deliver('kitchenServeCourse', { at: SIX + 3 * MINUTE, ...served });
  kitchen.setNow(SIX + 49 * MINUTE);
  await passTime();
  const parties = () => kitchen.board().tables.find(({ number }) => number === '2')?.parties ?? [];
  expect(parties()).toHaveLength(1);
  await startEachMinute(50, 56, 20 * MINUTE);
  expect(kitchen.board().posOffsetMs).toBe(20 * MINUTE);
  expect(parties().map(({ name }) => name)).toContain('Served');
  kitchen = await kitchen.restart();
  expect(parties()).toHaveLength(2);
});

test('[F9a] a course that is forgotten by every clock stays closed when the offset grows', async () => {
  kitchen = await openKitchen(undefined, SIX);
  await deliverStart(0, 10 * HOUR, { order: 'old', number: 900, table: { number: 900 } });
  await startEachMinute(1, 5, 0);
  await startEachMinute(5, 20, 2 * HOUR);
  expect(kitchen.board().posOffsetMs).toBe(2 * HOUR);
  expect(openOrders()).not.toContain(900);
  const [stored] = await kitchen.rows<{ closedBy: string }>(
    'SELECT t."closedBy" FROM "CourseTicket" t JOIN "Order" o ON o."key" = t."orderKey" WHERE o."number" = 900',
  );
  expect(stored?.closedBy).toBe('heatlamp');
});

test.each([
  ['a later cut-off', (core: Kitchen['core']) => setBranch(core, { number: 1, cutOff: '10:00' })],
  ['a time zone to the west', (core: Kitchen['core']) => setBranch(core, { number: 1, timeZone: 'America/New_York' })],
])('[F9] courses that were closed at the cut-off are open again with %s', async (_, change) => {
  kitchen = await openKitchen(undefined, SIX + 9 * HOUR);
  await startEachMinute(9 * 60, 9 * 60 + 3, 0);
  kitchen.setNow(SIX + 11 * HOUR);
  await passTime();
  expect(openOrders()).toEqual([]);
  await change(kitchen.core);
  expect(openOrders()).toEqual([541, 542, 543]);
  expect(kitchen.board().tables).toMatchObject([{ status: LATE }, { status: LATE }, { status: LATE }]);
});

test('[F9a] courses that were closed as forgotten are open again when that is to happen later', async () => {
  kitchen = await openKitchen(undefined, SIX);
  await setSetting(kitchen.core, 'autoCloseHours', '2', {});
  await startEachMinute(0, 3, 0);
  kitchen.setNow(SIX + 3 * HOUR);
  await passTime();
  expect(openOrders()).toEqual([]);
  await setSetting(kitchen.core, 'autoCloseHours', '4', {});
  expect(openOrders()).toEqual([1, 2, 3]);
});
