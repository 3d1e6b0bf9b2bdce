import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventBody } from '../testing/events';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { isAnythingDue, startClock } from './clock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Friday at six in the evening, by the branch's wall clock. */
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
let stop: (() => void) | undefined;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(async () => {
  stop?.();
  await kitchen.stop();
});

const state = () => kitchen.core.boards.branch(1);

it('removes earlier business days from memory, and keeps them stored', async () => {
  await kitchen.deliver('kitchenServeCourse', { at: SIX, order: 'over' });
  kitchen.setNow(SIX + 16 * HOUR);
  await kitchen.deliver('kitchenStartCourse', { at: SIX + 16 * HOUR, order: 'new', table: { number: 7 } });
  expect(state()?.orders.size).toBe(2);
  stop = await startClock(kitchen.core, 2);
  await vi.waitFor(() => expect(state()?.orders.size).toBe(1), { timeout: 60_000 });
  expect(kitchen.board()).toMatchObject({ tickets: [{ orderId: 'new' }], tables: [{ number: '12' }, { number: '7' }] });
  expect(await kitchen.rows('SELECT 1 FROM "CourseTicket"')).toHaveLength(2);
});

it('commits at the start what became due while the server was stopped', async () => {
  await kitchen.deliver('kitchenStartCourse', { at: SIX });
  const { version } = kitchen.board();
  await kitchen.core.close();
  kitchen = await openKitchen(kitchen.folder, SIX + 5 * HOUR);
  expect(kitchen.board()).toMatchObject({ version: version + 1, tables: [{ status: 'TABLE-STATUS-OPEN' }] });
  expect(await kitchen.rows('SELECT "closedBy" FROM "CourseTicket"')).toEqual([{ closedBy: 'heatlamp' }]);
});

it('waits without logging while the database is unavailable, and commits afterwards', async () => {
  await kitchen.deliver('kitchenStartCourse', { at: SIX });
  await kitchen.lock();
  const change = kitchen.core.queue.run(async (sql, stages) => {
    await stages.lock(sql, [1]);
    stages.of(1).markChanged();
  });
  await expect(change).rejects.toThrow('cannot be written');
  const { length } = kitchen.warnings;
  kitchen.setNow(SIX + 5 * HOUR);
  stop = await startClock(kitchen.core, 2);
  await vi.waitFor(() => expect(kitchen.core.queue.state().isAway).toBe(true), 60_000);
  expect(kitchen.warnings).toHaveLength(length);
  await kitchen.unlock();
  const closedBy = () => kitchen.rows('SELECT "closedBy" FROM "CourseTicket"');
  await vi.waitFor(async () => expect(await closedBy()).toEqual([{ closedBy: 'heatlamp' }]), 60_000);
});

it('looks at the courses of a branch again only after a change of the branch or of its limits', async () => {
  await kitchen.deliver('kitchenStartCourse', { at: SIX, order: 'one' });
  const { settings } = kitchen.core;
  let looked = 0;
  const counting: typeof settings = {
    ...settings,
    limitsOf(branch, course) {
      looked += 1;
      return settings.limitsOf(branch, course);
    },
  };
  const looksUntil = (at: number) => {
    const before = looked;
    const known = state();
    return { isDue: known !== undefined && isAnythingDue(known, counting, at), looks: looked - before };
  };
  // Its row is that of the last commit, which the clock of the server has looked at.
  await kitchen.deliver('kitchenStartCourse', { at: SIX, order: 'two' });
  looksUntil(SIX);
  expect(looksUntil(SIX + 60_000)).toEqual({ isDue: false, looks: 0 });
  expect(looksUntil(SIX + 5 * HOUR)).toEqual({ isDue: true, looks: 0 });
  await kitchen.core.queue.run(async () => settings.replace([...settings.rows()]));
  expect(looksUntil(SIX + 60_000)).toEqual({ isDue: false, looks: 2 });
  await kitchen.deliver('kitchenStartCourse', { at: SIX, order: 'three', table: { number: 7 } });
  expect(looksUntil(SIX + 60_000).isDue).toBe(false);
  expect(looksUntil(SIX + 5 * HOUR)).toEqual({ isDue: true, looks: 0 });
});

