import { axeFindsNothing } from './accessibility';
import { asGuest, SECONDS_TO_SILENCE } from './actors/guest';
import { MAINS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { openNetwork } from './network';
import { expect, inLong, test } from './test';

const BOARD = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SOUND = 'sound=on&voice=on';

test('a number is preparing, becomes ready, and leaves when it is served', async ({ pos, kitchen }) => {
  const guest = asGuest(await kitchen.opens('pickup', { viewport: BOARD }));
  await expect(guest.page.getByText('No orders right now', { exact: true })).toBeVisible();
  await expect(guest.page.getByText('Your number shows here when your order is ready.')).toBeVisible();

  const [first, second] = [pos.takesCounterOrder(38), pos.takesCounterOrder(39)];
  await pos.starts(first, MAINS);
  await pos.starts(second, MAINS);
  await guest.seesPreparing(38, 39);
  await guest.seesReady();
  await pos.completes(first, MAINS);
  await guest.seesReady(38);
  await guest.seesPreparing(39);
  await guest.seesStandOut(38);
  await pos.completes(second, MAINS);
  await guest.seesReady(39, 38);
  await pos.serves(first, MAINS);
  await guest.seesReady(39);
});

test('each number is called once with a chime and a voice, and not again after a reload, an outage or a restart', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const guest = asGuest(
    await kitchen.opens('pickup', { viewport: BOARD, choices: SOUND, by: network, isClockDriven: true }),
  );
  const before = pos.takesCounterOrder(60);
  await pos.completes(before, MAINS);
  await guest.seesReady(60);
  await guest.listens();
  await guest.turnsSoundOn();
  await guest.seesReady(60);

  const parties = [61, 62, 63].map((number) => pos.takesCounterOrder(number));
  for (const party of parties) await pos.starts(party, MAINS);
  const [first, second, third] = parties as [typeof before, typeof before, typeof before];
  await pos.completes(first, MAINS);
  await expect.poll(async () => (await guest.played()).spoken).toEqual(['Number 61, please']);
  await guest.runsFor(SECONDS_TO_SILENCE);
  expect(await guest.played(), 'what was ready before is not called').toEqual({
    chimes: 1,
    spoken: ['Number 61, please'],
  });

  network.becomes('down');
  await guest.letsPass(SECONDS_TO_AMBER);
  await guest.wasAmber();
  await pos.completes(second, MAINS);
  network.becomes('open');
  await guest.isLive();
  await expect.poll(async () => (await guest.played()).spoken).toEqual(['Number 61, please', 'Number 62, please']);
  await server.kill();
  await server.start();
  await guest.isLive();
  await pos.serves(before, MAINS);
  await guest.seesReady(62, 61);
  await guest.runsFor(SECONDS_TO_SILENCE);
  expect(await guest.played()).toEqual({ chimes: 2, spoken: ['Number 61, please', 'Number 62, please'] });

  await guest.reloadsNow();
  await guest.turnsSoundOn();
  await guest.seesReady(62, 61);
  await pos.completes(third, MAINS);
  await expect.poll(async () => (await guest.played()).spoken).toEqual(['Number 63, please']);
  await guest.runsFor(SECONDS_TO_SILENCE);
  expect(await guest.played()).toEqual({ chimes: 1, spoken: ['Number 63, please'] });
  await network.close();
});

test('guests see no tables, receive no data of them, and find no link to anything else', async ({ pos, kitchen }) => {
  const guest = asGuest(await kitchen.opens('pickup', { viewport: BOARD }));
  await guest.listens();
  const { page } = guest;
  const secret = pos.seats({ number: 471_147_114, tableName: 'Familie Geheim', numberOfGuests: 4 });
  const party = pos.takesCounterOrder(38);
  for (const each of [secret, party]) {
    await pos.starts(each, MAINS);
    await pos.completes(each, MAINS);
  }
  await guest.seesReady(38);
  const heads = () => guest.wasSent().split('board:head').length;
  const before = heads();
  // A head follows every change.
  await expect.poll(heads).toBeGreaterThan(before + 1);
  await guest.reloadsNow();
  await guest.seesReady(38);
  expect(guest.wasSent()).toContain('"ticketNumber":38');
  expect(guest.wasSent()).not.toMatch(/471147114|Geheim/);
  expect(await page.content()).not.toMatch(/471147114|Geheim|Mains/);

  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('live')).toHaveCount(0);
  // Whoever sets it up gets the controls by a touch or a key.
  await page.keyboard.press('Shift');
  await expect(page.getByRole('button')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Settings of this screen' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Sound off/ })).toHaveCount(1);
});

