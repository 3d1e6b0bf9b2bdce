import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { startClock } from './clock';
import { isAnythingDue } from './due-changes';

const HOUR = 3_600_000;
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

it('evicts finished orders from memory from time to time, and keeps them stored', async () => {
  await kitchen.deliver('kitchenServeCourse', { at: SIX, order: 'over' });
  kitchen.setNow(SIX + HOUR);
  await kitchen.deliver('kitchenStartCourse', { at: SIX + HOUR, order: 'new', table: { number: 7 } });
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
