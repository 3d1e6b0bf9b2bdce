import { LANGUAGES } from '../lib/language';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { readies, TABLET, takesTablet } from './actors/waiter';
import { everyCardReads } from './cards';
import { openNetwork } from './network';
import { expect, inLong, test } from './test';

const NAMES = ['x'.repeat(300), 'محمد بن سلمان آل سعود بن عبد العزيز', 'Familie 李 🎂'];
for (const [device, size] of Object.entries({
  'a phone, as wide as one': { width: 390, height: 1200 },
  'a tablet': TABLET,
  'a tablet that lies': { width: 1280, height: 800 },
  'a large screen': { width: 1920, height: 1080 },
}))
  test(`every row is readable on ${device}`, inLong(/tablet/.test(device)), async ({ pos, kitchen }) => {
    const lee = await takesTablet(kitchen, { viewport: size, reducedMotion: 'reduce', name: 'L'.repeat(60) });
    const sam = await takesTablet(kitchen, { viewport: size, reducedMotion: 'reduce', choices: 'mine=14&show=all' });
    await readies(pos, { number: 14, numberOfGuests: 8, tableName: NAMES[0] ?? '' }, 9);
    const party = pos.seats({ number: 1234567, subNumber: 2, numberOfGuests: 12, tableName: NAMES[1] ?? '' });
    for (const minutesAgo of [12, 6]) {
      await pos.starts(party, { courseNumber: 12 }, { minutesAgo });
      await pos.completes(party, { courseNumber: 12 }, { minutesAgo: minutesAgo - 4 });
    }
    await readies(pos, { number: 205, numberOfGuests: 2, tableName: NAMES[2] ?? '' });
    await lee.claims('Table 205');
    await sam.sees('Table 205', 'LLL');
    for (const { page } of [lee, sam]) {
      for (const row of await page.getByRole('list', { name: 'Ready to serve' }).locator('[data-ticket]').all()) {
        const button = row.getByRole('button');
        if ((await button.count()) === 0) continue;
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
      }
      await everyCardReads(page);
    }
    // The narrowest screen is the hardest for longer words.
    for (const lang of size.width === 390 ? (['de', 'fr'] as const) : []) {
      await sam.speaks(lang);
      await expect(sam.page.locator('[data-ticket]')).toHaveCount(3);
      await everyCardReads(sam.page);
    }
  });

test('on a phone the names of a party and of its course are readable whole, also beside a long wait', async ({
  pos,
  kitchen,
}) => {
  const sam = await takesTablet(kitchen, { viewport: { width: 390, height: 844 }, choices: 'mine=7&show=all' });
  for (const number of [4, 5]) await readies(pos, { number, numberOfGuests: 8, tableName: 'Familie Jansen' }, 11);
  for (const lang of ['en', 'de', 'fr'] as const) {
    await sam.speaks(lang);
    const names = sam.page.locator('[data-ticket] bdi');
    await expect(names).toHaveCount(4);
    for (const name of await names.all())
      expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth), lang).toBeLessThanOrEqual(0);
  }
  const names = ['Coffee & thé', 'Hauptgerichte', 'Accompagnements', '主菜とデザート'];
  for (const [index, name] of names.entries())
    await pos.completes(
      pos.seats({ number: 6 + index, numberOfGuests: 2 }),
      { courseNumber: 1, name },
      { minutesAgo: 11 },
    );
  const { page } = await takesTablet(kitchen, { viewport: { width: 390, height: 1200 } });
  for (const name of names) {
    const shown = page.locator('[data-ticket]').getByText(name, { exact: true });
    const [across, down] = await shown.evaluate((each) => [
      each.scrollWidth - each.clientWidth,
      each.scrollHeight - each.clientHeight,
    ]);
    expect([across, down], name).toEqual([0, 0]);
  }
  await everyCardReads(page);
});

for (const [device, viewport] of Object.entries({
  'a phone': { width: 360, height: 740 },
  'a large screen': { width: 1920, height: 1080 },
}))
  test(`on ${device}, the name of a course that comes up is readable beside that it is late`, async ({
    server,
    pos,
    kitchen,
  }) => {
    const course = { ...MAINS, name: 'Ochsenbäckchen', expectedPreparationTime: 600 };
    await pos.starts(pos.seats({ number: 7 }), course, { minutesAgo: 40 });
    await server.heatlamp('setting', 'set', 'posTimeUnit', 'seconds', '--branch', String(pos.branch));
    const { page } = await takesTablet(kitchen, { viewport, choices: 'lang=de' });
    const name = page.getByText('Ochsenbäckchen', { exact: true });
    await expect(page.getByText('zu spät, jeden Moment')).toBeVisible();
    expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  });