test('if not all numbers fit, the newest are shown, the others take turns, and the rest is counted', async ({
  pos,
  kitchen,
}) => {
  const numbers = Array.from({ length: 20 }, (_, index) => 100 + index);
  for (const number of numbers) await pos.completes(pos.takesCounterOrder(number), MAINS, { minutesAgo: 1 });
  await pos.completes(pos.takesCounterOrder(120), MAINS);
  const guest = asGuest(await kitchen.opens('pickup', { viewport: PHONE, choices: 'diagonal=21.5' }));
  const ready = guest.page.getByRole('region', { name: 'Ready', exact: true });
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        // Read at once, because the page may turn between two reads.
        const { texts, more } = await ready.evaluate((region) => ({
          texts: [...region.querySelectorAll('li')].map((place) => place.innerText),
          more: region.querySelector<HTMLElement>('[role=img]')?.innerText,
        }));
        for (const text of texts) seen.add(text);
        if (Number(more) !== 21 - texts.length) throw new Error(`${texts.length} are shown, and ${more} are not`);
        return seen.size;
      },
      { timeout: 300_000, intervals: [1_000] },
    )
    .toBe(21);
  await pos.completes(pos.takesCounterOrder(121), MAINS);
  // Read at once, because the page turns after ten seconds.
  const count = guest.page.getByRole('img', { name: /^\d+ more numbers on other pages, this is page 1 of \d+$/ });
  await expect(ready.filter({ has: count }).getByRole('listitem').first()).toHaveText('121', { timeout: 150_000 });
});

