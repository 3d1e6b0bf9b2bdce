import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { KEY, SUBSCRIPTION, signedHeaders } from '../server/testing/pos-key';
import type { SigningKey } from '../server/webhooks/sign';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

const DELIVERIES = '/manager/deliveries';

const row = (page: Page, text: string) => page.locator('summary').filter({ hasText: text });

/** A start of mains at a table, with changes to its text. */
function startBody(branch: number, table: number, change = (text: string) => text): string {
  return change(
    JSON.stringify({
      event: { eventBlocking: false, eventCounter: 1, eventTimestamp: new Date().toISOString() },
      sender: { branchNumber: branch, workplaceNumber: 1 },
      tableOrder: { orderId: randomUUID(), year: 2026, number: 1 },
      table: { number: table, tableName: '<b>Jansen</b>' },
      course: { courseNumber: 3, name: 'Mains' },
    }),
  );
}

/** Posts a delivery that is refused or stored as unreadable: the expected answer is 400. */
async function postBadly(
  server: ServerProcess,
  event: string,
  body: string | Buffer<ArrayBuffer>,
  key: Partial<SigningKey> = {},
) {
  const headers = { ...signedHeaders(Buffer.from(body), { key: { ...KEY, ...key } }), 'User-Agent': 'Till/7.2' };
  const answer = await fetch(`${server.url}/webhooks/${event}`, { method: 'POST', body, headers });
  expect(answer.status).toBe(400);
}