test('on a phone the notice of a tap is readable whole, however long the name of the course', async ({
  pos,
  kitchen,
}) => {
  const course = { courseNumber: 2, name: 'Vorspeisenvariationen vom Schwarzwälder Schinken' };
  const party = pos.seats({ number: 115, subNumber: 2 });
  await pos.completes(party, course);
  const { page } = await takesTablet(kitchen, { viewport: { width: 360, height: 740 }, choices: 'show=all&lang=de' });
  const button = page.locator('[data-ticket]').getByRole('button');
  const notice = page.locator('[data-notice=done] p');
  for (const [action, outcome] of [
    ['Nehme ich', 'nehme ich'],
    ['Ist am Tisch', 'mitgenommen'],
  ]) {
    await expect(button).toHaveAccessibleName(new RegExp(`^${action}`));
    await button.click();
    await expect(notice).toContainText(outcome ?? '');
    expect(await notice.evaluate((each) => each.scrollHeight - each.clientHeight), action).toBeLessThanOrEqual(0);
    const heights = await notice.evaluate((each) => [each, each.parentElement].map((box) => box?.clientHeight ?? 0));
    expect(heights[0], action).toBeLessThanOrEqual(heights[1] ?? 0);
  }
});

test('on an upright tablet the head has one line above its controls in every language', async ({ kitchen }) => {
  const sam = await takesTablet(kitchen, { choices: 'show=all' });
  for (const lang of LANGUAGES) {
    await sam.speaks(lang);
    const title = await sam.page.locator('h1').boundingBox();
    const sound = await sam.page.locator('header [data-sound]').boundingBox();
    expect(sound?.y, lang).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  }
});

test('in forced colours, buttons have an edge', async ({ pos, kitchen }) => {
  await readies(pos, { number: 12 });
  const { page, row } = await takesTablet(kitchen);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(row('Table 12').getByRole('button')).toHaveCSS('border-top-width', '1px');
});

test('axe finds nothing', { tag: '@thorough' }, async ({ server, pos, kitchen }) => {
  const choices = 'mine=1-9&checkback=0.1';
  const network = await openNetwork(server.port);
  const sam = await takesTablet(kitchen, { choices, reducedMotion: 'reduce', by: network, isClockDriven: true });
  const lee = await takesTablet(kitchen, { choices, reducedMotion: 'reduce', name: 'Lee' });
  await expect(sam.page.getByText('Nothing of yours is ready')).toBeVisible();
  await axeFindsNothing(sam.page, 'a board without anything');
  await readies(pos, { number: 1, numberOfGuests: 3, tableName: 'de Boer' });
  await readies(pos, { number: 2 }, 2.5);
  await readies(pos, { number: 3, subNumber: 2 }, 5);
  await readies(pos, { number: 4 }, 5);
  await readies(pos, { number: 30 }, 1);
  const served = await readies(pos, { number: 8 }, 10);
  await pos.serves(served, MAINS, { minutesAgo: 9 });
  await pos.starts(pos.seats({ number: 9 }), MAINS, { minutesAgo: 3 });
  await sam.claims('Table 1');
  await lee.claims('Table 4');
  await sam.sees('Table 4', 'Lee has it');
  await expect(sam.line('All well?', 'Table 8')).toBeVisible();
  await axeFindsNothing(sam.page, 'rows of every state');
  await sam.looksAt('All');
  await sam.sees('Table 30');
  await axeFindsNothing(sam.page, 'mine and the others');
  await sam.opensTables();
  await axeFindsNothing(sam.page, 'the dialog of my tables');
  await sam.page.keyboard.press('Escape');
  await sam.opensMenu();
  await expect(sam.page.getByRole('button', { name: 'Ready, yours' })).toBeVisible();
  await axeFindsNothing(sam.page, 'the menu');
  await sam.page.keyboard.press('Escape');
  network.becomes('down');
  await sam.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await sam.isRed();
  await axeFindsNothing(sam.page, 'a red board');
  await network.close();
});
