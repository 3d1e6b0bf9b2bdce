import type { Page } from '@playwright/test';
import { openCourse, type Parts, readWall } from '../tools/wall-sizes/read-wall';
import { DESSERTS, MAINS } from './actors/pos';
import { SECONDS_TO_AMBER } from './actors/screen';
import { expect, test } from './test';

const ACROSS = { width: 1920, height: 1080 };
const UPRIGHT = { width: 1080, height: 1920 };

/** Usual walls, and one of each kind with too much distance, too large text, or lanes. */
const WALLS = [
  { open: 8, inches: 15.6, metres: 1, size: ACROSS, choices: '', cards: 8 },
  { open: 8, inches: 43, metres: 2, size: UPRIGHT, choices: '&theme=light&lang=de', cards: 8 },
  { open: 16, inches: 21.5, metres: 1.35, size: ACROSS, choices: '&lang=fr', cards: 16 },
  { open: 16, inches: 24, metres: 1.5, size: UPRIGHT, choices: '&sound=on&lang=nl', cards: 12 },
  { open: 30, inches: 43, metres: 2, size: ACROSS, choices: '&sound=on&lang=de', cards: 30 },
  { open: 30, inches: 43, metres: 2, size: UPRIGHT, choices: '&theme=light', cards: 30 },
  { open: 30, inches: 32, metres: 2, size: ACROSS, choices: '&layout=lanes&lang=fr', cards: 12 },
  { open: 60, inches: 55, metres: 2, size: ACROSS, choices: '&clock=first&lang=nl', cards: 60 },
  { open: 60, inches: 15.6, metres: 1, size: ACROSS, choices: '&clock=food&lang=de', cards: 12 },
  { open: 60, inches: 15.6, metres: 1, size: UPRIGHT, choices: '&clock=first&lang=fr', cards: 12 },
];

/** Settings whose text size leaves no room for 2 × 3 cards. */
const TOO_FAR = [
  { inches: 15.6, size: ACROSS, choices: '&distance=4' },
  { inches: 21.5, size: UPRIGHT, choices: '&distance=10&zoom=10' },
];

const seesAll = async (page: Page, url: string, open: number, inches: number, metres: number) => {
  await page.goto(url);
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
  await page.evaluate(() => document.fonts.ready);
  const look = async () => {
    const figures = await readWall(page, inches, metres);
    return { ...figures, all: figures.cards + figures.more };
  };
  await expect.poll(async () => (await look()).all).toBe(open);
  return look();
};

test('a wall of any size has room for its cards, in text that is readable for a cook', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
}) => {
  const { page } = await kitchen.opensWall({ reducedMotion: 'reduce' });
  const at = `${server.url}/kitchen?diagonal=`;
  let sent = 0;
  for (const { open, inches, metres, size, choices, cards } of WALLS) {
    const sends = async (index: number) => {
      for (const { event, body } of openCourse(pos.branch, index, Date.now())) await server.post(event, body);
    };
    await Promise.all(Array.from({ length: open - sent }, (_, index) => sends(sent + index)));
    sent = open;
    await page.setViewportSize(size);
    const seen = await seesAll(page, `${at}${inches}${choices}`, open, inches, metres);
    const name = `${open} open on ${inches} inches, ${size.width} × ${size.height}${choices}`;
    expect.soft(seen.faults, name).toEqual([]);
    expect.soft(seen.cards, name).toBeGreaterThanOrEqual(cards);
    expect.soft(seen.main, name).toBeGreaterThanOrEqual(20);
    expect.soft(seen.smallest, name).toBeGreaterThanOrEqual(14);
  }
  for (const { inches, size, choices } of TOO_FAR) {
    await page.setViewportSize(size);
    const seen = await seesAll(page, `${at}${inches}${choices}`, sent, inches, 1);
    expect.soft(seen.faults, choices).toEqual([]);
    expect.soft(seen.cards, choices).toBeGreaterThanOrEqual(6);
  }
});

const PASS: Parts = {
  card: 'li[data-tone]',
  bar: 'main > header',
  strip: 'li:has(> button b)',
  main: 'h2, [role=timer]',
  whole: 'h2, [role=timer] > span, p > strong',
};

