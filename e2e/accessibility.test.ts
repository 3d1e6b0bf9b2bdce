import { axeFindsNothing } from './accessibility';
import { MAINS, type Pos, STARTERS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import type { Wall } from './actors/wall';
import { openNetwork } from './network';
import { expect, test } from './test';

/** Creates a card of every state. */
async function fillsBoard(pos: Pos): Promise<void> {
  const cooking = { 1: 0, 2: 4, 3: 11, 4: 16, 5: 26 };
  for (const [table, minutesAgo] of Object.entries(cooking))
    await pos.starts(
      pos.seats({ number: Number(table), tableName: `Party ${table}`, numberOfGuests: 4 }),
      { ...MAINS, expectedPreparationTime: 900 },
      { minutesAgo },
    );
  const ready = { 6: 0, 7: 2.1, 8: 5 };
  for (const [table, minutesAgo] of Object.entries(ready)) {
    const party = pos.seats({ number: Number(table), subNumber: 2, tableName: '李 🎂', numberOfGuests: 2 });
    await pos.starts(party, STARTERS, { minutesAgo: 9 });
    await pos.completes(party, STARTERS, { minutesAgo });
  }
  await pos.starts(pos.takesCounterOrder(40), { courseNumber: 1, name: 'Counter' });
}

async function seesEveryState(wall: Wall): Promise<void> {
  const states = ['cooking', 'cooking', 'warn', 'late', 'very-late'];
  for (const [index, state] of states.entries()) await wall.seesState(`Table ${index + 1}`, state);
  for (const [index, state] of ['ready', 'ready-warn', 'ready-late'].entries())
    await wall.seesState(`Table ${index + 6}, part 2`, state);
}

test('axe finds nothing on the wall', { tag: '@thorough' }, async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const wall = await kitchen.opensWall({ by: network, reducedMotion: 'reduce', isClockDriven: true });
  await wall.seesNothing();
  await axeFindsNothing(wall.page, 'an empty wall');

  await fillsBoard(pos);
  await seesEveryState(wall);
  await axeFindsNothing(wall.page, 'a wall with every state');
  const menu = await wall.opensMenu();
  await axeFindsNothing(wall.page, 'a wall with its menu open');
  await menu.getByRole('spinbutton', { name: 'Columns' }).fill('2');
  await wall.page.keyboard.press('Escape');
  await expect(wall.page.getByRole('button', { name: /Next page/ })).toBeVisible();
  await axeFindsNothing(wall.page, 'a wall of several pages');

  network.becomes('without sockets');
  await wall.isLiveOverHttp();
  await axeFindsNothing(wall.page, 'a wall live over HTTP');
  network.becomes('down');
  await wall.letsPass(SECONDS_TO_AMBER);
  await wall.isAmber();
  await axeFindsNothing(wall.page, 'an amber wall');
  await wall.letsPass(SECONDS_TO_RED);
  await wall.isRed();
  await axeFindsNothing(wall.page, 'a red wall');
  network.becomes('open');
  await wall.isLive();
  await kitchen.revokes(wall);
  await wall.asksToBePaired();
  await axeFindsNothing(wall.page, 'a wall that was revoked');
  await network.close();
});

test('axe finds nothing on lanes and on the notice about the address', async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({ choices: 'layout=lanes&columns=x' });
  await fillsBoard(pos);
  await seesEveryState(wall);
  await axeFindsNothing(wall.page, 'lanes');
});
