import { axeFindsNothing } from './accessibility';
import { DESSERTS, MAINS, type Party, type Pos, type Seat, STARTERS } from './actors/pos';
import { TABLET, takesTablet, type Waiter } from './actors/waiter';
import { everyCardReads } from './cards';
import { instant } from './instant';
import { openNetwork } from './network';
import { expect, test } from './test';

/** Longer than a hurried waiter forgives, on a machine that has much else to do; the times are in the report. */
const SOON_MS = 5_000;

/** A course that the kitchen has had ready for so long. */
async function readies(pos: Pos, seat: Seat, minutesAgo = 0, course = MAINS): Promise<Party> {
  const party = pos.seats(seat);
  await pos.starts(party, course, { minutesAgo: minutesAgo + 10 });
  await pos.completes(party, course, { minutesAgo });
  return party;
}

test('what the kitchen has ready shows with whom it is for and since when, the oldest first, and is gone on serve', async ({
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
  await expect(lee.row('Table 11').getByRole('img', { name: 'done, ready' })).toBeVisible();

  await readies(pos, { number: 7, subNumber: 2 }, 5);
  const counter = pos.takesCounterOrder(38);
  await pos.starts(counter, { courseNumber: 1, name: 'Soup' }, { minutesAgo: 9 });
  await pos.completes(counter, { courseNumber: 1, name: 'Soup' }, { minutesAgo: 3 });
  await lee.sees('Counter ticket 38', 'Soup', 'Counter', /3:\d\d/);
  expect(await lee.order()).toEqual(['7·2', '#38', '11']);
  await lee.seesState('Table 7, part 2', 'ready-late');
  await lee.seesState('Counter ticket 38', 'ready-warn');
  await lee.seesState('Table 11', 'ready');
  await lee.counts('All', 3);

  await pos.serves(boer, MAINS);
  await lee.seesNo('Table 11');
  await lee.counts('All', 2);
});

test('who has it is seen everywhere, and the row stays where it was', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  const toldAt: number[] = [];
  lee.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/board:changed.*"claim":\{/.test(String(payload))) toldAt.push(instant());
    }),
  );
  await lee.reloadsNow();
  await readies(pos, { number: 12, numberOfGuests: 2 }, 1);
  await readies(pos, { number: 14, numberOfGuests: 2 });
  for (const waiter of [sam, lee]) await waiter.sees('Table 14');
  const boxes = (waiter: Waiter) => Promise.all(['Table 12', 'Table 14'].map((one) => waiter.row(one).boundingBox()));
  const before = await boxes(sam);

  const seenAt = lee.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.textContent?.includes('Sam has it')) return;
          watcher.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  const tappedAt = instant();
  await sam.claims('Table 12');
  const [tookMs, toldMs] = [(await seenAt) - tappedAt, (toldAt.at(-1) ?? 0) - tappedAt];
  const measured = `tapped, told after ${Math.round(toldMs)} ms, on the other’s glass after ${Math.round(tookMs)} ms`;
  test.info().annotations.push({ type: 'measured', description: measured });
  expect(toldMs).toBeGreaterThan(0);
  expect(tookMs).toBeLessThan(SOON_MS);

  await lee.sees('Table 12', /Sam has it · 0:\d\d/);
  await expect(lee.row('Table 12').getByRole('button')).toHaveCount(0);
  await sam.sees('Table 12', /You have it · 0:\d\d/, 'Taken to the table');
  await expect(sam.row('Table 12').getByRole('button')).toBeFocused();
  expect(await boxes(sam)).toEqual(before);
  expect(await boxes(lee)).toEqual(before);
});

test('who was slower is told who has it', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  await readies(pos, { number: 12 });
  await lee.sees('Table 12');
  // Lee's page is busy while Sam taps, as a cheap one is, and Lee taps on what it still shows.
  const taps = lee
    .row('Table 12')
    .getByRole('button')
    .evaluate((button: HTMLElement) => {
      (window as unknown as { busy: boolean }).busy = true;
      const until = performance.now() + 2_500;
      while (performance.now() < until);
      button.click();
    });
  await sam.claims('Table 12');
  await sam.sees('Table 12', 'You have it');
  await taps;
  await lee.isTold('Sam already has Table 12 · Mains.');
  await lee.sees('Table 12', 'Sam has it');
});

