import { request } from 'node:http';
import { axeFindsNothing } from './accessibility';
import { expect, test } from './test';

test('an owner reads in the log who changed and saw what, filters it, and pages through it', {
  tag: '@thorough',
}, async ({ server, kitchen, managers, pos }) => {
  await server.heatlamp('branch', 'set', String(pos.branch), '--name', 'Harbour');
  const { page } = await kitchen.takesDevice({ viewport: { width: 1280, height: 800 } });
  const { name } = await managers.signsIn(page, { role: 'owner' });
  const set = (value: number) =>
    page.request.post(`${server.url}/api/v1/settings`, { data: { key: 'readyLate', value, branch: pos.branch } });
  await set(6);
  await set(7);
  await page.goto(`${server.url}/manager/history?branch=${pos.branch}&q=Van+der+Guest`);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  await page.goto(`${server.url}/manager/audit?by=${encodeURIComponent(name)}`);
  const rows = page.getByRole('list', { name: /^(?:Entries|Regels)/ }).getByRole('listitem');
  await expect(rows.filter({ hasText: `Setting changed · readyLate · branch ${pos.branch}` }).first()).toContainText(
    '6 → 7',
  );
  await expect(async () => {
    await page.reload();
    await expect(rows.first()).toContainText('Looked at courses');
  }).toPass();
  await expect(rows.first()).toContainText('q=Van der Guest');
  await axeFindsNothing(page, 'the audit log');

  await page.getByLabel('What').selectOption({ label: 'Changes' });
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Who').selectOption({ label: 'Command line' });
  await expect(rows.filter({ hasText: 'Branch changed' }).first()).toContainText('Command line');

  // More than a page.
  for (let count = 0; count < 101; count += 1) await set(count % 2 === 0 ? 8 : 9);
  await page.goto(`${server.url}/manager/audit?kind=change&by=${encodeURIComponent(name)}&lang=nl`);
  await expect(rows).toHaveCount(100);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logboek');
  await page.getByRole('link', { name: 'Oudere regels' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('link', { name: 'Terug naar de nieuwste' }).click();
  await expect(rows).toHaveCount(100);
});

test('a page loads no other page before its link is followed, so the log says only what was looked at', async ({
  server,
  kitchen,
  managers,
  pos,
}) => {
  const { page } = await kitchen.takesDevice({ viewport: { width: 1280, height: 3000 } });
  await managers.signsIn(page, { role: 'owner' });
  const prefetched: string[] = [];
  page.on('request', (request) => {
    if ('next-router-prefetch' in request.headers()) prefetched.push(request.url());
  });
  for (const path of ['', '/history', '/deliveries', '/reports', '/settings']) {
    await page.goto(`${server.url}/manager${path}?branch=${path && pos.branch}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(prefetched).toEqual([]);
});

test('a path with backslashes, which no browser sends, opens no page that the log takes for another', async ({
  server,
  kitchen,
  managers,
}) => {
  const { page, context } = await kitchen.takesDevice();
  await managers.signsIn(page, { role: 'owner' });
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const statusOf = (path: string) =>
    new Promise((answered, failed) =>
      request(`${server.url}/`, { path, headers: { cookie: cookies } }, (answer) => {
        answer.resume();
        answered(answer.statusCode);
      })
        .once('error', failed)
        .end(),
    );
  expect(await statusOf('/manager/history')).toBe(200);
  expect(await statusOf('/\\name/manager/history')).not.toBe(200);
});
