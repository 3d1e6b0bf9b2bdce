import { MAINS, STARTERS } from './actors/pos';
import { expect, test } from './test';

test('a course starts, is ready and is served, and the wall shows each step without a reload', async ({
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall();
  await wall.seesNothing();
  const deVries = pos.seats({ number: 12, tableName: 'de Vries', numberOfGuests: 4 });

  await pos.starts(deVries, MAINS, { minutesAgo: 5 });
  await wall.sees('Table 12', 'Mains', '4 guests', 'de Vries');
  await wall.seesState('Table 12', 'cooking');
  expect(await wall.timer('Table 12')).toBeGreaterThanOrEqual(300);

  await pos.completes(deVries, MAINS, { minutesAgo: 1 });
  await wall.seesReady('Table 12');
  await wall.sees('Table 12', 'cooked 4:00');
  // The second clock shows the wait, not the time in preparation.
  const waited = await wall.timer('Table 12');
  expect(waited).toBeGreaterThanOrEqual(60);
  expect(waited).toBeLessThan(240);

  await pos.serves(deVries, MAINS);
  await wall.seesNothing();
  expect(wall.reloads()).toBe(0);
});

test('a repeated course is marked as the second round, and counter tickets have their number', async ({
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({
    viewport: { width: 1280, height: 800 },
    choices: 'diagonal=32&density=dense&columns=5',
  });
  const party = pos.seats({ number: 5, subNumber: 2, numberOfGuests: 6 });
  await pos.starts(party, STARTERS, { minutesAgo: 20 });
  await pos.completes(party, STARTERS, { minutesAgo: 15 });
  await pos.serves(party, STARTERS, { minutesAgo: 14 });
  await pos.starts(party, STARTERS, { minutesAgo: 3 });
  await wall.sees('Table 5, part 2', 'Starters', '2nd');
  const middleOf = async (text: string) => {
    const box = await wall.card('Table 5, part 2').getByText(text, { exact: true }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middleOf('2nd')) - (await middleOf('Starters'))), 'px beside the line').toBeLessThan(3);

  const counter = pos.takesCounterOrder(40);
  await pos.starts(counter, { courseNumber: 1, name: 'Counter' });
  await wall.sees('Counter ticket 40', 'Counter');
  await expect(wall.card('Counter ticket 40').getByText('Counter', { exact: true })).toHaveCount(1);
});

test('paging hides no trouble: a late card is on every page in any order', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({ choices: 'diagonal=32&sort=table' });
  for (let number = 1; number <= 24; number += 1) await pos.starts(pos.seats({ number, numberOfGuests: 2 }), MAINS);
  await wall.sees('Table 1');
  await wall.seesNo('Table 24');
  await pos.starts(pos.seats({ number: 99, numberOfGuests: 2 }), MAINS, { minutesAgo: 17 });
  await wall.seesState('Table 99', 'late');
  await wall.page.getByRole('button', { name: 'Next page: +5 more' }).click();
  await wall.sees('Table 24');
  await expect(wall.page.getByText('2/2', { exact: true })).toBeVisible();
  await wall.seesState('Table 99', 'late');
});