const openOrders = () => kitchen.board().tickets.flatMap(({ closedAt, orderId }) => (closedAt ? [] : orderId));
const occupied = () => kitchen.board().tables.flatMap(({ number, status }) => (status.includes('OPEN') ? [] : number));

it.each([
  ['while it runs', DAY, false],
  ['so far that everything had left memory', 30 * DAY, false],
  ['while it is stopped', DAY, true],
])('[F9] opens what it closed when its clock, which was wrong, is set back %s', async (_, ahead, isStopped) => {
  await kitchen.deliver('kitchenStartCourse', { at: SIX, order: 'one' });
  await kitchen.deliver('kitchenServeCourse', { at: SIX, order: 'served', table: { number: 7 } });
  const before = kitchen.board();
  kitchen.setNow(SIX + ahead);
  stop = await startClock(kitchen.core, 2);
  await vi.waitFor(() => expect(state()?.orders.size).toBe(0), { timeout: 60_000 });
  if (isStopped) stop();
  kitchen.setNow(SIX + MINUTE);
  if (isStopped) kitchen = await kitchen.restart();
  await vi.waitFor(() => expect(openOrders()).toEqual(['one']), { timeout: 60_000 });
  expect(occupied()).toEqual(['12', '7']);
  const { version } = kitchen.board();
  expect(version).toBeGreaterThan(before.version);
  kitchen = await kitchen.restart();
  expect(kitchen.board()).toMatchObject({ version, tickets: { length: 2 } });
  kitchen.setNow(SIX + 5 * HOUR);
  await vi.waitFor(() => expect(openOrders()).toEqual([]), { timeout: 60_000 });
});

it('[F23] forgets what it received by a clock that was wrong', async () => {
  const startAt = async (minute: number, ahead: number) => {
    const at = SIX + minute * MINUTE;
    kitchen.setNow(at + ahead);
    await kitchen.deliver('kitchenStartCourse', { at, course: minute + 1 });
  };
  for (let minute = 0; minute < 15; minute += 1) await startAt(minute, HOUR);
  expect(kitchen.board().posOffsetMs).toBe(HOUR);
  stop = await startClock(kitchen.core, 2);
  const now = SIX + 15 * MINUTE;
  kitchen.setNow(now);
  await vi.waitFor(() => expect(kitchen.board().posOffsetMs).toBe(0), { timeout: 60_000 });
  // Received before, and projected only now.
  await kitchen.take({ ...kitchen.delivery('kitchenServeCourse', eventBody({ at: SIX })), receivedAt: now + HOUR });
  for (let minute = 16; minute < 22; minute += 1) await startAt(minute, 0);
  expect(kitchen.board().posOffsetMs).toBe(0);
  kitchen = await kitchen.restart();
  expect(kitchen.board().posOffsetMs).toBe(0);
});

it('loads no history at a start at which the clock is years behind', async () => {
  for (const [day, order] of ['one', 'two', 'three'].entries()) {
    kitchen.setNow(SIX + day * 3 * DAY);
    await kitchen.deliver('kitchenServeCourse', { at: SIX + day * 3 * DAY, order, table: { number: day } });
  }
  await kitchen.deliver('kitchenStartCourse', { at: SIX + 6 * DAY, order: 'open' });
  const free = `SELECT 1 FROM "TableState" WHERE "status" = 'TABLE-STATUS-OPEN'`;
  await vi.waitFor(async () => expect(await kitchen.rows(free)).toHaveLength(2), { timeout: 60_000 });
  kitchen.setNow(0);
  kitchen = await kitchen.restart();
  const kept = [...(state()?.orders.values() ?? [])].map(({ identity }) => identity);
  expect(new Set(kept)).toEqual(new Set(['id:open', 'id:three']));
});
