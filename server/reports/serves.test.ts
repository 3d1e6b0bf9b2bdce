import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import type { Serves } from '../../contract/reports';
import { setBranch } from '../settings/branches';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { everyCourse, type ReportFilter } from './filter';

const NINE = Date.parse('2026-06-19T21:00:00+02:00');
const MINUTE = 60_000;

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, NINE);
});
afterEach(() => kitchen.stop());

const STEPS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;

/** An order with one course whose steps were sent by these workplaces, ten minutes apart; null for a missing step. */
async function cooks(number: number, workplaces: readonly (number | null)[], startedAt = NINE - 180 * MINUTE) {
  const order = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  for (const [index, workplace] of workplaces.entries()) {
    if (workplace === null) continue;
    const table = { number, subNumber: 1 };
    const at = startedAt + number * MINUTE + index * 10 * MINUTE;
    await kitchen.deliver(STEPS[index] as KitchenEvent, { order, number, at, workplace, table });
  }
}

const served = (filter: Partial<ReportFilter> = {}) =>
  kitchen.core.reader.read('serves', { ...everyCourse([1]), ...filter });

async function servedOfAll(): Promise<Serves | undefined> {
  const { groups } = await kitchen.core.reader.read('summary', { ...everyCourse([1]), groupBy: 'none' });
  return groups[0]?.serves;
}

it('[F15d] counts no course that was not ready, or whose serve may still be pressed', async () => {
  await cooks(1, [1, 1, 1]);
  await cooks(2, [1, null, 1]);
  await cooks(3, [1, null]);
  await cooks(4, [1, 1], NINE - 24 * MINUTE);
  expect(await servedOfAll()).toEqual({ n: 1, pressed: 1 });
  // The next party at the table of a course that nobody served.
  await cooks(5, [1, 1]);
  await kitchen.deliver('kitchenStartCourse', {
    number: 6,
    order: null,
    at: NINE - 60 * MINUTE,
    table: { number: 5, subNumber: 1 },
  });
  expect(await servedOfAll()).toEqual({ n: 2, pressed: 1 });
  kitchen.setNow(NINE + 300 * MINUTE);
  await expect.poll(servedOfAll).toEqual({ n: 3, pressed: 1 });
});

it('[F15e] a course belongs to the workplace of its start, else of its completion', async () => {
  await cooks(1, [3, 1, 2]);
  await cooks(2, [3, 2]);
  await cooks(3, [null, 2, 3]);
  await cooks(4, [1, 2, 3]);
  kitchen.setNow(NINE + 300 * MINUTE);
  const workplaces = [
    { workplace: 1, n: 1, pressed: 1 },
    { workplace: 2, n: 1, pressed: 1 },
    { workplace: 3, n: 2, pressed: 1 },
  ];
  await expect.poll(() => served()).toEqual({ n: 4, pressed: 3, workplaces });
  expect(await served({ table: { number: '2', subNumber: null } })).toEqual({
    ...{ n: 1, pressed: 0 },
    workplaces: [{ workplace: 3, n: 1, pressed: 0 }],
  });
});

it('[F15e] has no workplaces of several branches, whose numbers are not the same workplaces', async () => {
  await cooks(1, [1, 1, 1]);
  await setBranch(kitchen.core, { number: 2 });
  for (const [index, event] of STEPS.entries())
    await kitchen.deliver(event, { branch: 2, at: NINE + index, workplace: 1 });
  expect(await served({ branches: [1, 2] })).toEqual({ n: 2, pressed: 2, workplaces: [] });
});
