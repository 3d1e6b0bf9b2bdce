import { MAINS } from './actors/pos';
import { recordSounds, soundsOf } from './sound-probe';
import { expect, test } from './test';

test('a wall is silent when it loads, unlocks at a touch, and plays a sound for a new course', async ({
  pos,
  kitchen,
}) => {
  await pos.starts(pos.seats({ number: 1 }), MAINS, { minutesAgo: 40 });
  const wall = await kitchen.opensWall({ choices: 'sound=on', prepares: recordSounds, isClockDriven: true });
  await wall.seesState('Table 1', 'very-late');
  await wall.page.getByRole('heading', { level: 1 }).click();
  await expect(wall.page.getByRole('button', { name: /^Mute for/ })).toBeVisible();
  await wall.runsFor(2);
  expect(await soundsOf(wall.page)).toEqual([]);

  await pos.starts(pos.seats({ number: 2 }), MAINS);
  await wall.sees('Table 2');
  await expect.poll(() => soundsOf(wall.page)).toHaveLength(1);
});