test('a claim runs out by itself', async ({ server, pos, kitchen }) => {
  await server.heatlamp('setting', 'set', 'claimHolds', '0.1', '--branch', String(kitchen.branch));
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  await readies(pos, { number: 12 });
  await sam.claims('Table 12');
  await lee.sees('Table 12', 'Sam has it');
  await lee.sees('Table 12', 'I have it');
  await sam.sees('Table 12', 'I have it');
  await lee.claims('Table 12');
  await sam.sees('Table 12', 'Lee has it');
});

test('taken to the table it is gone everywhere; undone it is back; served it is gone for good', async ({
  pos,
  kitchen,
}) => {
  const sam = await takesTablet(kitchen, { name: 'Sam' });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  const party = await readies(pos, { number: 12 });
  await sam.claims('Table 12');
  await sam.brings('Table 12');
  await expect(sam.page.getByRole('status').getByText('Table 12 · Mains collected')).toBeVisible();
  for (const waiter of [sam, lee]) await waiter.seesNo('Table 12');
  await sam.takesBack();
  await sam.sees('Table 12', 'You have it');
  await lee.sees('Table 12', 'Sam has it');
  await sam.brings('Table 12');
  await lee.seesNo('Table 12');
  await pos.serves(party, MAINS);
  await pos.starts(party, DESSERTS);
  await pos.completes(party, DESSERTS);
  await lee.sees('Table 12', 'Desserts', 'I have it');
});

test('a tap without a connection is refused in words, and does not fire later', async ({ server, pos, kitchen }) => {
  const network = await openNetwork(server.port);
  const sam = await takesTablet(kitchen, { name: 'Sam', by: network });
  const lee = await takesTablet(kitchen, { name: 'Lee' });
  await readies(pos, { number: 12 });
  await sam.sees('Table 12');
  network.becomes('down');
  await sam.isAmber();
  await sam.claims('Table 12');
  await sam.isTold('No connection: not sent.');
  await sam.isRed();
  await sam.claims('Table 12');
  await sam.isTold('No connection: not sent.');
  network.becomes('open');
  await sam.isLive();
  // What fired late would be on the board by the time that something newer is.
  await readies(pos, { number: 13 });
  await sam.sees('Table 13');
  await lee.sees('Table 13');
  for (const waiter of [sam, lee]) await waiter.sees('Table 12', 'I have it');
  await sam.claims('Table 12');
  await lee.sees('Table 12', 'Sam has it');
  await network.close();
});

test('my tables: tapped or written, in the address, mine first among all', async ({ pos, kitchen }) => {
  for (const number of [1, 2, 3, 20]) await readies(pos, { number }, 4 - (number % 4));
  const lee = await takesTablet(kitchen, { choices: 'escalate=off' });
  await lee.counts('All', 4);
  await lee.counts('Mine', 0);
  expect(await lee.order()).toEqual(['20', '1', '2', '3']);

  await lee.looksAt('Mine');
  await expect(lee.page.getByText('You have not picked your tables')).toBeVisible();
  const dialog = await lee.opensTables();
  for (const number of ['2', '3']) await dialog.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog.getByRole('button', { pressed: true })).toHaveText(['2', '3']);
  await expect(dialog.getByRole('textbox')).toHaveValue('2-3');
  await dialog.getByRole('textbox').fill('1-x');
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByText('Not understood.')).toBeVisible();
  expect(lee.chose('mine')).toBe('2-3');
  await dialog.getByRole('textbox').fill('30, 2 - 12');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => lee.chose('mine')).toBe('2-12,30');
  await lee.counts('Mine', 2);
  expect(await lee.order()).toEqual(['2', '3']);

  await lee.looksAt('All');
  await expect.poll(lee.order).toEqual(['2', '3', '20', '1']);
  await lee.reloadsNow();
  await expect.poll(lee.order).toEqual(['2', '3', '20', '1']);
  expect(lee.chose('show')).toBe('all');
  const again = await lee.opensTables();
  await again.getByRole('button', { name: 'None' }).click();
  await lee.page.keyboard.press('Escape');
  await expect.poll(lee.order).toEqual(['20', '1', '2', '3']);
  expect(lee.chose('mine')).toBeNull();
});