test('a fixed pass has a readable line for each party, and cuts nothing', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
}) => {
  const pass = await kitchen.opens('pass', { reducedMotion: 'reduce' });
  const { page } = pass;
  let sent = 0;
  for (const { open, inches, size, lang, most } of [
    { open: 8, inches: 32, size: ACROSS, lang: 'en', most: 8 },
    { open: 20, inches: 32, size: ACROSS, lang: 'de', most: 20 },
    { open: 30, inches: 32, size: ACROSS, lang: 'fr', most: 19 },
    { open: 30, inches: 43, size: ACROSS, lang: 'de', most: 30 },
    { open: 30, inches: 43, size: UPRIGHT, lang: 'nl', most: 30 },
  ] as const) {
    for (; sent < open; sent += 1)
      for (const { event, body } of openCourse(pos.branch, sent, Date.now())) await server.post(event, body);
    await page.setViewportSize(size);
    await page.goto(`${server.url}/pass?sort=table&diagonal=${inches}&distance=2&lang=${lang}`);
    await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
    await page.evaluate(() => document.fonts.ready);
    // The last courses may follow the page.
    await expect.poll(async () => (await readWall(page, inches, 2, PASS)).cards).toBeGreaterThanOrEqual(most);
    const seen = await readWall(page, inches, 2, PASS);
    const name = `${open} parties at ${inches} inches, ${size.width} × ${size.height}, ${lang}`;
    expect.soft(seen.faults, name).toEqual([]);
    expect.soft(seen.main, name).toBeGreaterThanOrEqual(20);
    expect.soft(seen.smallest, name).toBeGreaterThanOrEqual(14);
  }
});

test('the bar counts late and waiting courses, and presumed ones take no card', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
}) => {
  const wall = await kitchen.opensWall({ isClockDriven: true });
  const course = (courseNumber: number, name: string) => ({ courseNumber, name, sequenceNumber: courseNumber });
  const [starters, mains, desserts] = [course(1, 'Starters'), course(2, 'Mains'), course(3, 'Desserts')];
  const party = pos.seats({ number: 12, numberOfGuests: 4 });
  await pos.starts(party, starters, { minutesAgo: 60 });
  await pos.completes(party, starters, { minutesAgo: 50 });
  await pos.starts(party, mains, { minutesAgo: 40 });
  await pos.completes(party, mains, { minutesAgo: 30 });
  await pos.serves(party, mains, { minutesAgo: 28 });
  await pos.starts(party, desserts, { minutesAgo: 25 });
  const other = pos.seats({ number: 14, numberOfGuests: 2 });
  await pos.starts(other, starters, { minutesAgo: 9 });
  await pos.completes(other, starters);

  // The last event first: before it, the table has two cards for a moment.
  await wall.sees('Table 12', 'Desserts');
  await wall.seesState('Table 12', 'very-late');
  await wall.seesReady('Table 14');
  await expect(wall.card('Table 12')).toHaveCount(1);
  const bar = wall.page.locator('header, footer');
  for (const text of ['1 late', '1 waiting', '1 probably served'])
    await expect(bar.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });

  await server.killForGap();
  await wall.letsPass(SECONDS_TO_AMBER);
  await wall.isAmber();
  await server.start();
  await wall.isLive();
  await expect(bar.getByRole('status').getByText('Events missing?')).toBeVisible();
  for (const text of ['1 late', '1 waiting'])
    await expect(bar.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
});

test('with the most late first, what waits too long on the pass is on the first page, before what cooks in time', async ({
  pos,
  kitchen,
}) => {
  for (let number = 1; number <= 12; number += 1) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 2 });
  await pos.starts(pos.seats({ number: 20 }), MAINS, { minutesAgo: 40 });
  for (const [number, minutesAgo] of [
    [30, 9],
    [31, 1],
  ] as const)
    await pos.completes(pos.seats({ number }), MAINS, { minutesAgo });
  const wall = await kitchen.opensWall({
    viewport: { width: 1280, height: 800 },
    choices: 'diagonal=32&distance=2&columns=2',
  });
  const places = () => wall.page.locator('[data-ticket] h2').allTextContents();
  await expect.poll(async () => (await places()).slice(0, 3)).toEqual(['20', '30', '1']);
  expect(await places()).not.toContain('31');
});

test('cards become larger half a minute after the last change of their size, and smaller at once', {
  tag: '@thorough',
}, async ({ pos, kitchen }) => {
  const wall = await kitchen.opensWall({ isClockDriven: true, choices: 'diagonal=43' });
  const look = wall.page.getByRole('main');
  const parties = Array.from({ length: 25 }, (_, index) => pos.seats({ number: index + 1 }));
  for (const party of parties) await pos.starts(party, MAINS);
  await wall.sees('Table 25');
  await expect(look).toHaveAttribute('data-look', 'dense');
  for (const party of parties.slice(1)) {
    await pos.completes(party, MAINS);
    await pos.serves(party, MAINS);
  }
  await wall.seesNo('Table 25');
  await expect(look).toHaveAttribute('data-look', 'dense');
  await wall.letsPass(31);
  await expect(look).toHaveAttribute('data-look', 'roomy');
  for (const party of parties.slice(1)) await pos.starts(party, DESSERTS);
  await wall.sees('Table 25');
  await expect(look).toHaveAttribute('data-look', 'dense');
});
