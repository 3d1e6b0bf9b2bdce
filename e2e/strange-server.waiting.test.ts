import type { Page, Request } from '@playwright/test';
import { clockText } from '../components/time/clock-text';
import { MAINS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import type { Wall } from './actors/wall';
import { openLoginPage, openOtherBuild } from './fake-server';
import { TIME_ZONE } from './server-process';
import { expect, test } from './test';

/** Time within which a page with an error, or of another build, reloads. */
const STARTS_AGAIN_SECONDS = 12;
/** A page of another build reloads after this long without a change of its board. */
const QUIET_SECONDS = 5;
/** A busy server has the time that it has between two attempts in real life. */
const UNHURRIED = { intervals: [QUIET_SECONDS * 1_000], timeout: 180_000 };

/** In the page: causes an error at the next change of a timer. */
function breakTimers(): void {
  String.prototype.padStart = () => {
    throw new Error('no timer can be written any more');
  };
}

/** Lets the time pass within which a page reloads. Resolves to how often it asked for its page, as it does before that. */
async function triesToReload(wall: Wall): Promise<number> {
  let tries = 0;
  const count = (request: Request) => {
    if (request.url() === wall.page.url()) tries += 1;
  };
  wall.page.on('request', count);
  for (let second = 0; second < STARTS_AGAIN_SECONDS; second += 1) await wall.letsPass(1);
  wall.page.off('request', count);
  return tries;
}

/** Expects that a wall is red by its age, and stays so although it is answered. */
async function staysRed(wall: Wall, answers: () => number): Promise<void> {
  await wall.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await wall.isRed();
  const before = answers();
  // The last one may still be on its way.
  await expect.poll(answers).toBeGreaterThan(before + 2);
  await wall.isRed();
}

/** A wall with one card. */
const PARTY = { number: 12, tableName: 'de Vries' };

test('a log-in page in place of the server leaves the last good board, greyed, with its age', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  const party = pos.seats(PARTY);
  await pos.starts(party, MAINS);
  await wall.sees('Table 12', 'de Vries');

  await server.kill();
  const fake = await openLoginPage(server.port);
  await staysRed(wall, fake.answers);
  await wall.sees('Table 12', 'de Vries');

  await fake.close();
  await server.start();
  await wall.isLive();
  await pos.completes(party, MAINS);
  await wall.seesReady('Table 12');
  expect(wall.reloads()).toBe(0);
});

test('a refusal by the server is shown over the old board, and the page is asked for until it exists', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  await pos.starts(pos.seats(PARTY), MAINS);
  await wall.sees('Table 12', 'de Vries');

  await server.kill();
  const other = await openOtherBuild(server.port);
  await wall.isRefused('This screen has another version');
  await expect(wall.page.getByText(/The board is \d+:\d\d old/)).toBeVisible();
  expect(await triesToReload(wall)).toBeGreaterThan(0);
  await wall.sees('Table 12', 'de Vries');
  expect(wall.reloads()).toBe(0);

  await other.close();
  await server.start();
  await wall.isLive();
  await wall.sees('Table 12', 'de Vries');
  // None if the server admitted it again before its next attempt.
  expect(wall.reloads()).toBeLessThanOrEqual(1);
});

/**
 * Makes the first pages of a browser tab those of the previous build, as an old server or a proxy would send them. Counts
 * all loads, because the first page may load itself again before the wall is watched.
 */
const servesOld = (pages: number, counts: () => void) => (page: Page) => {
  page.on('domcontentloaded', counts);
  return page.addInitScript((oldPages) => {
    const loads = Number(sessionStorage.getItem('loads')) + 1;
    sessionStorage.setItem('loads', String(loads));
    if (loads > oldPages) return;
    new MutationObserver((_, observer) => {
      const html = document.documentElement;
      if (!html?.hasAttribute('data-build')) return;
      html.setAttribute('data-build', 'previous');
      observer.disconnect();
    }).observe(document, { childList: true });
  }, pages);
};

