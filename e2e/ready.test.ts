import { hiresColleague } from './actors/colleague';
import { type Course, DESSERTS, MAINS, type Party, type Pos, STARTERS } from './actors/pos';
import { SECONDS_TO_AMBER, SECONDS_TO_RED } from './actors/screen';
import { readies, takesTablet, type Waiter } from './actors/waiter';
import { openNetwork } from './network';
import { expect, test } from './test';

test('ready courses are listed newest first with place and wait, and leave when they are served', async ({
  pos,
  kitchen,
}) => {
  const lee = await takesTablet(kitchen);
  const boer = pos.seats({ number: 11, numberOfGuests: 4, tableName: 'de Boer' });
  await pos.starts(boer, STARTERS, { minutesAgo: 40 });
  await pos.completes(boer, STARTERS, { minutesAgo: 30 });
  await pos.serves(boer, STARTERS, { minutesAgo: 28 });
  await pos.starts(boer, MAINS, { minutesAgo: 12 });
  await lee.seesNo('Table 11');
  await pos.completes(boer, MAINS);
  await lee.sees('Table 11', 'Mains', '4 guests', 'de Boer', /^11.*0:\d\d/);

  await readies(pos, { number: 7, subNumber: 2 }, 5);
  const counter = pos.takesCounterOrder(38);
  await pos.starts(counter, { courseNumber: 1, name: 'Soup' }, { minutesAgo: 9 });
  await pos.completes(counter, { courseNumber: 1, name: 'Soup' }, { minutesAgo: 2.1 });
  await lee.sees('Counter ticket 38', 'Soup', 'Counter', /[23]:\d\d/);
  expect(await lee.order()).toEqual(['11', '#38', '7·2']);
  await lee.hasParts('Just ready 2', 'Waiting too long 1');
  await lee.seesState('Table 7, part 2', 'ready-late');
  await lee.seesState('Counter ticket 38', 'ready-warn');
  await lee.seesState('Table 11', 'ready');
  await lee.counts('All', 3);

  await pos.serves(boer, MAINS);
  await lee.seesNo('Table 11');
  await lee.counts('All', 2);
});

test('a claim is visible everywhere, and the row stays in its place', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  await readies(pos, { number: 12, numberOfGuests: 2 }, 1);
  await readies(pos, { number: 14, numberOfGuests: 2 });
  for (const waiter of [sam, lee]) await waiter.sees('Table 14');
  const boxes = (waiter: Waiter) => Promise.all(['Table 12', 'Table 14'].map((one) => waiter.row(one).boundingBox()));
  // The row of table 12 slides to its place below the newer one.
  let before = await boxes(sam);
  await expect
    .poll(async () => {
      const [last, now] = [before, await boxes(sam)];
      before = now;
      return JSON.stringify(now) === JSON.stringify(last);
    })
    .toBe(true);

  await sam.claims('Table 12');
  await lee.sees('Table 12', /Sam has it 0:\d\d/);
  await expect(lee.row('Table 12').getByRole('button')).toHaveCount(0);
  await sam.sees('Table 12', /You have it · 0:\d\d/, 'At the table');
  await expect(sam.row('Table 12').getByRole('button')).toBeFocused();
  expect(await boxes(sam)).toEqual(before);
  expect(await boxes(lee)).toEqual(before);
});

test('the second click of a double tap does not bring what the first one claimed, and a button has one label at a time', async ({
  pos,
  kitchen,
}) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  await readies(pos, { number: 12 });
  await sam.sees('Table 12');
  const labels = await sam
    .row('Table 12')
    .getByRole('button')
    .evaluateHandle((button) => {
      const most = { shown: 0 };
      new MutationObserver(() => {
        const shown = [...button.children].filter((label) => getComputedStyle(label).visibility === 'visible');
        most.shown = Math.max(most.shown, shown.length);
      }).observe(button, { attributes: true, subtree: true });
      return most;
    });
  await sam.claims('Table 12');
  const button = sam.row('Table 12').getByRole('button', { name: /^At the table/ });
  await button.dispatchEvent('click', { detail: 2 });
  expect(await labels.evaluate((most) => most.shown)).toBe(1);
  await sam.sees('Table 12', 'You have it');
  await button.click();
  await sam.seesNo('Table 12');
});

test('a tap without a connection is refused, and never takes effect later', async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const sam = await takesTablet(kitchen, { name: 'Sam', by: network, isClockDriven: true });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  await readies(pos, { number: 12 });
  await sam.sees('Table 12');
  network.becomes('down');
  await sam.letsPass(SECONDS_TO_AMBER);
  await sam.isAmber();
  await sam.claims('Table 12');
  await sam.sawAlert('No connection: not sent.');
  await sam.letsPass(SECONDS_TO_RED);
  await sam.isRed();
  await sam.claims('Table 12');
  await sam.sawAlert('No connection: not sent.', 2);
  network.becomes('open');
  await sam.isLive();
  // A tap that took effect late would be on the board by the time of a newer event.
  await readies(pos, { number: 13 });
  await sam.sees('Table 13');
  await lee.sees('Table 13');
  for (const waiter of [sam, lee]) await waiter.sees('Table 12', 'I have it');
  await sam.claims('Table 12');
  await lee.sees('Table 12', 'Sam has it');
  await network.close();
});

