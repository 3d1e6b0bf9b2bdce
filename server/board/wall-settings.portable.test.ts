import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSetting } from '../settings/commands';
import { type Kitchen, openKitchen } from '../testing/kitchen';

const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(undefined, SIX);
  await kitchen.deliver('kitchenStartCourse', { order: '1', number: 1, table: { number: 1 }, at: SIX });
});
afterEach(() => kitchen.stop());

it('by default a touch hides a card, and the opening hours begin an hour before the first service', () => {
  expect(kitchen.board().wall).toMatchObject({ touch: 'hide', openingHours: { from: 10 * 60, until: 4 * 60 } });
});

it('a branch can choose the effect of a touch and its opening hours', async () => {
  await setSetting(kitchen.core, 'wallTouch', 'collect', { branch: 1 });
  await setSetting(kitchen.core, 'openingHours', '17:00-23:30', { branch: 1 });
  expect(kitchen.board().wall).toMatchObject({
    touch: 'collect',
    openingHours: { from: 17 * 60, until: 23 * 60 + 30 },
  });
  await setSetting(kitchen.core, 'openingHours', 'always', { branch: 1 });
  expect(kitchen.board().wall.openingHours).toBeNull();
});
