import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { wallSettingsOf } from './read-board';
import { createUsualWaits } from './usual-wait';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

/**
 * Delivers a start and a serve for this many parties, which wait this many minutes. Half an hour before, a course began
 * for each that nobody reported as served (F22d).
 */
async function evening(from: number, parties: number, guests: number, minutes: number): Promise<void> {
  for (let party = 0; party < parties; party += 1) {
    const table = { number: 100 * guests + party, numberOfGuests: guests };
    const fields = { order: `${from}-${guests}-${party}`, number: table.number, table };
    await kitchen.deliver('kitchenStartCourse', { ...fields, at: from + party - 30 * MINUTE, course: 9 });
    await kitchen.deliver('kitchenStartCourse', { ...fields, at: from + party });
    await kitchen.deliver('kitchenServeCourse', { ...fields, at: from + party + minutes * MINUTE });
  }
}

it('[F24] computes the usual wait from the last 60 days, and sends it to walls', async () => {
  await evening(SIX - 61 * DAY, 30, 4, 90);
  await evening(SIX - DAY, 25, 4, 12);
  // Fewer than 20 waits, which are too few.
  await evening(SIX - DAY, 3, 2, 50);
  expect(kitchen.board().wall.usualWait).toEqual([]);
  await kitchen.core.usualWaits.refresh();

  const usualWait = [{ guests: 4, seconds: 12 * 60 }];
  expect(kitchen.board().wall).toMatchObject({ usualWait });
  expect(wallSettingsOf(kitchen.core, 2).usualWait).toEqual([]);
});

it('[F24] computes the usual waits again at the full hour', async () => {
  await kitchen.deliver('kitchenStartCourse', { at: SIX });
  const { reader, boards } = kitchen.core;
  let readings = 0;
  const counting = {
    read(...question: Parameters<typeof reader.read<'usualWaits'>>) {
      readings += 1;
      return reader.read(...question);
    },
  };
  const deps = { reader: counting, boards, now: () => SIX - 10, log: { warn: () => {} } };
  const waits = createUsualWaits(deps, 0);
  try {
    await expect.poll(() => readings).toBeGreaterThan(1);
  } finally {
    waits.close();
  }
});