test('a range comes from the address; nothing of mine is said as such; nonsense is named', async ({ pos, kitchen }) => {
  await readies(pos, { number: 30 });
  const lee = await takesTablet(kitchen, { choices: 'mine=12-1,20&checkback=x' });
  await expect(lee.page.getByText(/^Nothing of yours is ready · live \d\d:\d\d:\d\d/)).toBeVisible();
  await expect(lee.page.getByText('1 course for others: see All.')).toBeVisible();
  await expect(lee.page.getByText('Not understood and left out: checkback')).toBeVisible();
  await readies(pos, { number: 12, subNumber: 3 });
  await lee.sees('Table 12, part 3');
  await lee.page.keyboard.press('Tab');
  await lee.page.getByRole('tab', { name: /^Mine/ }).focus();
  await lee.page.keyboard.press('ArrowRight');
  await lee.sees('Table 30');
  await expect(lee.page.getByRole('tab', { name: /^All/ })).toBeFocused();
});

test('what was chosen here is still so after a look at another page', async ({ kitchen }) => {
  const lee = await takesTablet(kitchen, { choices: 'mine=1-3&checkback=8&sound=on' });
  await lee.page.getByRole('link', { name: 'Pass', exact: true }).click();
  await lee.page.waitForURL('**/pass?sound=on');
  await lee.isLive();
  const menu = await lee.opensMenu();
  await menu.getByRole('combobox', { name: 'Colours' }).selectOption('light');
  await lee.page.keyboard.press('Escape');
  await lee.page.getByRole('link', { name: 'Tables', exact: true }).click();
  await lee.page.waitForURL('**/tables?**');
  await lee.page.getByRole('link', { name: 'Ready', exact: true }).click();
  await lee.page.waitForURL('**/ready?**');
  await lee.isLive();
  expect(['mine', 'checkback', 'sound'].map(lee.chose)).toEqual(['1-3', '8', 'on']);
});

test('what nobody has for too long is everybody’s, first of all, until somebody has it', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { name: 'Sam', choices: 'mine=1-9&escalate=0.1' });
  const lee = await takesTablet(kitchen, { name: 'Lee', choices: 'mine=20&escalate=off' });
  await readies(pos, { number: 5 }, 1);
  await lee.counts('All', 1);
  await sam.sees('Table 5', 'Nobody has it');
  await readies(pos, { number: 30 });
  await sam.sees('Table 30', 'Nobody has it');
  await lee.counts('All', 2);
  await lee.counts('Mine', 0);
  await sam.claims('Table 30');
  await sam.sees('Table 30', 'You have it');
  await expect(sam.row('Table 30')).not.toContainText('Nobody has it');
  expect(await sam.order()).toEqual(['5', '30']);
  await lee.looksAt('All');
  await lee.sees('Table 30', 'Sam has it');
});

