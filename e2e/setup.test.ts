import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import type { SetUp } from '../contract/set-up';
import { LANGUAGES, type Language } from '../lib/language';
import { type SigningKey, sign } from '../server/webhooks/sign';
import { axeFindsNothing } from './accessibility';
import { createManagers } from './actors/manager';
import { createPos, MAINS, type Pos } from './actors/pos';
import { watchWall } from './actors/wall';
import { type ServerProcess, startServerProcess } from './server-process';
import { expect, test } from './test';
import { wordsOf } from './words';

/** A folder for a picture of each step; none are taken without. */
const PICTURES = process.env['HEATLAMP_PICTURES'];
const PHONE = { width: 390, height: 844 };
const WALL = { width: 1920, height: 1080 };

/** A person with a phone, whose taps are counted. */
function holds(page: Page, pictures: string) {
  let taps = 0;
  let shots = 0;
  return {
    page,
    count: () => taps,
    async taps(target: Locator) {
      taps += 1;
      await target.click();
    },
    async types(target: Locator, text: string) {
      taps += 1;
      await target.fill(text);
    },
    async shows(name: string, shown: Page = page) {
      shots += 1;
      if (!PICTURES) return;
      const file = `${pictures}-${String(shots).padStart(2, '0')}-${name}.png`;
      await shown.screenshot({ path: path.join(PICTURES, file), fullPage: shown === page });
    },
  };
}

/** The POS of branch 1 with the secret that was copied from the page. */
function posWith(server: ServerProcess, key: SigningKey): Pos & { isRefused: () => Promise<void> } {
  const send = (event: string, body: string, by: SigningKey) => {
    const bytes = Buffer.from(body);
    const headers = { 'X-Service-Subscription-Id': 'heatlamp', 'X-Service-Signature': sign(bytes, by) };
    return fetch(`http://127.0.0.1:${server.port}/webhooks/${event}`, {
      method: 'POST',
      body: bytes,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  };
  const post = async (event: string, body: string) =>
    expect((await send(event, body, key)).status, `the answer to ${event}`).toBe(200);
  return {
    ...createPos({ ...server, post }, 1),
    isRefused: async () => expect((await send('kitchenStartCourse', '{}', key)).status).toBe(400),
  };
}

async function opens(browser: Browser, language: Language, viewport: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: language, reducedMotion: 'reduce' });
  return context.newPage();
}

