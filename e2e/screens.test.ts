import { axeFindsNothing } from './accessibility';
import { asGuest } from './actors/guest';
import type { View } from './actors/kitchen';
import { type Screen, SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { openNetwork } from './network';
import { expect, inLong, test } from './test';

const TABLET = { width: 800, height: 1280 };
const PHONE = { width: 360, height: 740 };

type ScreenPage = {
  view: Exclude<View, 'kitchen'>;
  title: string;
  empty: RegExp;
  links: string[];
  ground: 'light' | 'dark';
};

const LINKS = ['Ready', 'Pass', 'Tables', 'Kitchen'];
const PAGES: ScreenPage[] = [
  {
    view: 'ready',
    title: 'Ready',
    empty: /^Nothing is ready · live \d\d:\d\d:\d\d/,
    links: LINKS,
    ground: 'light',
  },
  { view: 'pass', title: 'Pass', empty: /^No open courses · live \d\d:\d\d:\d\d/, links: LINKS, ground: 'dark' },
  { view: 'tables', title: 'Tables', empty: /^No tables yet · live \d\d:\d\d:\d\d/, links: LINKS, ground: 'light' },
  {
    view: 'pickup',
    title: 'Pick up your order',
    empty: /^No orders right now$/,
    links: [],
    ground: 'dark',
  },
];

/** The board of tables has no sound. */
const hasSound = (view: View) => view !== 'tables';

/** Guests read other texts than the staff when the board is not live. */
const asViewer = (view: View, screen: Screen) => (view === 'pickup' ? asGuest(screen) : screen);

for (const { view, title, empty, links, ground } of PAGES) {
  test(`${view}: its link leads there, and it is live, says that it is empty, and links to the other pages`, async ({
    kitchen,
  }) => {
    const screen = await kitchen.opens(view, { viewport: TABLET, byLink: true });
    const { page } = screen;
    expect(new URL(page.url()).pathname).toBe(`/${view}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (view !== 'pickup') await expect(page.getByText(/^live · \d\d:\d\d:\d\d$/)).toBeVisible();
    await screen.isLive();
    await expect(page.getByText(empty)).toBeVisible();
    await expect(page.getByRole('main')).toHaveCSS('color-scheme', ground);

    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav).toHaveCount(links.length > 0 ? 1 : 0);
    await expect(page.getByRole('link')).toHaveText(links);
    if (links.length > 0) await expect(nav.locator('[aria-current=page]')).toHaveAttribute('href', `/${view}`);
    expect(screen.reloads()).toBe(0);
  });

  test(
    `${view}: theme and language come from the address, and invalid values in it are listed`,
    inLong(!['ready', 'pickup'].includes(view)),
    async ({ kitchen }) => {
      const { page } = await kitchen.opens(view, { choices: 'theme=dark&lang=nl&palette=blue-yellow&zoom=99' });
      await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
      if (view !== 'pickup') await expect(page.getByText(/· live \d\d:\d\d:\d\d/)).toBeVisible();
      await expect(page.getByText('Niet begrepen en weggelaten: zoom')).toBeVisible();
      await expect(page.getByRole('main')).toHaveCSS('background-color', 'rgb(15, 17, 19)');
      const ofLinks = await page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      for (const href of ofLinks) expect(href).toMatch(/^\/\w+\?(?:theme=dark&)?palette=blue-yellow&lang=nl$/);
    },
  );

  test(
    `${view}: choices in the menu are written to the address and survive a reload`,
    inLong(view !== 'ready'),
    async ({ kitchen }) => {
      const screen = await kitchen.opens(view, { viewport: PHONE });
      const { page } = screen;
      const other = ground === 'light' ? 'dark' : 'light';
      const menu = await screen.opensMenu();
      await menu.getByRole('combobox', { name: 'Colours' }).selectOption(other);
      await menu.getByRole('combobox', { name: 'Palette' }).selectOption('blue-yellow');
      await expect(menu.getByRole('combobox', { name: 'Sound' })).toHaveCount(hasSound(view) ? 1 : 0);
      if (hasSound(view)) await menu.getByRole('combobox', { name: 'Sound' }).selectOption('on');
      await menu.getByRole('spinbutton', { name: 'Text size' }).fill('3');
      await menu.getByRole('combobox', { name: 'Language' }).selectOption('nl');
      await expect(page.getByRole('main')).toHaveCSS('color-scheme', other);
      const sound = hasSound(view) ? { sound: 'on' } : {};
      const chosen = { theme: other, palette: 'blue-yellow', ...sound, zoom: '3', lang: 'nl' };
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();

      await screen.reloadsNow();
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen);
      const again = await screen.opensMenu();
      await expect(again.getByRole('combobox', { name: 'Kleuren' })).toHaveValue(other);
      if (hasSound(view)) await expect(again.getByRole('combobox', { name: 'Geluid' })).toHaveValue('on');
    },
  );

  test(`${view}: axe finds nothing`, async ({ server, kitchen }) => {
    const network = await openNetwork(server.port);
    const opened = await kitchen.opens(view, {
      choices: 'zoom=x',
      by: network,
      viewport: TABLET,
      isClockDriven: true,
    });
    const screen = asViewer(view, opened);
    const { page } = screen;
    await expect(page.getByText(empty)).toBeVisible();
    await axeFindsNothing(page, 'an empty board');
    await screen.opensMenu();
    await axeFindsNothing(page, 'its menu');
    await page.keyboard.press('Escape');
    network.becomes('down');
    await screen.letsPass(SECONDS_TO_AMBER);
    await screen.isAmber();
    await axeFindsNothing(page, 'an amber board');
    await screen.letsPass(SECONDS_TO_RED);
    await screen.isRed();
    await expect(page.getByText(/live/)).toHaveCount(0);
    if (view !== 'pickup') await expect(page.getByText(/ · as of \d\d:\d\d:\d\d/)).toBeVisible();
    await axeFindsNothing(page, 'a red board');
    network.becomes('open');
    await screen.isLive();
    expect(screen.reloads()).toBe(0);
    await kitchen.revokes(screen);
    await screen.asksToBePaired();
    await expect(page.getByText(empty)).toHaveCount(0);
    await axeFindsNothing(page, 'a screen that was revoked');
    await network.close();
  });
}

test('a device goes from page to page and keeps its options', async ({ kitchen }) => {
  const { page } = await kitchen.opens('ready', {
    viewport: PHONE,
    choices: 'lang=nl&theme=dark&mine=1-3&checkback=8',
  });
  for (const [name, view] of Object.entries({ Pas: 'pass', Tafels: 'tables', Klaar: 'ready', Keuken: 'kitchen' })) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**/${view}?**`);
    await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await expect(page.getByRole('main')).toHaveCSS('color-scheme', view === 'tables' ? 'light' : 'dark');
    if (view === 'ready') expect(new URL(page.url()).search).toContain('mine=1-3&checkback=8');
  }
});

test('every view of a device that was asleep shows its board as old until the next update', {
  tag: '@thorough',
}, async ({ server, kitchen }) => {
  const network = await openNetwork(server.port);
  const screens = [];
  for (const view of ['kitchen', 'pass', 'tables'] as const) screens.push(await kitchen.opens(view, { by: network }));
  network.becomes('swallowing');
  for (const screen of screens) {
    // The monotonic clock of a sleeping device stands still.
    await screen.page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
    });
    await screen.isRed(/The board is 1:0\d:/);
  }
  network.becomes('open');
  for (const screen of screens) {
    await screen.isLive();
    expect(screen.reloads()).toBe(0);
  }
  await network.close();
});