test('a delivery appears live, and does not move what is being read', async ({ server, pos, kitchen, managers }) => {
  await pos.starts(pos.seats({ number: 41 }), MAINS);
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page);
  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}`);
  await expect(row(page, 'Table 41')).toContainText('Mains started');
  await expect(page.getByRole('listitem').filter({ hasText: 'Workplace 1' })).toContainText('Last message today');
  await pos.starts(pos.seats({ number: 42 }), MAINS);
  await expect(row(page, 'Table 42')).toBeVisible();

  await row(page, 'Table 41').click();
  await expect(page.getByText('"courseNumber": 3')).toBeVisible();
  await expect(page).toHaveURL(/delivery=/);
  const before = await row(page, 'Table 41').boundingBox();
  await pos.starts(pos.seats({ number: 43 }), MAINS);
  await expect(page.getByRole('button', { name: 'One new message: show' })).toBeVisible();
  expect(await row(page, 'Table 41').boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'One new message: show' }).click();
  await expect(row(page, 'Table 43')).toBeVisible();

  await page.reload();
  await expect(page.getByText('"courseNumber": 3')).toBeVisible();
  await page.getByRole('link', { name: 'See this course in History' }).click();
  await page.waitForURL(/\/manager\/history\/course\?branch=\d+&id=/);
});

test('an unreadable delivery says why and what to do, and counts once it is readable', async ({
  server,
  pos,
  kitchen,
  managers,
}) => {
  await kitchen.getsLink();
  await postBadly(server, 'scanCode', startBody(pos.branch, 46));
  await postBadly(
    server,
    'kitchenStartCourse',
    startBody(pos.branch, 47, (text) => text.slice(0, -9)),
  );
  const word = randomUUID();
  const noText = Buffer.concat([Buffer.from(word), Buffer.of(0xff)]);
  await postBadly(server, 'kitchenStartCourse', noText);
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page);
  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}&part=unreadable&q=${word}`);
  await row(page, 'not valid JSON').click();
  const exact = page.getByRole('region', { name: '37 bytes that are not text, shown as Base64' });
  await expect(exact).toHaveText(noText.toString('base64'));

  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}&part=unreadable`);
  await expect(row(page, 'not valid JSON').first()).toBeVisible();
  await row(page, 'the course is missing').first().click();
  await expect(page.getByText('the body has no member scanCode')).toBeVisible();
  await expect(
    page.getByText('If the POS connection sends only one event, remove it under “POS connection”'),
  ).toBeVisible();
  await expect(page.getByText('<b>Jansen</b>').first()).toBeVisible();
  await page.getByRole('button', { name: 'Read it again' }).click();
  await expect(page.getByText('It still cannot be read:')).toBeVisible();

  await server.heatlamp('subscription', 'remove', SUBSCRIPTION);
  const added = ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret];
  await server.heatlamp(...added, '--event', 'kitchenStartCourse');
  await page.getByRole('button', { name: 'Read all of them again' }).click();
  await expect(page.getByText(/read again: 1 now counts, \d+ still cannot be read\./)).toBeVisible();
  await expect(row(page, 'Table 46')).toContainText('Read');
  await server.heatlamp('subscription', 'remove', SUBSCRIPTION);
  await server.heatlamp(...added);
});

test('a wrongly signed request is explained, with how to fix it', async ({ server, pos, kitchen, managers }) => {
  await postBadly(server, 'kitchenStartCourse', startBody(pos.branch, 48), { secretEncoding: 'utf8' });
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page);
  await page.goto(`${server.url}${DELIVERIES}`);
  await page.getByRole('link', { name: /^Refused/ }).click();
  // Another subscription may have had the same problem.
  const refused = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: /^The signature is wrong/ }) })
    .filter({ hasText: 'It would match if the secret were plain text.' });
  await expect(refused.getByText('have an owner accept this signature format under “POS connection”')).toBeVisible();
  await refused.getByText('Headers of the last one').click();
  await expect(refused.getByText('Till/7.2')).toBeVisible();
  await expect(refused.getByText(/^[A-Za-z0-9+/]{8}…$/)).toBeVisible();
  expect(await page.content()).not.toContain(KEY.secret);
});

test('deliveries are found by outcome, reason and words, by keyboard alone, with all filters in the address', async ({
  server,
  pos,
  kitchen,
  managers,
  openBranch,
}) => {
  // The manager of the only branch would be one of every branch.
  await server.heatlamp('branch', 'set', String(openBranch().pos.branch));
  await pos.starts(pos.seats({ number: 51, tableName: 'Okonkwo' }), MAINS);
  await pos.starts(pos.seats({ number: 52 }), MAINS);
  const { page } = await kitchen.takesDevice();
  await managers.signsIn(page, { branches: [pos.branch] });
  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}`);
  await page.getByRole('link', { name: 'Refused' }).click();
  await expect(page.getByText('only a manager of every branch may see them')).toBeVisible();
  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}`);
  await page.getByLabel('Words in the message').fill('okonkwo');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=okonkwo/);
  await expect(row(page, 'Table 52')).toHaveCount(0);
  await row(page, 'Table 51').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('"tableName": "Okonkwo"')).toBeVisible();
  await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}&outcome=repeat&cause=nonsense`);
  await expect(page.getByText('“nonsense” is not one of the choices of cause.')).toBeVisible();
  await expect(page.getByText('No messages match')).toBeVisible();
});

test('the page speaks German, fits a phone, and axe finds nothing in any of its parts', { tag: '@thorough' }, async ({
  server,
  pos,
  kitchen,
  managers,
}) => {
  await postBadly(
    server,
    'kitchenStartCourse',
    startBody(pos.branch, 71, (text) => text.slice(0, -9)),
  );
  await postBadly(server, 'kitchenStartCourse', startBody(pos.branch, 72), { algorithm: 'sha1' });
  await pos.starts(pos.seats({ number: 73 }), MAINS);
  const { page } = await kitchen.takesDevice({ locale: 'de-DE' });
  await managers.signsIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [part, text] of [
    ['received', 'Jede Meldung der Kasse'],
    ['unreadable', 'Alle noch einmal lesen'],
    ['refused', 'Die Signatur ist falsch'],
  ]) {
    await page.goto(`${server.url}${DELIVERIES}?branch=${pos.branch}&part=${part}`);
    await expect(page.getByText(text ?? '').first()).toBeVisible();
    if (part === 'received') await row(page, 'Tisch 73').click();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([part, overflow]).toEqual([part, 0]);
    await axeFindsNothing(page, `the part ${part} of deliveries`);
  }
});
