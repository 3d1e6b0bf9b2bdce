import { axeFindsNothing } from './accessibility';
import { MAINS, STARTERS } from './actors/pos';
import { expect, inLong, test } from './test';

test('a tablet that opened the wall goes back to its own page with its options', async ({ kitchen, pos }) => {
  const party = pos.seats({ number: 7 });
  await pos.starts(party, MAINS, { minutesAgo: 2 });
  const { page } = await kitchen.opens('ready', {
    choices: 'mine=1-12&show=all',
    viewport: { width: 800, height: 1280 },
  });
  await page.getByRole('link', { name: 'Kitchen' }).click();
  await expect(page.getByRole('heading', { name: 'Table 7' })).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to: Ready' });
  await expect(back).toBeVisible();
  await axeFindsNothing(page, 'the wall with its way back');
  await back.click();
  await expect(page.getByRole('heading', { name: 'Ready', level: 1 })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('mine')).toBe('1-12');
});

test('a wall on a phone says what a touch does there, and leads to Ready', async ({ kitchen, pos }) => {
  await pos.starts(pos.seats({ number: 7 }), MAINS, { minutesAgo: 2 });
  const { page } = await kitchen.opens('kitchen', { viewport: { width: 390, height: 844 } });
  const hint = page.getByRole('region', { name: /^A touch on a card hides it on this screen only/ });
  await expect(hint).toBeVisible();
  await axeFindsNothing(page, 'a wall on a phone');
  await hint.getByRole('button', { name: 'Stay here' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await hint.getByRole('link', { name: 'Ready' }).click();
  await page.waitForURL('**/ready**');
});

for (const view of ['kitchen', 'ready', 'pass', 'tables', 'pickup'] as const)
  test(
    `a screen of several branches offers them as buttons if its address names none: ${view}`,
    inLong(!['kitchen', 'ready'].includes(view)),
    async ({ kitchen, openBranch }) => {
      const other = openBranch();
      for (const { pos } of [other]) await pos.starts(pos.seats({ number: 3 }), STARTERS, { minutesAgo: 1 });
      const { token, link } = await kitchen.getsLink([kitchen.branch, other.kitchen.branch], { view });
      const { page, context } = await kitchen.takesDevice();
      const { origin } = new URL(link);
      await context.request.post(`${origin}/api/v1/pair`, { data: { token } });
      await page.goto(`${origin}/${view}?zoom=1`);
      await expect(page.getByRole('heading', { name: 'Which branch does this screen show?' })).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(2);
      await axeFindsNothing(page, 'the choice of a branch');
      await page.getByRole('button').nth(1).click();
      await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
      const query = new URL(page.url()).searchParams;
      expect([query.get('branch'), query.get('zoom')]).toEqual([String(other.kitchen.branch), '1']);
    },
  );

const FILTERED = [
  {
    view: 'kitchen',
    choices: 'tables=90-99,5&courses=XX&kind=table',
    names: 'tables 5, 90-99 · courses XX · tables only',
  },
  { view: 'pass', choices: 'tables=90-99&kind=cafeteria', names: 'tables 90-99 · counter only' },
  { view: 'tables', choices: 'tables=90,91&show=taken', names: 'tables 90-91 · taken tables only' },
] as const;

for (const { view, choices, names } of FILTERED)
  test(
    `an empty filtered board names its filters and clears them: ${view}`,
    inLong(view !== 'kitchen'),
    async ({ kitchen, pos }) => {
      await pos.starts(pos.seats({ number: 7 }), MAINS, { minutesAgo: 2 });
      const { page } = await kitchen.opens(view, { choices });
      await expect(page.getByText(names)).toBeVisible();
      await axeFindsNothing(page, 'a filtered board');
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expect(page.getByText('7', { exact: true }).first()).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
    },
  );

test('a touch collects a course in a branch that chose so, and explains itself on a cooking one', async ({
  kitchen,
  pos,
  server,
}) => {
  const [ready, cooking] = [pos.seats({ number: 7 }), pos.seats({ number: 8 })];
  await pos.starts(ready, MAINS, { minutesAgo: 9 });
  await pos.completes(ready, MAINS);
  await pos.starts(cooking, MAINS, { minutesAgo: 2 });
  await server.heatlamp('setting', 'set', 'wallTouch', 'collect', '--branch', String(kitchen.branch));
  const [wall, other] = [await kitchen.opensWall(), await kitchen.opensWall()];
  await wall.seesReady('Table 7');
  await wall.page.getByRole('button', { name: 'Taken: Table 8, Mains' }).click();
  await wall.said('Table 8 · Mains is still cooking: it can be taken when it is ready.');
  await wall.sees('Table 8');
  const taken = wall.page.getByRole('button', { name: 'Taken: Table 7, Mains' });
  await wall.undoes('Table 7 · Mains', () => taken.click());
  await wall.said('A touch on a ready card marks it as taken on every screen.');
  // Changes arrive in order: a screen with this newer event has the collection and its undo too.
  await pos.starts(pos.seats({ number: 9 }), MAINS);
  for (const each of [wall, other]) {
    await each.sees('Table 9');
    await each.sees('Table 7');
  }
  await taken.click();
  for (const each of [wall, other]) await each.seesNo('Table 7');
});

test('the first touch on a device is explained after its undo, until the next one, and the second is not', async ({
  kitchen,
  pos,
}) => {
  for (const number of [7, 8]) await pos.starts(pos.seats({ number }), MAINS, { minutesAgo: 2 });
  const wall = await kitchen.opensWall({ isClockDriven: true });
  const explained = wall.page.getByText('A touch hides a card on this screen only.');
  await wall.sees('Table 8');
  await wall.touches('Table 7');
  await wall.said('Table 7 · Mains hidden');
  await expect(explained).toHaveCount(0);
  await wall.letsPass(6);
  await expect(explained).toBeVisible();
  const [hint, card] = [await explained.boundingBox(), await wall.card('Table 8').boundingBox()];
  expect(hint?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
  await wall.page.mouse.click(600, 20);
  await expect(explained).toHaveCount(0);
  await wall.reloadsNow();
  await wall.sees('Table 8');
  await wall.touches('Table 8');
  await wall.countsHidden(2);
  await expect(explained).toHaveCount(0);
});

for (const [language, sentence] of [
  ['en-GB', 'Heatlamp does not run here: it needs JavaScript'],
  ['nl-NL', 'Heatlamp werkt hier niet: het heeft JavaScript nodig'],
] as const)
  test(`a browser without scripts, or too old for the styles, reads what Heatlamp needs: ${language}`, async ({
    browser,
    server,
  }) => {
    const opens = async (options: { javaScriptEnabled?: false }, isOld = false) => {
      const context = await browser.newContext({ locale: language, ...options });
      const page = await context.newPage();
      if (isOld)
        await page.route('**/*.css', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll('@supports selector(', '@supports unknown(');
          await route.fulfill({ response, body });
        });
      await page.goto(`${server.url}/kitchen`);
      return page.locator('body > p, body > noscript > p').filter({ visible: true });
    };
    for (const shown of [await opens({ javaScriptEnabled: false }), await opens({}, true)]) {
      await expect(shown).toContainText(sentence);
      await expect.poll(async () => (await shown.boundingBox())?.y).toBe(0);
    }
    await expect(await opens({})).toHaveCount(0);
  });