test('what cooks for my tables comes up with its time', async ({ server, pos, kitchen }) => {
  await server.heatlamp('setting', 'set', 'posTimeUnit', 'seconds', '--branch', String(kitchen.branch));
  const lee = await takesTablet(kitchen, { choices: 'mine=1-9' });
  const cooks = (number: number, expectedPreparationTime: number | null, minutesAgo: number) =>
    pos.starts(
      pos.seats({ number }),
      expectedPreparationTime === null ? MAINS : { ...MAINS, expectedPreparationTime },
      { minutesAgo },
    );
  await cooks(1, 900, 11.5);
  await cooks(2, 300, 6);
  await cooks(3, null, 2);
  await cooks(20, 900, 5);
  await expect(lee.line('Coming up', 'Table 1')).toContainText('about 4 min');
  await expect(lee.line('Coming up', 'Table 2')).toContainText('late, any moment');
  await expect(lee.line('Coming up', 'Table 3')).toHaveText('3Mains');
  await expect(lee.page.getByRole('region', { name: 'Coming up for you' }).getByRole('heading')).toHaveText([
    '2',
    '1',
    '3',
  ]);
});

test('somebody looks whether all is well, once, on this device', async ({ pos, kitchen }) => {
  const sam = await takesTablet(kitchen, { choices: 'mine=1-9&checkback=0.1' });
  const lee = await takesTablet(kitchen, { choices: 'checkback=0.1' });
  const quiet = await takesTablet(kitchen);
  const party = await readies(pos, { number: 5 }, 9);
  await pos.serves(party, MAINS, { minutesAgo: 8 });
  const other = await readies(pos, { number: 30 }, 5);
  await pos.serves(other, MAINS);
  await expect(sam.line('All well?', 'Table 5')).toContainText('Table 5 · Mainsserved 8 min ago · all well?');
  await expect(lee.line('All well?', 'Table 30')).toBeVisible();
  await expect(sam.line('All well?', 'Table 30')).toHaveCount(0);
  await sam.line('All well?', 'Table 5').getByRole('button', { name: 'Done' }).click();
  await expect(sam.line('All well?', 'Table 5')).toHaveCount(0);
  await sam.reloadsNow();
  await expect(sam.page.getByText('Nothing of yours is ready')).toBeVisible();
  await expect(sam.line('All well?', 'Table 5')).toHaveCount(0);
  await expect(lee.line('All well?', 'Table 5')).toBeVisible();
  await expect(quiet.page.getByRole('region', { name: 'All well?' })).toHaveCount(0);
  await pos.starts(party, DESSERTS);
  await expect(lee.line('All well?', 'Table 5')).toBeVisible();
  await pos.completes(party, DESSERTS);
  await expect(lee.line('All well?', 'Table 5')).toHaveCount(0);
});

const NAMES = ['x'.repeat(300), 'محمد بن سلمان آل سعود بن عبد العزيز', 'Familie 李 🎂'];
for (const [device, size] of Object.entries({
  'a phone, as wide as one': { width: 390, height: 1200 },
  'a tablet': TABLET,
  'a tablet that lies': { width: 1280, height: 800 },
  'a large screen': { width: 1920, height: 1080 },
}))
  test(`every row reads on ${device}`, async ({ pos, kitchen }) => {
    const lee = await takesTablet(kitchen, { viewport: size, reducedMotion: 'reduce', name: 'L'.repeat(60) });
    const sam = await takesTablet(kitchen, { viewport: size, reducedMotion: 'reduce', choices: 'mine=14&show=all' });
    await readies(pos, { number: 14, numberOfGuests: 8, tableName: NAMES[0] ?? '' }, 65);
    const party = pos.seats({ number: 1234567, subNumber: 2, numberOfGuests: 12, tableName: NAMES[1] ?? '' });
    for (const minutesAgo of [30, 20]) {
      await pos.starts(party, { courseNumber: 12 }, { minutesAgo });
      await pos.completes(party, { courseNumber: 12 }, { minutesAgo: minutesAgo - 5 });
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
  });

for (const theme of ['light', 'dark'])
  test(`axe finds nothing, ${theme}`, async ({ server, pos, kitchen }) => {
    const choices = `theme=${theme}&mine=1-9&checkback=0.1`;
    const network = await openNetwork(server.port);
    const sam = await takesTablet(kitchen, { choices, reducedMotion: 'reduce', by: network });
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
    await sam.isRed();
    await axeFindsNothing(sam.page, 'a red board');
    await network.close();
  });
