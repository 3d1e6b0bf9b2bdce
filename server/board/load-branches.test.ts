import { afterEach, beforeEach, expect, it } from 'vitest';
import { countQueries } from '../testing/counted-source';
import { type Kitchen, openKitchen } from '../testing/kitchen';

const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

const arrive = (branch: number, table: number) =>
  kitchen.deliver('kitchenStartCourse', { at: SIX, branch, order: `${branch}/${table}`, table: { number: table } });

/** Reads all branches as at the start. Resolves to the number of statements. */
const statementsToLoad = () =>
  kitchen.core.queue.run(async (sql) => {
    const counted = countQueries(sql);
    const replace = await kitchen.core.boards.reload(counted, kitchen.core.settings);
    replace();
    return counted.queries();
  });

it('loads many branches and tables with as many statements as one', async () => {
  await arrive(1, 1);
  const statementsForOne = await statementsToLoad();
  for (const branch of [1, 2, 3]) for (const table of [2, 3, 4]) await arrive(branch, table);
  await kitchen.deliver('kitchenServeCourse', {
    at: SIX,
    branch: 3,
    order: 'gone',
    table: { number: 4, subNumber: 2 },
  });
  const shown = [1, 2, 3].map(kitchen.board);
  expect(await statementsToLoad()).toBe(statementsForOne);
  expect([1, 2, 3].map(kitchen.board)).toEqual(shown);
});
