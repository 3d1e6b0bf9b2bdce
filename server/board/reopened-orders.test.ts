import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../cli/commands';
import { type Kitchen, openKitchen } from '../testing/kitchen';

/** By the clock of the branch, which is an hour ahead: the cut-off is at 03:00. */
const at = (clock: string) => Date.parse(`2026-11-28T${clock}Z`);

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, at('04:00'));
});
afterEach(() => kitchen.stop());

it('a change of settings leaves a free table as it was, also if Heatlamp closed the last course there', async () => {
  const table = { number: 20 };
  const served = { order: 'served', number: 1, table, course: 1 };
  const forgotten = { order: 'forgotten', number: 2, table };
  await kitchen.deliver('kitchenStartCourse', { ...served, at: at('02:12') });
  await kitchen.deliver('kitchenServeCourse', { ...forgotten, course: 1, at: at('02:26') });
  await kitchen.deliver('kitchenServeCourse', { ...served, at: at('02:30') });
  await kitchen.deliver('kitchenCompleteCourse', { ...forgotten, course: 2, at: at('02:50') });
  const free = { status: 'TABLE-STATUS-OPEN', since: new Date(at('03:15')).toISOString() };
  expect(kitchen.board().tables).toMatchObject([free]);

  kitchen = await kitchen.restart();
  await runCommand({ deps: kitchen.core, refusals: null }, 'setting set', { key: 'readyLate', value: '7' });
  expect(kitchen.board().tables).toMatchObject([free]);
});
