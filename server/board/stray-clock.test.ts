import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveOf } from '../live/live-branches';
import { type Kitchen, openKitchen } from '../testing/kitchen';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

/** An order of another table starts a course each minute, dated by a clock that is `behind` (ms). */
async function startEachMinute(from: number, until: number, behind: number): Promise<void> {
  for (let minute = from; minute < until; minute += 1) {
    const now = SIX + minute * MINUTE;
    kitchen.setNow(now);
    const place = { number: minute + 1, table: { number: minute + 1 } };
    await kitchen.deliver('kitchenStartCourse', { at: now - behind, order: `o${minute}`, ...place });
  }
}

const clockOffMs = () =>
  liveOf({ ...kitchen.core, screens: () => new Map(), presence: { list: () => [] } as never }, [1]).branches[0]
    ?.clockOffMs;

test('[F23a] courses that are closed on arrival are logged at once, then every five minutes', async () => {
  await startEachMinute(0, 1, 12 * HOUR);
  expect(kitchen.warnings).toEqual([expect.stringContaining('closed on arrival')]);
  await startEachMinute(1, 5, 12 * HOUR);
  expect(kitchen.warnings).toHaveLength(1);
  await startEachMinute(5, 11, 12 * HOUR);
  expect(kitchen.warnings).toHaveLength(3);
});

test('[F23a] events that are dated hours ahead are logged', async () => {
  await startEachMinute(0, 5, -8 * HOUR);
  expect(kitchen.warnings).toEqual([expect.stringContaining('hours ahead')]);
});

test('[F23a] an event of minutes ago is not called hours old where its business day is over', async () => {
  const fiveToFour = SIX + 10 * HOUR - 5 * MINUTE;
  kitchen.setNow(fiveToFour + 10 * MINUTE);
  await kitchen.deliver('kitchenStartCourse', { at: fiveToFour });
  expect(kitchen.warnings).toEqual([expect.stringMatching(/closed on arrival.*business day/)]);
});

test('[F23a] events of a clock that is a little off, and late events of a served course, are not logged', async () => {
  await startEachMinute(0, 8, 2 * HOUR);
  await kitchen.deliver('kitchenServeCourse', { at: SIX - 7 * HOUR, order: 'late', number: 900 });
  await kitchen.deliver('kitchenStartCourse', { at: SIX - 8 * HOUR, order: 'late', number: 900 });
  expect(kitchen.warnings).toEqual([]);
});

test('[F23a] managers and screens see how far a stray clock is off, also after a restart, until it is right', async () => {
  await startEachMinute(0, 4, 0);
  expect(clockOffMs()).toBeNull();
  await startEachMinute(4, 9, 12 * HOUR);
  expect(clockOffMs()).toBe(12 * HOUR);
  const gap = { from: '2026-06-19T16:04:00.000Z', to: '2026-06-19T16:08:00.000Z', cause: 'clock' };
  expect(kitchen.board().gaps).toEqual([gap]);
  kitchen = await kitchen.restart();
  expect(clockOffMs()).toBe(12 * HOUR);
  expect(kitchen.board().gaps).toEqual([gap]);
  await startEachMinute(9, 10, 0);
  expect(clockOffMs()).toBeNull();
  expect(kitchen.board().gaps).toEqual([]);
});
