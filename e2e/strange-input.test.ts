import { MAINS, type Pos } from './actors/pos';
import { takesTablet } from './actors/waiter';
import type { Wall } from './actors/wall';
import { everyCardReads } from './cards';
import { expect, test } from './test';

const SCREENS = [
  { viewport: { width: 1920, height: 1080 }, choices: 'diagonal=43' },
  { viewport: { width: 1280, height: 800 }, choices: 'diagonal=21.5' },
  { viewport: { width: 1080, height: 1920 }, choices: 'diagonal=43' },
  // Close enough for roomy cards, which show every name and all guests.
  { viewport: { width: 1920, height: 1080 }, choices: 'diagonal=43&zoom=-5' },
];
const MAX_PAGES = 20;

test('invalid values in the address fall back to defaults, and a notice lists them', async ({ pos, kitchen }) => {
  await pos.starts(pos.seats({ number: 12 }), MAINS);
  const nonsense = {
    courses: ',',
    kind: 'drone',
    tables: '9..1',
    sort: 'random',
    clock: 'sundial',
    layout: 'spiral',
    columns: '-3',
    density: 'solid',
    branch: 'x',
    theme: 'pink',
    palette: '%00',
    lang: 'tlh',
    sound: 'loud',
    volume: '11',
    zoom: '0.5',
    diagonal: 'Infinity',
    distance: '1e9',
    autoPage: 'NaN',
  };
  const wall = await kitchen.opensWall({ choices: new URLSearchParams(nonsense).toString() });
  await wall.sees('Table 12', 'Mains');
  await expect(wall.page.getByText('Not understood and left out:')).toContainText(Object.keys(nonsense).join(', '));
  const menu = await wall.opensMenu();
  await expect(menu.getByRole('combobox', { name: 'Colours' })).toHaveValue('dark');
  await expect(menu.getByRole('spinbutton', { name: 'Columns' })).toHaveValue('0');
  await expect(menu.getByRole('spinbutton', { name: 'Screen, inches' })).toHaveValue('32');
});

// Longer than the 200 characters that a name keeps.
const LONG = 'Vijfhonderdjarigjubileumfeest '.repeat(10).slice(0, 300);
/** The part of a name that reaches a screen. */
const kept = (name: string) => name.slice(0, 200).trim();

const NAMES = [
  LONG,
  'W'.repeat(300),
  'عائلة الأحمد للمناسبات',
  '👩‍👩‍👧‍👦🎂🇳🇱 李さん',
  '<script>window.hacked=1</script><b onclick=x>&amp;</b>',
  '\u202Edrowssap\u202C',
];

/** Sends unusual input of people and POS systems. Returns the expected text by card. */
async function tellsStrangeThings(pos: Pos): Promise<[where: string, text: string][]> {
  for (const [index, tableName] of NAMES.entries())
    await pos.starts(pos.seats({ number: index + 1, tableName, numberOfGuests: 12 }), MAINS, { minutesAgo: 70 });
  const soon = { minutesAgo: 3 };
  const longAgo = { minutesAgo: 200 };
  await pos.starts(pos.seats({ number: 1204, subNumber: 12, numberOfGuests: 140 }), MAINS, longAgo);
  await pos.starts(pos.seats({ number: '900719925474099312345' }), MAINS, soon);
  await pos.starts(pos.seats({ number: 7 }), { courseNumber: 9 }, soon);
  await pos.starts(pos.seats({ number: 8 }), { courseNumber: 10, name: LONG }, soon);
  await pos.starts(pos.takesCounterOrder(2_147_483_647), { courseNumber: 1, abbreviation: LONG }, soon);
  const ready = pos.seats({ number: 99, subNumber: 2, tableName: LONG, numberOfGuests: 8 });
  await pos.starts(ready, { ...MAINS, name: LONG }, { minutesAgo: 90 });
  await pos.completes(ready, { ...MAINS, name: LONG }, { minutesAgo: 9 });
  const long = pos.seats({ number: 60, tableName: LONG, numberOfGuests: 8 });
  for (let courseNumber = 1; courseNumber <= 8; courseNumber += 1)
    await pos.starts(long, { courseNumber, expectedPreparationTime: 3_600 }, soon);
  pos.moves(long, { number: 61, tableName: `2 ${LONG}`, numberOfGuests: 12 });
  await pos.completes(long, { courseNumber: 1, expectedPreparationTime: 3_600 });
  return [
    ...NAMES.map((name, index): [string, string] => [`Table ${index + 1}`, kept(name)]),
    ['Table 1204, part 12', '140 guests'],
    ['Table 900719925474099312345', 'Mains'],
    ['Table 7', 'Course 9'],
    ['Table 8', kept(LONG)],
    ['Counter ticket 2147483647', 'Counter'],
    ['Table 99, part 2', 'Ready'],
    ['Table 61', 'from 60 +2'],
  ];
}

/** Turns pages until every card was seen, and runs `look` on each page. */
async function seesOnItsPages(wall: Wall, cards: [where: string, text: string][], look: () => Promise<void>) {
  let unseen = cards;
  await wall.sees('Table 1');
  const next = wall.page.getByRole('button', { name: /Next page/ });
  for (let page = 1; unseen.length > 0 && page <= MAX_PAGES; page += 1) {
    if (page > 1) {
      expect(await next.isVisible(), `a page with ${unseen}`).toBe(true);
      await next.click();
    }
    await look();
    const isRoomy = (await wall.page.getByRole('main').getAttribute('data-look')) === 'roomy';
    const found = await Promise.all(
      unseen.map(([where, text]) => {
        const card = wall.card(where);
        return (isRoomy ? card.filter({ hasText: text }) : card).first().isVisible();
      }),
    );
    unseen = unseen.filter((_, index) => !found[index]);
  }
  expect(unseen).toEqual([]);
}

test('a course named from right to left is cut at its end on a wall and a tablet', async ({ pos, kitchen }) => {
  const name = 'الطبق الرئيسي للمناسبات الكبيرة مع الأرز';
  const party = pos.seats({ number: 12 });
  await pos.starts(party, { courseNumber: 3, name }, { minutesAgo: 9 });
  const wall = await kitchen.opensWall({ viewport: { width: 1280, height: 800 }, choices: 'diagonal=21.5' });
  const onWall = wall.card('Table 12').getByText(name, { exact: true });
  await expect(onWall).toHaveCSS('direction', 'rtl');
  expect(await onWall.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
  const { page } = await takesTablet(kitchen);
  await expect(page.getByText(name, { exact: true })).toHaveCSS('direction', 'rtl');
  await pos.completes(party, { courseNumber: 3, name });
  await expect(page.locator('[data-ticket]').getByText(name, { exact: true })).toHaveCSS('direction', 'rtl');
});

test('a card stays readable whatever people type', { tag: '@thorough' }, async ({ pos, kitchen }) => {
  const cards = await tellsStrangeThings(pos);
  for (const screen of SCREENS) {
    const wall = await kitchen.opensWall({ ...screen, choices: `${screen.choices}&sort=table` });
    await test.step(JSON.stringify(screen), () => seesOnItsPages(wall, cards, () => everyCardReads(wall.page)));
    expect(await wall.page.evaluate(() => 'hacked' in window)).toBe(false);
    await wall.page.context().close();
  }
});
