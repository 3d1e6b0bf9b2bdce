import { axeFindsNothing } from './accessibility';
import { hiresColleague } from './actors/colleague';
import type { DeviceOptions, Kitchen } from './actors/kitchen';
import { watchPass } from './actors/pass';
import { MAINS, STARTERS } from './actors/pos';
import { presumedLine, servesLaterOnly } from './actors/presumed';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { openNetwork } from './network';
import { expect, test } from './test';

const TABLET = { width: 800, height: 1280 };
const PHONE = { width: 390, height: 844 };
const opens = async (kitchen: Kitchen, options: DeviceOptions = {}) =>
  watchPass(await kitchen.opens('pass', { viewport: TABLET, name: 'Pass', ...options }));

test('a ready course shows its wait, a served one how long ago that was, and a row what changed', async ({
  kitchen,
  pos,
}) => {
  const pass = await opens(kitchen);
  const party = pos.seats({ number: 12, tableName: 'de Boer', numberOfGuests: 4 });
  await pos.starts(party, STARTERS, { minutesAgo: 30 });
  await pos.completes(party, STARTERS, { minutesAgo: 22 });
  await pos.serves(party, STARTERS, { minutesAgo: 20 });
  await pos.starts(party, MAINS, { minutesAgo: 9 });
  await pass.sees('Table 12', 'Mains', 'cooking', /(?:9|10):\d\d/);
  await pass.sees('Table 12', 'Starters', 'served', /2[01] min/);
  await expect(pass.row('Table 12').getByRole('img', { name: '4 guests' })).toHaveText('4 p');
  await expect(pass.row('Table 12').getByRole('strong')).toHaveCount(0);

  pos.moves(party, { number: 31, tableName: 'de Boer', numberOfGuests: 5 });
  await pos.completes(party, MAINS, { minutesAgo: 1 });
  await pass.sees('Table 31', 'Mains', 'ready', /[12]:\d\d/);
  await expect(pass.row('Table 31')).toContainText('from 12 +1, 4 → 5 guests');
  await pass.showsReason('Table 31', 'nobody has MA');
  await pass.counts('1 table0 cooking1 ready');

  await pos.serves(party, MAINS);
  await pass.seesNo('Table 31');
  await expect(pass.page.getByText('No open courses · live')).toBeVisible();
});

test('a course reported gone without a tablet counts as collected, and is undone within five seconds', async ({
  kitchen,
  pos,
}) => {
  const pass = await opens(kitchen);
  const party = pos.seats({ number: 3, subNumber: 2 });
  await pos.starts(party, MAINS, { minutesAgo: 12 });
  await pos.completes(party, MAINS, { minutesAgo: 5 });
  await pass.counts('1 ready1 too long');
  await pass.undoes('Table 3, part 2 · Mains collected', () => pass.saysGone('Table 3, part 2', 'Mains'));
  await pass.showsReason('Table 3, part 2', 'nobody has MA');

  await pass.saysGone('Table 3, part 2', 'Mains');
  await pass.showsReason('Table 3, part 2', 'MA taken');
  await pass.sees('Table 3, part 2', 'Mains', 'taken', 'this screen');
  await expect(pass.page.getByRole('list', { name: 'In flight' })).not.toContainText('long');
  await pos.serves(party, MAINS);
  await pass.seesNo('Table 3, part 2');
});

test('holding Enter reports one course gone, and the next one has the focus', async ({ kitchen, pos }) => {
  const pass = await opens(kitchen);
  for (const number of [3, 4]) {
    const party = pos.seats({ number });
    await pos.starts(party, MAINS, { minutesAgo: 12 });
    await pos.completes(party, MAINS, { minutesAgo: 8 - number });
  }
  const gone = (table: string) => pass.page.getByRole('button', { name: `Taken: ${table}, Mains` });
  await expect(gone('Table 4')).toBeVisible();
  const { keyboard } = pass.page;
  await gone('Table 3').focus();
  await keyboard.down('Enter');
  await expect(gone('Table 3')).toHaveCount(0);
  await expect(gone('Table 4')).toBeFocused();
  await keyboard.down('Enter');
  await keyboard.up('Enter');
  await keyboard.press('Backspace');
  await expect(gone('Table 3')).toBeVisible();
});

test('the open list of presumed courses stays open when the first row comes, and all of them take a second touch', async ({
  kitchen,
  pos,
}) => {
  const pass = await opens(kitchen, { viewport: { width: 1920, height: 1080 } });
  for (const number of [4, 7]) await servesLaterOnly(pos, { number });
  const line = presumedLine(pass.page);
  await line.shows('2 probably served');
  await expect(line.place).toBeInViewport({ ratio: 1 });
  await line.place.getByRole('button', { name: 'Look' }).click();
  const list = pass.page.getByRole('dialog');
  await list.getByRole('button', { name: 'Still here' }).first().click();
  await pass.counts('1 table0 cooking1 ready');
  await expect(list.getByRole('button', { name: 'Still here' })).toHaveCount(1);
  await list.getByRole('button', { name: 'Close' }).click();
  // People brush against a fixed screen, so it asks again.
  await line.place.getByRole('button', { name: 'Yes, all served' }).click();
  await line.shows('1 probably served');
  await line.place.getByRole('button', { name: 'Again: all 1 served' }).click();
  await expect(line.place).toHaveCount(0);
});

