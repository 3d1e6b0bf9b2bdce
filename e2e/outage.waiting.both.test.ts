import { HOUR_MS } from '../lib/time-units';
import { lockDatabase } from '../server/testing/data-folder';
import { MAINS, STARTERS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { instant } from './instant';
import { openNetwork } from './network';
import type { Look } from './screen-recorder';
import { expect, test } from './test';

const AMBER_BY_MS = 8_000;
const RED_BY_MS = 17_000;
const RIGHT_WITHIN_MS = 3_000;
/** Time between two attempts of a page that was not loaded whole. */
const SECONDS_TO_LOAD_AGAIN = 15;

/** Time of the first matching state from then on. @throws Error if there is none */
function firstLook(looks: readonly Look[], from: number, isMatch: (look: Look) => boolean): number {
  const found = looks.find((look) => look.at >= from && isMatch(look));
  if (!found) throw new Error(`no such state among ${JSON.stringify(looks)}`);
  return found.at;
}

/** Reports how long something took, and expects it to be within its limit. */
function expectWithin(what: string, tookMs: number, withinMs: number): void {
  test.info().annotations.push({ type: 'measured', description: `${what}: ${Math.round(tookMs)} ms` });
  expect(tookMs, what).toBeLessThanOrEqual(withinMs);
}

test('after a crash the wall turns amber, then red, even with a clock an hour off, and recovers without a reload', {
  tag: '@timed',
}, async ({ server, pos, kitchen }) => {
  const walls = { right: await kitchen.opensWall(), 'an hour off': await kitchen.opensWall({ clockAheadMs: HOUR_MS }) };
  const party = pos.seats({ number: 12, numberOfGuests: 4 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  for (const wall of Object.values(walls)) {
    await wall.sees('Table 12', 'Mains');
    const timer = await wall.timer('Table 12');
    expect(timer).toBeGreaterThanOrEqual(120);
    expect(timer).toBeLessThan(180);
  }

  const goneAt = await server.kill();
  for (const wall of Object.values(walls)) await wall.isAmber();
  for (const wall of Object.values(walls)) {
    await wall.isRed();
    await wall.sees('Table 12', 'Mains');
  }
  const backAt = await server.start();
  await pos.completes(party, MAINS);
  const completedAt = instant();

  for (const [clock, wall] of Object.entries(walls)) {
    await wall.isLive();
    await wall.seesReady('Table 12');
    const looks = await wall.looks();
    expectWithin(
      `amber, clock ${clock}`,
      firstLook(looks, goneAt, ({ level }) => level === 'amber') - goneAt,
      AMBER_BY_MS,
    );
    expectWithin(`red, clock ${clock}`, firstLook(looks, goneAt, ({ level }) => level === 'red') - goneAt, RED_BY_MS);
    const isRight = ({ level, cards }: Look) => level === 'live' && cards['12'] === 'ready';
    const liveAt = firstLook(looks, backAt, ({ level }) => level === 'live');
    expectWithin(`live, clock ${clock}`, liveAt - backAt, RIGHT_WITHIN_MS);
    expectWithin(
      `right, clock ${clock}`,
      firstLook(looks, backAt, isRight) - Math.max(backAt, completedAt),
      RIGHT_WITHIN_MS,
    );
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

test('an empty wall without updates shows the time of its data, and not that it is live', async ({
  server,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  await wall.seesNothing();
  await server.kill();
  await wall.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await wall.isRed();
  await expect(wall.page.getByText(/live/)).toHaveCount(0);
  await expect(wall.page.getByText(/^No open courses · as of \d\d:\d\d:\d\d/)).toBeVisible();
  await server.start();
  await wall.seesNothing();
});

test('while the network drops everything silently the wall turns amber, then red, and then recovers', {
  tag: '@timed',
}, async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const wall = await kitchen.opensWall({ by: network });
  const party = pos.seats({ number: 8, numberOfGuests: 4 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.sees('Table 8', 'Mains');

  network.becomes('swallowing');
  const goneAt = instant();
  await pos.completes(party, MAINS);
  await wall.isAmber();
  await wall.isRed();
  await wall.seesState('Table 8', 'cooking');
  network.becomes('open');
  const backAt = instant();
  await wall.isLive();
  await wall.seesReady('Table 8');

  const looks = await wall.looks();
  expectWithin('amber', firstLook(looks, goneAt, ({ level }) => level === 'amber') - goneAt, AMBER_BY_MS);
  expectWithin('red', firstLook(looks, goneAt, ({ level }) => level === 'red') - goneAt, RED_BY_MS);
  const isRight = ({ level, cards }: Look) => level === 'live' && cards['8'] === 'ready';
  expectWithin('right', firstLook(looks, backAt, isRight) - backAt, RIGHT_WITHIN_MS);
  expect(wall.reloads()).toBe(0);
  await network.close();
});

test('if only HTTP works, the board stays up to date over HTTP', { tag: '@timed' }, async ({
  server,
  pos,
  kitchen,
}) => {
  const network = await openNetwork(server.port);
  const wall = await kitchen.opensWall({ by: network });
  const party = pos.seats({ number: 3, numberOfGuests: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  await wall.sees('Table 3', 'Mains');

  network.becomes('without sockets');
  const cutAt = instant();
  await wall.isLiveOverHttp();
  await pos.completes(party, MAINS);
  const completedAt = instant();
  await wall.seesReady('Table 3');
  expectWithin(
    'a change over HTTP',
    firstLook(await wall.looks(), completedAt - 1_000, ({ cards }) => cards['3'] === 'ready') - completedAt,
    RIGHT_WITHIN_MS,
  );
  await pos.starts(pos.seats({ number: 4 }), STARTERS);
  await wall.sees('Table 4', 'Starters');
  await pos.serves(party, MAINS);
  await wall.seesNo('Table 3');
  // Long enough to turn amber if updates had stopped.
  await expect.poll(() => instant() - cutAt).toBeGreaterThan(AMBER_BY_MS);
  expect((await wall.looks()).filter(({ at, level }) => at >= cutAt && level !== 'live')).toEqual([]);

  network.becomes('open');
  await expect(wall.page.getByText('live over HTTP')).toHaveCount(0);
  await wall.isLive();
  expect(wall.reloads()).toBe(0);
  await network.close();
});