for (const language of LANGUAGES.filter((each) => ['nl', 'de'].includes(each))) {
  test(`from the code on the home page to the first course on a wall, on a phone, in ${language}`, {
    tag: language === 'nl' ? '@thorough' : '@long',
  }, async ({ browser }) => {
    const t = wordsOf(language);
    const server = await startServerProcess('sqlite', { isNew: true, variables: { SET_UP_QR: 'on' } });
    const page = await opens(browser, language, PHONE);
    const phone = holds(page, language);
    const button = (key: string, values?: Record<string, string>) =>
      page.getByRole('button', { name: t(key, values), exact: true });

    // The owner.
    await page.goto(server.url);
    await expect(page.getByRole('img', { name: t('noOwner.code') })).toBeVisible();
    await axeFindsNothing(page, 'the home page of a box without an owner');
    const link = (await page.getByRole('link', { name: t('noOwner.here') }).getAttribute('href')) ?? '';
    await expect.poll(() => server.printed()).toContain(`${new URL(link).pathname}${new URL(link).hash}`);
    await page.goto(`${link}x`);
    await expect(page.getByRole('status')).toHaveText(t('setUp.owner.unknown'));
    await axeFindsNothing(page, 'a wrong link for the set-up');
    await page.goto(server.url);
    await expect(page.getByRole('heading', { name: t('noOwner.title') })).toBeVisible();
    await page.goto(`${server.url}/setup`);
    await expect(page.getByRole('status')).toHaveText(t('setUp.owner.none'));
    await page.goto(link);
    await expect(page.getByRole('heading', { name: t('setUp.owner.title') })).toBeVisible();
    const second = await page.context().newPage();
    await second.goto(link);
    await expect(second.getByLabel(t('setUp.owner.name'))).toBeVisible();
    await phone.shows('owner');
    await axeFindsNothing(page, 'the page of the first owner');
    await phone.types(page.getByLabel(t('setUp.owner.name')), 'Olga');
    await phone.types(page.getByLabel(t('login.password'), { exact: true }), 'too short');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('loginTrouble.tooShort', { shortest: 10 }))).toBeVisible();
    await page.getByLabel(t('login.password'), { exact: true }).fill('a lamp above the pass');
    await phone.taps(button('setUp.owner.submit'));
    await expect(async () => {
      // A crowded machine may not answer in time. Then the page asks for another tap.
      if (await page.getByText(t('loginTrouble.unreachable')).isVisible()) await button('setUp.owner.submit').click();
      await expect(page.getByRole('heading', { name: t('recovery.label') })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
    await expect(page.getByRole('list', { name: t('recovery.label') }).getByRole('listitem')).toHaveCount(10);
    await phone.shows('recovery-codes');
    await axeFindsNothing(page, 'the recovery codes of the first owner');
    await phone.taps(page.getByRole('link', { name: t('recovery.goOn') }));
    await page.waitForURL('**/manager/setup**');
    await second.getByLabel(t('setUp.owner.name')).fill('Otto');
    await second.getByLabel(t('login.password'), { exact: true }).fill('a lamp above the stove');
    await second.keyboard.press('Enter');
    await expect(second.getByRole('heading', { name: t('setUp.owner.takenTitle') })).toBeVisible();
    await axeFindsNothing(second, 'a link for the set-up that was used');
    await second.close();

    // The restaurant.
    await expect(page.getByRole('heading', { level: 1, name: t('setUp.title') })).toBeVisible();
    await expect(page.getByLabel(t('setUp.branch.name'))).toBeVisible();
    await phone.shows('branch');
    await axeFindsNothing(page, 'the checklist at the restaurant');
    await phone.types(page.getByLabel(t('setUp.branch.name')), 'De Lantaarn');
    await page.keyboard.press('Enter');

    // The POS.
    await expect(button('setUp.pos.make')).toBeVisible();
    await phone.shows('pos');
    // Without a POS at hand, the other steps come first; its taps are not counted.
    await button('setUp.pos.goOn').click();
    await expect(page.getByLabel(t('screens.add.code'))).toBeVisible();
    await page.getByRole('button', { name: t('setUp.steps.pos') }).click();
    await phone.taps(button('setUp.pos.make'));
    await expect(page.getByText(t('setUp.pos.waits'))).toBeVisible();
    await phone.shows('secret');
    await axeFindsNothing(page, 'the checklist with a new secret');
    const copied = await page.locator('code').allTextContents();
    expect(copied.filter((text) => text === server.url)).toHaveLength(1);
    expect(copied).toHaveLength(3);
    const secret = copied.find((text) => /^[A-Za-z0-9+/]{43}=$/.test(text)) ?? '';
    // A page that is opened again, such as on another device, shows it until the POS has used it.
    await page.reload();
    await button('subscriptions.secret.show').click();
    await expect(page.getByText(secret, { exact: true })).toBeVisible();
    // It takes the secret as plain text, which a page of Heatlamp does not expect.
    const pos = posWith(server, {
      ...{ secret, secretEncoding: 'utf8', algorithm: 'sha256', signatureEncoding: 'base64' },
    });
    await pos.isRefused();
    await expect(page.getByText(t('deliveries.refused.finding.asText').split('(')[0]?.trim() ?? '')).toBeVisible();
    await phone.shows('refused');
    // No step of every set-up, so its tap is not counted.
    await button('subscriptions.row.accept').click();
    await expect(page.getByText(t('subscriptions.row.accepted'))).toBeVisible();
    await pos.starts(pos.seats({ number: 12, numberOfGuests: 4 }), MAINS);

    // The first screen.
    const wall = await opens(browser, language, WALL);
    await wall.goto(`${server.url}/pair`);
    const code = await wall.getByText(/^(?:[2-9A-HJKMNP-Z] ){5}[2-9A-HJKMNP-Z]$/).textContent();
    await phone.shows('pair', wall);
    await expect(page.getByLabel(t('screens.add.code'))).toBeVisible();
    await phone.shows('code');
    await phone.types(page.getByLabel(t('screens.add.code')), code ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: t('screens.add.foundTitle') })).toBeVisible();
    await phone.types(page.getByLabel(t('screens.form.name'), { exact: true }), 'Wand');
    await phone.shows('found');
    await phone.taps(button('screens.add.approve'));
    await wall.waitForURL('**/kitchen');

    // The test course.
    await expect(page.getByText(t('setUp.done.title'))).toBeVisible();
    await expect(wall.getByRole('main')).toHaveAttribute('data-level', 'live');
    await phone.shows('ready-to-test');
    await axeFindsNothing(page, 'the checklist at its end');
    const shown = watchWall(wall, 1);
    const place = t('ticket.table', { number: 'TEST' });
    // Together, because it is ready after eight seconds, and served after sixteen.
    await Promise.all([
      phone.taps(button('setUp.test.send')),
      shown.sees(place).then(() => phone.shows('test-on-the-wall', wall)),
      expect(wall.getByText(t('practice.test'))).toBeVisible(),
      expect(shown.card(place)).toHaveAttribute('data-urgency', 'ready'),
    ]);
    await expect(page.getByText(t('setUp.test.seen'))).toBeVisible();
    await phone.shows('test-seen');
    await axeFindsNothing(wall, 'a wall with a test course');
    await shown.seesNo(place);
    await expect(wall.getByText(t('practice.test'))).toHaveCount(0);
    const { courses } = (await (await page.request.get(`${server.url}/api/v1/history/courses?branch=1`)).json()) as {
      courses: { table: { number: string } }[];
    };
    expect(courses.map(({ table }) => table.number)).toEqual(['12']);

    // A real course.
    await pos.starts(pos.seats({ number: 7, numberOfGuests: 2 }), MAINS);
    await shown.sees(t('ticket.table', { number: '7' }));
    await phone.shows('real-on-the-wall', wall);
    await page.reload();
    await expect(button('setUp.test.again')).toBeVisible();
    await phone.shows('done');
    // The server forgets the test course. A step that was done stays done.
    await server.kill();
    await server.start();
    await page.reload();
    const step = page.getByRole('button', { name: t('setUp.steps.test') });
    await expect(step).toContainText(t('setUp.marks.done'));
    await page.goto(`${server.url}/manager`);
    await page.getByRole('link', { name: t('setUpNotice.again') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('setUp.title') })).toBeVisible();
    expect(phone.count(), 'taps on the phone').toBe(10);

    // Another language, by keyboard.
    await page.getByRole('button', { name: t('setUp.steps.language') }).press('Enter');
    await page.getByRole('button', { name: 'Français' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: wordsOf('fr')('setUp.title') })).toBeVisible();
    await axeFindsNothing(page, 'the checklist in French');
    await page.context().close();
    await wall.context().close();
    await server.discard();
  });
}

