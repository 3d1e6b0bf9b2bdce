import { HOUR_MS } from '../lib/time';
import { lockDatabase } from '../server/testing/data-folder';
import { MAINS, STARTERS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { openNetwork } from './network';
import { expect, test } from './test';

/** Time between two attempts of a page that was not loaded whole. */
const SECONDS_TO_LOAD_AGAIN = 15;

test('after a crash the wall turns amber, then red, even with a clock an hour off, and recovers without a reload', async ({
  server,
  pos,
  kitchen,
}) => {
  const walls = [await kitchen.opensWall({ isClockDriven: true }), await kitchen.opensWall({ clockAheadMs: HOUR_MS })];
  const party = pos.seats({ number: 12, numberOfGuests: 4 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  for (const wall of walls) {
    await wall.sees('Table 12', 'Mains');
    const timer = await wall.timer('Table 12');
    expect(timer).toBeGreaterThanOrEqual(120);
    // It is an hour off if it trusts the clock of its device.
    expect(timer).toBeLessThan(1_800);
  }

  await server.kill();
  for (const wall of walls) {
    await wall.letsPass(SECONDS_TO_AMBER);
    await wall.isAmber();
    await wall.letsPass(SECONDS_TO_RED);
    await wall.isRed();
    await wall.sees('Table 12', 'Mains');
  }
  await server.start();
  await pos.completes(party, MAINS);
  for (const wall of walls) {
    await wall.isLive();
    await wall.seesReady('Table 12');
    expect(wall.reloads()).toBe(0);
  }
});

for (const [what, files] of [
  ['scripts', '**/*.js'],
  ['style', '**/*.css'],
] as const)
  test(`a wall whose ${what} could not be loaded loads its page again`, async ({ kitchen }) => {
    let isAway = true;
    const { page } = await kitchen.opensWall({
      isClockDriven: true,
      async prepares(opened) {
        opened.once('load', () => {
          isAway = false;
          void opened.clock.fastForward(SECONDS_TO_LOAD_AGAIN * 1_000);
        });
        await opened.route(files, (route) => (isAway ? route.abort() : route.continue()));
      },
    });
    await expect(page.getByRole('main')).toHaveCSS('display', 'grid');
    expect(isAway).toBe(false);
  });

test('while the database cannot store what the POS sends, the wall turns amber, then red, and then recovers', async ({
  server,
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall();
  await pos.starts(pos.seats({ number: 12, numberOfGuests: 4 }), MAINS);
  await wall.sees('Table 12', 'Mains');
  const unlock = await lockDatabase(server.folder, server.databaseUrl);
  await pos.starts(pos.seats({ number: 14, numberOfGuests: 2 }), MAINS);
  await wall.isAmber('The database does not answer');
  await wall.isRed('The database does not answer');
  await unlock();
  await wall.isLive();
  await wall.sees('Table 14', 'Mains');
  expect(wall.reloads()).toBe(0);
});

test('while the network drops everything silently the wall turns amber, then red, and then recovers', async ({
  server,
  pos,
  kitchen,
}) => {
  const network = await openNetwork(server.port);
  const wall = await kitchen.opensWall({ by: network, isClockDriven: true });
  const party = pos.seats({ number: 8, numberOfGuests: 4 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.sees('Table 8', 'Mains');

  network.becomes('swallowing');
  await pos.completes(party, MAINS);
  await wall.letsPass(SECONDS_TO_AMBER);
  await wall.isAmber();
  await wall.letsPass(SECONDS_TO_RED);
  await wall.isRed();
  await wall.seesState('Table 8', 'cooking');
  network.becomes('open');
  await wall.isLive();
  await wall.seesReady('Table 8');
  expect(wall.reloads()).toBe(0);
  await network.close();
});

test('if only HTTP works, the board stays up to date over HTTP', async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const wall = await kitchen.opensWall({ by: network, isClockDriven: true });
  const party = pos.seats({ number: 3, numberOfGuests: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.sees('Table 3', 'Mains');

  network.becomes('without sockets');
  await wall.isLiveOverHttp();
  await pos.completes(party, MAINS);
  await wall.seesReady('Table 3');
  await pos.starts(pos.seats({ number: 4 }), STARTERS);
  await wall.sees('Table 4', 'Starters');
  await pos.serves(party, MAINS);
  await wall.seesNo('Table 3');
  // It would be red by then without new data.
  await wall.runsFor(SECONDS_TO_AMBER + SECONDS_TO_RED);

  network.becomes('open');
  await expect(wall.page.getByText('live over HTTP')).toHaveCount(0);
  await wall.isLive();
  expect(wall.reloads()).toBe(0);
  await network.close();
});