/** Makes several courses of a party ready, the last one last. */
async function readiesAll(pos: Pos, party: Party, courses: readonly Course[], minutesAgo = 0): Promise<void> {
  for (const course of courses) await pos.starts(party, course, { minutesAgo: minutesAgo + 9 });
  for (const course of courses) await pos.completes(party, course, { minutesAgo });
}

test('what is ready for one party is one row, and one tap takes or brings all of it, or undoes that', async ({
  pos,
  kitchen,
}) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  const party = pos.seats({ number: 12, tableName: 'Jansen' });
  await readiesAll(pos, party, [STARTERS, MAINS]);
  await readies(pos, { number: 12, tableName: 'Peeters' }, 1);
  await sam.counts('All', 2);
  const jansen = ({ page, row }: Waiter) => row('Table 12').filter({ has: page.getByText('Jansen') });
  const button = jansen(sam).getByRole('button');
  await expect(button).toHaveAccessibleName('I have it: Table 12, Mains, Starters');

  const undone = await sam.undoes('Table 12 · 2 courses are yours', () => button.click());
  expect(undone).toBe('Undone: Table 12 · 2 courses');
  await expect(jansen(lee).getByRole('button')).toHaveAccessibleName(/^I have it/);
  await button.click();
  await lee.sees('Table 12', 'Jansen', 'Mains', 'Starters', 'Sam has it');
  await expect(jansen(lee).getByRole('button')).toHaveCount(0);

  // A course that becomes ready later is another walk.
  await pos.starts(party, DESSERTS, { minutesAgo: 8 });
  await pos.completes(party, DESSERTS);
  await sam.counts('All', 3);
  await sam.sees('Table 12', 'Desserts', 'I have it');
  await expect(jansen(sam).filter({ hasText: 'You have it' })).toContainText('Starters');
  await jansen(sam).getByRole('button', { name: 'At the table: Table 12, Mains, Starters' }).click();
  await sam.counts('All', 2);
  await lee.counts('All', 2);
  await lee.sees('Table 12', 'Desserts', 'I have it');
});

test('of a row, what somebody else took meanwhile is refused with their name, and the rest is taken', async ({
  server,
  pos,
  kitchen,
}) => {
  const sam = await hiresColleague(server, kitchen, 'Sam');
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  const party = pos.seats({ number: 12 });
  await readiesAll(pos, party, [STARTERS, MAINS]);
  await lee.sees('Table 12', 'Starters', 'Mains');
  // Lee's page is blocked until Sam has tapped, as on a cheap device.
  await lee.page.route('**/sam-has-it', async (route) => {
    await sam.claims(party, MAINS);
    await route.fulfill();
  });
  await lee
    .row('Table 12')
    .getByRole('button')
    .evaluate((button: HTMLElement) => {
      const blocks = new XMLHttpRequest();
      blocks.open('GET', '/sam-has-it', false);
      blocks.send();
      button.click();
    });
  await lee.sawAlert('Sam already has Table 12 · Mains. Table 12 · Starters is yours');
  await lee.sees('Table 12', 'Starters', 'You have it');
  await lee.sees('Table 12', 'Mains', 'Sam has it');
});

for (const [device, viewport] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a narrow one of that height': { width: 360, height: 844 },
}))
  test(`on ${device}, seven rows fit below one heading without scrolling`, async ({ pos, kitchen }) => {
    for (let number = 1; number <= 7; number += 1)
      await readiesAll(
        pos,
        pos.seats({ number, numberOfGuests: 8, tableName: 'Familie Jansen' }),
        [STARTERS, MAINS],
        1,
      );
    const lee = await takesTablet(kitchen, { viewport, choices: 'mine=1-7' });
    await lee.hasParts('Just ready 7');
    const rows = lee.page.locator('[data-ticket]');
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
    const [first] = boxes;
    const foot = await lee.page.locator('footer').boundingBox();
    for (const [index, box] of boxes.entries()) {
      expect(box?.height, `height of row ${index}`).toBeCloseTo(84, 0);
      expect((box?.y ?? 0) - (first?.y ?? 0), `top of row ${index}`).toBeCloseTo(index * 90, 0);
      expect((box?.y ?? 0) + (box?.height ?? 0), `foot of row ${index}`).toBeLessThanOrEqual(foot?.y ?? 0);
    }
    for (const button of await rows.getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    }
  });