/** The checklist of an owner whose server has branch 5, without a name, and nothing else. */
async function opensChecklist(browser: Browser) {
  const server = await startServerProcess('sqlite', { isNew: true });
  await server.heatlamp('branch', 'set', '5', '--cut-off', '05:00');
  const page = await opens(browser, 'en', PHONE);
  await createManagers(server).signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager/setup`);
  const branches = async () => {
    const answer = await page.request.get(`${server.url}/api/v1/setup`);
    const { branches: found } = (await answer.json()) as SetUp;
    return found.map(({ number, name, cutOff }) => [number, name, cutOff]);
  };
  return { server, page, field: page.getByLabel('Name of the restaurant', { exact: true }), branches };
}

test('a branch keeps its form when another one comes while its name is typed', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { server, page, field, branches } = await opensChecklist(browser);
  await field.fill('Canal');
  await server.heatlamp('branch', 'set', '2', '--cut-off', '03:00');
  await expect(page.getByRole('button', { name: /Branch 2.*Branch 5/ })).toBeVisible();
  await expect(field).toHaveValue('Canal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Branch 2.*Canal/ })).toBeVisible();
  expect(await branches()).toEqual([
    [2, null, '03:00'],
    [5, 'Canal', '05:00'],
  ]);
  await expect(field).toHaveValue('');
  await page.context().close();
  await server.discard();
});

test('a branch that is renamed keeps the cut-off that another owner set meanwhile', { tag: '@thorough' }, async ({
  browser,
}) => {
  const { server, page, field, branches } = await opensChecklist(browser);
  await field.fill('Canal');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Canal/ }).click();
  await field.fill('Harbour');
  await server.heatlamp('branch', 'set', '5', '--cut-off', '03:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Harbour/ })).toBeVisible();
  expect(await branches()).toEqual([[5, 'Harbour', '03:00']]);
  await page.context().close();
  await server.discard();
});