test('a number that slides stays in its half, however soon the next one arrives', async ({ pos, kitchen }) => {
  const { page } = await kitchen.opens('pickup', { viewport: BOARD });
  const parties = Array.from({ length: 24 }, (_, index) => pos.takesCounterOrder(100 + index));
  for (const party of parties.slice(0, 12)) await pos.completes(party, MAINS, { minutesAgo: 1 });
  // Numbers that a page shows at first do not slide.
  const places = page.getByRole('region', { name: 'Ready', exact: true }).getByRole('listitem');
  await expect(places.filter({ hasText: '111' })).toBeVisible();
  await page.evaluate(watchSlides);
  for (const party of parties.slice(12)) await pos.completes(party, MAINS);
  await expect(places.filter({ hasText: '123' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const { slides, outside } = await page.evaluate(() => window.slides);
  expect(slides).toBeGreaterThan(0);
  expect(outside).toBe(0);
});

const LONG_NAME = 'Banqueting hall of the Grand Hotel de l’Europe, Amsterdam';
for (const { device, viewport, lang, name } of [
  { device: 'a tablet', viewport: { width: 800, height: 1280 }, lang: 'fr', name: null },
  { device: 'a tablet', viewport: { width: 800, height: 1280 }, lang: 'de', name: null },
  { device: 'an upright panel', viewport: { width: 1080, height: 1920 }, lang: 'nl', name: null },
  { device: 'a panel', viewport: { width: 1920, height: 1080 }, lang: 'en', name: LONG_NAME },
])
  test(
    `nothing in the head overlaps on ${device}, ${lang}${name ? ', with a long name' : ''}`,
    inLong(['de', 'nl'].includes(lang)),
    async ({ server, kitchen, pos }) => {
      if (name) await server.heatlamp('branch', 'set', String(pos.branch), '--name', name);
      const network = await openNetwork(server.port);
      const guest = asGuest(
        await kitchen.opens('pickup', { viewport, choices: `lang=${lang}`, by: network, isClockDriven: true }),
      );
      await guest.isLive();
      await guest.page.keyboard.press('Shift');
      await expect(guest.page.locator('header button')).toHaveCount(2);
      if (name) await expect(guest.page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect(await guest.page.evaluate(crowdedInHead), 'live').toEqual([]);
      network.becomes('down');
      await guest.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
      await expect(guest.page.getByRole('main')).toHaveAttribute('data-level', 'red');
      expect(await guest.page.evaluate(crowdedInHead), 'red').toEqual([]);
      await network.close();
    },
  );

test('the clock and the buttons stay together beside a name of any length', async ({ kitchen }) => {
  const guest = asGuest(await kitchen.opens('pickup', { viewport: { width: 1280, height: 720 } }));
  await guest.page.keyboard.press('Shift');
  await expect(guest.page.locator('header button')).toHaveCount(2);
  const scattered = await guest.page.evaluate(async (name) => {
    await document.fonts.ready;
    const title = document.querySelector('h1');
    const parts = () => [
      ...document.querySelectorAll('header button'),
      ...[...document.querySelectorAll('header span')].filter(({ textContent }) => /^\d\d:\d\d$/.test(textContent)),
    ];
    const names = Array.from(name, (_, index) => name.slice(0, index + 1));
    return names.filter((each) => {
      if (title) title.textContent = each;
      const middles = parts()
        .map((part) => part.getBoundingClientRect())
        .map(({ top, bottom }) => (top + bottom) / 2);
      return middles.length < 3 || Math.max(...middles) - Math.min(...middles) > 4;
    });
  }, LONG_NAME);
  expect(scattered).toEqual([]);
});

test('axe finds nothing, and an outdated board says so in words for guests', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
}) => {
  const network = await openNetwork(server.port);
  const guest = asGuest(
    await kitchen.opens('pickup', { choices: 'diagonal=60', by: network, viewport: BOARD, isClockDriven: true }),
  );
  const { page } = guest;
  for (let number = 1; number <= 12; number += 1) await pos.starts(pos.takesCounterOrder(number), MAINS);
  await axeFindsNothing(page, 'preparing alone');
  for (let number = 21; number <= 60; number += 1)
    await pos.completes(pos.takesCounterOrder(number), MAINS, { minutesAgo: 2 });
  await Promise.all([pos.completes(pos.takesCounterOrder(99), MAINS), guest.seesStandOut(99)]);
  await axeFindsNothing(page, 'both halves, a fresh number');
  await guest.opensMenu();
  await axeFindsNothing(page, 'the menu');
  await page.keyboard.press('Escape');
  network.becomes('down');
  await guest.letsPass(SECONDS_TO_AMBER);
  await guest.isAmber();
  await axeFindsNothing(page, 'an amber board');
  await guest.letsPass(SECONDS_TO_RED);
  await guest.isRed();
  await axeFindsNothing(page, 'a red board');
  await network.close();
});

declare global {
  interface Window {
    /** Number of slides, and the distance in px by which a ready number left its half. */
    slides: { slides: number; outside: number };
  }
}

/** Runs in the page: looks at all numbers when a slide begins, where it is furthest, and in every frame. */
function watchSlides(): void {
  const seen = { slides: 0, outside: 0 };
  window.slides = seen;
  const look = () => {
    const half = document.querySelector('[data-kind=ready]')?.getBoundingClientRect();
    for (const number of document.querySelectorAll('[data-kind=ready] li')) {
      const place = number.getBoundingClientRect();
      if (half)
        seen.outside = Math.max(seen.outside, Math.round(half.left - place.left), Math.round(place.right - half.right));
    }
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...parts) {
    const slide = animate.apply(this, parts);
    seen.slides += 1;
    look();
    return slide;
  };
  const lookAgain = () => {
    look();
    requestAnimationFrame(lookAgain);
  };
  lookAgain();
}

/** Runs in the page: parts of the head that overlap or leave the screen. */
async function crowdedInHead(): Promise<string[]> {
  await document.fonts.ready;
  const parts = [...document.querySelectorAll('header h1, header h1 + div > :not(div), header h1 + div > div > *')].map(
    (part) => ({
      text: part.textContent || part.getAttribute('aria-label'),
      box: part.getBoundingClientRect(),
    }),
  );
  const outside = parts.filter(({ box }) => box.left < 0 || Math.floor(box.right) > innerWidth || box.width < 1);
  const over = parts.flatMap((one, index) =>
    parts
      .slice(index + 1)
      .filter(({ box }) => box.left < one.box.right - 1 && one.box.left < box.right - 1)
      .filter(({ box }) => box.top < one.box.bottom - 1 && one.box.top < box.bottom - 1)
      .map(({ text }) => `${one.text} / ${text}`),
  );
  return [...outside.map(({ text }) => `outside: ${text}`), ...over];
}