/** Whether the list of screens says that this one has the pages of the server. */
async function isCurrent(manager: Page, { screen }: Wall): Promise<boolean | null | undefined> {
  const answer = await manager.request.get(new URL('/api/v1/screens', manager.url()).href);
  const { screens } = (await answer.json()) as { screens: { id: number; isCurrent: boolean | null }[] };
  return screens.find(({ id }) => id === screen)?.isCurrent;
}

test('a page of the previous build is loaded again, once', { tag: '@thorough' }, async ({
  server,
  managers,
  kitchen,
}) => {
  let loads = 0;
  const wall = await kitchen.opensWall({ isClockDriven: true, prepares: servesOld(1, () => ++loads) });
  await expect.poll(() => wall.letsPass(QUIET_SECONDS).then(() => loads), UNHURRIED).toBe(2);
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { branches: [kitchen.branch] });
  await page.goto(server.url);
  await expect.poll(() => isCurrent(page, wall)).toBe(true);
  expect(await triesToReload(wall)).toBe(0);
  expect(loads).toBe(2);
});

test('a page that cannot be loaded now does not count as loaded', { tag: '@thorough' }, async ({ server, kitchen }) => {
  let loads = 0;
  const wall = await kitchen.opensWall({ isClockDriven: true, prepares: servesOld(1, () => ++loads) });
  await wall.page.route(wall.page.url(), (route) => route.abort());
  for (const _ of [1, 2, 3]) {
    await wall.isLive();
    await expect.poll(() => triesToReload(wall), UNHURRIED).toBeGreaterThan(0);
    await server.kill();
    await server.start();
  }
  await wall.page.unrouteAll();
  await expect.poll(() => wall.letsPass(QUIET_SECONDS).then(() => loads), UNHURRIED).toBe(2);
});

test('a page that a proxy keeps serving from the previous build is loaded again twice a day', {
  tag: '@thorough',
}, async ({ server, managers, pos, kitchen }) => {
  let loads = 0;
  const wall = await kitchen.opensWall({
    isClockDriven: true,
    async prepares(page) {
      await servesOld(3, () => ++loads)(page);
      // What it has done today is counted by its time zone: no day may end while the test counts.
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setTimezoneOverride', { timezoneId: TIME_ZONE });
    },
  });
  await pos.starts(pos.seats(PARTY), MAINS);
  await expect.poll(() => wall.letsPass(QUIET_SECONDS).then(() => loads), UNHURRIED).toBe(3);
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { branches: [kitchen.branch] });
  await page.goto(server.url);
  await expect.poll(() => isCurrent(page, wall)).toBe(false);
  expect(await triesToReload(wall)).toBe(0);
  await wall.sees('Table 12', 'de Vries');
  expect(loads).toBe(3);

  await wall.letsPass(86_400);
  await expect.poll(() => loads).toBe(4);
  await expect.poll(() => isCurrent(page, wall)).toBe(true);
});

test('an error in the page leaves the last good board, greyed, with its time, and the page reloads', async ({
  server,
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  await pos.starts(pos.seats(PARTY), MAINS);
  await wall.sees('Table 12', 'de Vries');
  await server.kill();
  await wall.page.evaluate(breakTimers);
  const alert = wall.page.getByRole('alert').filter({ hasText: 'showing data from' });
  // In the branch's time zone, which is not the device's.
  const [before, after] = [-120_000, 0].map((ms) => clockText(Date.now() + ms, TIME_ZONE, false).slice(0, 2));
  await expect(alert).toContainText(new RegExp(`from (?:${before}|${after}):\\d\\d:\\d\\d`));
  await expect(wall.page.getByText('de Vries')).toBeVisible();
  expect(await triesToReload(wall)).toBeGreaterThan(0);
  await expect(wall.page.getByText('de Vries')).toBeVisible();
  expect(wall.reloads()).toBe(0);

  await server.start();
  await wall.isLive();
  await wall.sees('Table 12', 'de Vries');
});
