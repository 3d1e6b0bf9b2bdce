import { asGuest } from './actors/guest';
import { watchPass } from './actors/pass';
import { MAINS } from './actors/pos';
import { takesTablet } from './actors/waiter';
import { expect, test } from './test';

test('a whole evening: started, ready, claimed, expired, collected, undone, hidden, called and served', {
  tag: '@postgresql',
}, async ({ pos, kitchen, server }) => {
  const holds = (minutes: string) =>
    server.heatlamp('setting', 'set', 'claimHolds', minutes, '--branch', String(kitchen.branch));
  const [wall, other] = [await kitchen.opensWall(), await kitchen.opensWall()];
  const [sam, kim] = [await takesTablet(kitchen, { name: 'Sam' }), await takesTablet(kitchen, { name: 'Kim' })];
  const pass = watchPass(await kitchen.opens('pass', { viewport: { width: 1280, height: 800 } }));
  const guest = asGuest(await kitchen.opens('pickup', { choices: 'sound=on&voice=on' }));
  await guest.listens();
  await guest.turnsSoundOn();

  const family = pos.seats({ number: 14, numberOfGuests: 8, tableName: 'Familie Jansen' });
  await pos.starts(family, MAINS, { minutesAgo: 9 });
  await wall.sees('Table 14', 'Mains', 'Familie Jansen');
  await pass.sees('Table 14', 'Mains', 'cooking');
  await sam.seesNo('Table 14');

  await pos.completes(family, MAINS);
  for (const waiter of [sam, kim]) await waiter.sees('Table 14', 'Mains', '8 guests');
  await pass.showsReason('Table 14', 'nobody has MA');

  await sam.claims('Table 14');
  await kim.sees('Table 14', /Sam.*has it/);
  await pass.showsReason('Table 14', /Sam has it/);
  // Nobody acts: a claim that expires frees the course for everybody.
  await holds('0.2');
  await expect(kim.row('Table 14').getByRole('button', { name: /^I have it/ })).toBeVisible();
  // Together, because this claim expires too.
  await Promise.all([kim.claims('Table 14'), sam.sees('Table 14', /Kim.*has it/)]);
  await holds('default');

  await kim.undoes('Table 14 · Mains collected', () => kim.brings('Table 14'));
  await sam.sees('Table 14', 'Mains');

  const couple = pos.seats({ number: 7, numberOfGuests: 2 });
  await pos.starts(couple, MAINS, { minutesAgo: 4 });
  await wall.sees('Table 7');
  await wall.touches('Table 7');
  await wall.countsHidden(1);
  await wall.seesNo('Table 7');
  await other.sees('Table 7');
  const panel = await wall.opensRecall();
  await panel.getByRole('button', { name: /^Bring back/ }).click();
  await wall.page.keyboard.press('Escape');
  await wall.sees('Table 7', 'Mains');
  await wall.countsHidden(0);

  await pos.completes(couple, MAINS);
  await sam.sees('Table 7');
  await kim.claims('Table 7');
  await kim.brings('Table 7');
  for (const waiter of [sam, kim]) await waiter.seesNo('Table 7');
  await pass.sees('Table 7', 'Mains', 'taken', 'Kim');

  const counter = pos.takesCounterOrder(38);
  await pos.starts(counter, { courseNumber: 1, name: 'Soup' }, { minutesAgo: 3 });
  await guest.seesPreparing(38);
  await pos.completes(counter, { courseNumber: 1, name: 'Soup' });
  await guest.seesReady(38);
  await expect.poll(async () => (await guest.played()).spoken.length).toBe(1);
  await pos.serves(counter, { courseNumber: 1, name: 'Soup' });
  await guest.seesReady();
  expect((await guest.played()).spoken).toHaveLength(1);
  expect(guest.wasSent()).not.toMatch(/Jansen|"table":\{/);

  await pos.serves(family, MAINS);
  for (const waiter of [sam, kim]) await waiter.seesNo('Table 14');
  await wall.seesNo('Table 14');
  await pass.seesNo('Table 14');
  expect([wall, other, pass].map((screen) => screen.reloads())).toEqual([0, 0, 0]);
});
