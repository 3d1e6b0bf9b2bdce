import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { expect, test } from './test';

test('[F27d] an owner finds the visits of a guest by name, and erases those that are over', async ({
  server,
  kitchen,
  managers,
  pos,
}) => {
  const over = pos.seats({ number: 21, tableName: 'Ravensbergen', numberOfGuests: 2 });
  await pos.starts(over, MAINS, { minutesAgo: 60 });
  await pos.completes(over, MAINS, { minutesAgo: 45 });
  await pos.serves(over, MAINS, { minutesAgo: 40 });
  const eating = pos.seats({ number: 22, tableName: 'Ravensbergen', numberOfGuests: 4 });
  await pos.starts(eating, MAINS, { minutesAgo: 5 });

  const { page } = await kitchen.takesDevice({ viewport: { width: 1280, height: 800 } });
  await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager`);
  await page.getByRole('link', { name: 'Guests', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guests');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('at least two letters');
  await page.getByLabel('Name').fill('ravens');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 visits' })).toBeAttached();
  await expect(page.getByRole('heading', { name: '2 visits' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Table 22.*still eating/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: /Ravensbergen\s*Table 21/ }).check();
  await axeFindsNothing(page, 'the guests page');
  await page.getByRole('button', { name: 'Erase one visit' }).click();
  await page.getByRole('checkbox', { name: /Table 21/ }).uncheck();
  await expect(page.getByRole('button', { name: 'Erase for good' }), 'after the choice was changed').toHaveCount(0);
  await page.getByRole('checkbox', { name: /Table 21/ }).check();
  await page.getByRole('button', { name: 'Erase one visit' }).click();
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'One visit was erased.' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);

  const history = await page.request.get(`${server.url}/api/v1/history/courses?branch=${pos.branch}`);
  const { courses } = (await history.json()) as {
    courses: { table: { number: string; name: string | null } }[];
  };
  expect(courses.map(({ table }) => [table.number, table.name]).sort()).toEqual([
    ['21', null],
    ['22', 'Ravensbergen'],
  ]);
  await page.goto(`${server.url}/manager/audit?kind=change`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Name of a guest erased' }).first()).toBeVisible();
});
