import { afterEach, expect, it } from 'vitest';
import { type Kitchen, openKitchen } from '../testing/kitchen';
import { createLiveBoard } from './live-board';

const HOUR = 3_600_000;
const SIX = Date.parse('2026-06-19T18:00:00+02:00');

let kitchen: Kitchen;
afterEach(() => kitchen.stop());

it('does not use a cached board after the clock was set back', async () => {
  kitchen = await openKitchen(undefined, SIX);
  await kitchen.deliver('kitchenServeCourse', { at: SIX });
  const board = createLiveBoard(kitchen.core);
  const shown = () => board.snapshot(1, 'staff').tickets.length;
  kitchen.setNow(SIX + HOUR);
  expect(shown()).toBe(0);
  kitchen.setNow(SIX);
  expect(shown()).toBe(1);
});