test('a fixed panel shows the tables that fit, and counts the others and the late ones among them', async ({
  kitchen,
  pos,
}) => {
  for (let number = 1; number <= 60; number += 1)
    await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: number === 60 ? 20 : 1 });
  const pass = await opens(kitchen, { viewport: { width: 1920, height: 1080 }, choices: 'sort=table' });
  await pass.counts('60 tables60 cooking1 late0 ready');
  const more = pass.page.getByRole('button', { name: /^\+\d+ more$/ });
  await expect(more).toBeVisible();
  // Late tables are on every page.
  await expect(pass.row('Table 60')).toBeInViewport({ ratio: 1 });
  const seen = new Set<string>();
  const look = async () => {
    for (const name of await pass.page
      .getByRole('heading', { level: 2 })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? '')))
      seen.add(name);
  };
  for (let turns = 0; turns < 20; turns += 1) {
    await look();
    await expect(pass.page.getByRole('region', { name: 'Pass' })).toHaveJSProperty('scrollTop', 0);
    await more.click();
  }
  expect(seen.size).toBe(60);
});

test('[F29] a table about to be complete is outlined, with the time', async ({ server, kitchen, pos }) => {
  const pass = await opens(kitchen);
  await server.heatlamp('setting', 'set', 'posTimeUnit', 'seconds', '--branch', String(pos.branch));
  const wall = await kitchen.opensWall();
  const party = pos.seats({ number: 8 });
  await pos.starts(party, STARTERS, { minutesAgo: 12 });
  await pos.completes(party, STARTERS, { minutesAgo: 1 });
  await pos.starts(party, { ...MAINS, expectedPreparationTime: 720 }, { minutesAgo: 10.5 });
  await pass.showsReason('Table 8', /^hands in 1:[0-3]\d$/);
  await expect(pass.row('Table 8')).toHaveAttribute('data-together');
  for (const card of await wall.page.locator('[data-ticket]').all())
    await expect(card).toContainText(/hands in 1:[0-3]\d/);
  await pos.completes(party, MAINS);
  await pass.showsReason('Table 8', 'nobody has ST');
  await expect(wall.page.locator('[data-together]')).toHaveCount(0);
});

test('a tablet and a phone scroll: with any names, each table is reachable and large enough for a finger', async ({
  kitchen,
  pos,
}) => {
  const long = 'Antidisestablishmentarianism '.repeat(11).trim();
  const seats = [
    { number: 1, tableName: long },
    { number: 2, tableName: 'محمد عبد الرحمن' },
    { number: '123456789012345678901234567890' },
    ...Array.from({ length: 12 }, (_, index) => ({ number: 10 + index })),
  ];
  for (const seat of seats) {
    const party = pos.seats(seat);
    const course = { courseNumber: 9, ...(seat.number === 1 ? { name: long } : {}) };
    await pos.starts(party, course, { minutesAgo: 6 });
    await pos.completes(party, course, { minutesAgo: 5 });
  }
  for (const { viewport, lang, taken } of [
    { viewport: PHONE, lang: 'fr', taken: /^Enlevé/ },
    { viewport: TABLET, lang: 'de', taken: /^Weg: / },
  ]) {
    const pass = await opens(kitchen, { viewport, choices: `lang=${lang}` });
    const buttons = pass.page.getByRole('button', { name: taken });
    await expect(buttons).toHaveCount(seats.length);
    for (const button of await buttons.all()) {
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(48);
      expect(box?.height).toBeGreaterThanOrEqual(48);
    }
    const widths = await pass.page
      .getByRole('region', { name: /^Passe?$/ })
      .evaluate((board) => [board.scrollWidth, board.clientWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  }
});

test('axe finds nothing in any state', { tag: '@thorough' }, async ({ server, kitchen, pos }) => {
  const network = await openNetwork(server.port);
  const sam = await hiresColleague(server, kitchen, 'Sam');
  const party = async (number: number, cooking: number, ready: number | null = null) => {
    const seated = pos.seats({ number, tableName: 'de Boer', numberOfGuests: 2 });
    await pos.starts(seated, MAINS, { minutesAgo: cooking });
    if (ready !== null) await pos.completes(seated, MAINS, { minutesAgo: ready });
    return seated;
  };
  for (const [index, minutesAgo] of [1, 11, 16, 26].entries()) await party(index + 1, minutesAgo);
  for (const [index, minutesAgo] of [1, 3, 5].entries()) await party(index + 11, 20, minutesAgo);
  await sam.claims(await party(21, 20, 1), MAINS);
  await sam.collects(await party(22, 20, 1), MAINS);
  const served = await party(1, 20, 18);
  await pos.serves(served, MAINS, { minutesAgo: 10 });

  const pass = await opens(kitchen, { by: network, isClockDriven: true });
  await pass.counts('9 tables4 cooking2 late4 ready1 too long');
  await pass.sees('Table 4', 'Mains', 'very late');
  await axeFindsNothing(pass.page, 'courses in every state');
  await pass.saysGone('Table 11', 'Mains');
  await pass.sees('Table 11', 'Mains', 'taken');
  await axeFindsNothing(pass.page, 'a course that is gone');
  network.becomes('down');
  await pass.letsPass(SECONDS_TO_AMBER + SECONDS_TO_RED);
  await pass.isRed();
  await axeFindsNothing(pass.page, 'an old board');
  await network.close();
});
