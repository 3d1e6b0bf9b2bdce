import type { Page } from '@playwright/test';
import { axeFindsNothing } from './accessibility';
import { MAINS } from './actors/pos';
import { readies, takesTablet } from './actors/waiter';
import { expect, test } from './test';

/** In the page: a browser without a window refuses every notification, so they are noted where it would show them. */
function allowNotices(): void {
  const notices: string[] = [];
  Object.assign(window, { notices });
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    notices.push(`${title}: ${options?.body}`);
  };
}

test('a waiter’s tablet says what it can do, is notified in the background, and says that the server is away', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const prepares = (opened: Page) => opened.addInitScript(allowNotices);
  const screen = await kitchen.opens('ready', { choices: 'mine=7', prepares });
  const { page } = screen;
  const menu = await screen.opensMenu();
  await expect(menu.getByRole('heading', { name: 'What this device can do' })).toBeVisible();
  await expect(menu.getByText('Secure connection')).toBeVisible();
  await expect(menu.getByText(/allowed: a course for your tables shows also/)).toBeVisible();
  await expect(menu.getByText(/Sound · off/)).toBeVisible();
  await axeFindsNothing(page, 'what a device can do');
  await page.keyboard.press('Escape');

  const notices = () => page.evaluate(() => (window as unknown as { notices: string[] }).notices);
  const mine = pos.seats({ number: 7 });
  const others = pos.seats({ number: 8 });
  await pos.starts(mine, MAINS);
  await pos.starts(others, MAINS);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await pos.completes(others, MAINS);
  await pos.completes(mine, MAINS);
  await expect.poll(notices).toEqual(['Table 7 · Mains: Ready on the pass']);

  await page.reload();
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
  await server.kill();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Heatlamp does not answer' })).toBeVisible();
  await expect(page.getByText('Table 7')).toHaveCount(0);
  await page.goto(`${page.url()}&lang=fr`);
  await expect(page.getByRole('heading', { name: 'Heatlamp ne répond pas' })).toBeVisible();
  await server.start();
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
});

test('a device can install Heatlamp', async ({ server }) => {
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Heatlamp', start_url: '/', display: 'fullscreen' });
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(`${server.url}${src}`);
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
  }
});

test('a manager on a phone sees what to do next, and has every page under the thumb', async ({
  server,
  pos,
  kitchen,
  managers,
}) => {
  await pos.starts(pos.seats({ number: 3 }), MAINS);
  const wall = await kitchen.opensWall();
  const { page } = await kitchen.takesDevice();
  await page.setViewportSize({ width: 390, height: 844 });
  await managers.signsIn(page, { branches: [kitchen.branch] });
  await page.goto(`${server.url}/manager`);
  await expect(page.getByText(/^live ·/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to do next' })).toHaveCount(0);
  await wall.page.close();
  const task = page.getByRole('link', { name: 'Wall is offline' });
  await expect(task).toBeVisible();
  await axeFindsNothing(page, 'what to do next');
  const nav = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
  expect((nav?.y ?? 0) + (nav?.height ?? 0)).toBe(844);
  await task.click();
  await page.waitForURL('**/manager/screens');
});

test('a kiosk hides the ways out, and asks for the PIN of its branch', async ({ server, kitchen }) => {
  const branch = String(kitchen.branch);
  await server.heatlamp('branch', 'set', branch);
  await server.heatlamp('setting', 'set', 'kioskPin', '0417', '--branch', branch);
  const screen = await kitchen.opens('ready', { choices: 'kiosk=on' });
  const { page } = screen;
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const menu = await screen.opensMenu();
  await expect(menu.getByRole('combobox')).toHaveCount(0);
  await menu.getByRole('button', { name: 'Leave the kiosk' }).click();
  await expect(menu.getByLabel('PIN')).toBeFocused();
  await axeFindsNothing(page, 'a kiosk that asks for its PIN');
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('alert').filter({ hasText: 'This PIN is wrong.' })).toBeVisible();
  await menu.getByLabel('PIN').fill('0417');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('combobox', { name: 'Kiosk' })).toHaveValue('off');
  expect(new URL(page.url()).searchParams.has('kiosk')).toBe(false);
});

test('a kiosk that a manager moves, also while it is off, goes to its own page, and asks for the PIN of its branch', {
  tag: '@thorough',
}, async ({ server, pos, kitchen, openBranch, managers }) => {
  const other = openBranch();
  await pos.starts(pos.seats({ number: 31 }), MAINS);
  await other.pos.starts(other.pos.seats({ number: 32 }), MAINS);
  for (const [branch, pin] of [
    [kitchen.branch, '0417'],
    [other.kitchen.branch, '9182'],
  ] as const)
    await server.heatlamp('setting', 'set', 'kioskPin', pin, '--branch', String(branch));
  const kiosk = await kitchen.opens('kitchen', { choices: `branch=${kitchen.branch}&kiosk=on&lang=en` });
  const { page } = kiosk;
  const desk = (await kitchen.takesDevice()).page;
  await managers.signsIn(desk, { branches: [kitchen.branch, other.kitchen.branch] });
  const moves = async (view: string, branch: number) => {
    const data = { name: 'Wall', view, branches: [branch] };
    const moved = await desk.request.post(`${server.url}/api/v1/screens/${kiosk.screen}`, { data });
    expect(moved.status()).toBe(200);
  };
  await expect(page.getByText('31', { exact: true })).toBeVisible();

  await moves('kitchen', other.kitchen.branch);
  await expect(page.getByText('32', { exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?lang=en&kiosk=on');

  // Its browser starts with the address that it was set up with.
  await page.goto('about:blank');
  await moves('pass', other.kitchen.branch);
  await page.goto(`${server.url}/kitchen?branch=${kitchen.branch}&kiosk=on&lang=en`);
  await page.waitForURL('**/pass?lang=en&kiosk=on');
  await expect(page.getByRole('main')).toHaveAttribute('data-level', 'live');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('about:blank');
  await moves('ready', other.kitchen.branch);
  await page.goto(`${server.url}/pass?lang=en&kiosk=on`);
  await page.waitForURL('**/ready?lang=en&kiosk=on');

  const menu = await kiosk.opensMenu();
  await menu.getByRole('button', { name: 'Leave the kiosk' }).click();
  await expect(menu.getByLabel('PIN')).toBeFocused();
  await page.keyboard.type('0417');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('alert').filter({ hasText: 'This PIN is wrong.' })).toBeVisible();
  await menu.getByLabel('PIN').fill('9182');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('combobox', { name: 'Kiosk' })).toHaveValue('off');
});

test('a screen that a manager moves to another branch leaves its tables behind, also those of its other pages', async ({
  server,
  pos,
  kitchen,
  openBranch,
  managers,
}) => {
  const other = openBranch();
  await readies(pos, { number: 31 });
  await readies(other.pos, { number: 32 });
  const lee = await takesTablet(kitchen, { choices: 'lang=en' });
  const { page } = lee;
  const desk = (await kitchen.takesDevice()).page;
  await managers.signsIn(desk, { branches: [kitchen.branch, other.kitchen.branch] });
  const moves = async (branch: number) => {
    const data = { name: 'Wall', view: 'ready', branches: [branch] };
    const moved = await desk.request.post(`${server.url}/api/v1/screens/${lee.screen}`, { data });
    expect(moved.status()).toBe(200);
  };
  const tables = page.getByRole('navigation').getByRole('link', { name: 'Tables' });
  await page.goto(`${server.url}/tables?lang=en&tables=31`);
  await expect(page.getByText('31', { exact: true })).toBeVisible();
  await page.goto(`${server.url}/ready?lang=en&mine=31&escalate=off`);
  await lee.sees('Table 31');
  await expect(tables).toHaveAttribute('href', '/tables?lang=en&tables=31');

  await moves(other.kitchen.branch);
  await lee.sees('Table 32');
  expect(new URL(page.url()).search).toBe('?escalate=off&lang=en');
  await expect(tables).toHaveAttribute('href', '/tables?lang=en');

  // An address that names its branch is refused after the move.
  await page.goto(`${server.url}/ready?lang=en&branch=${other.kitchen.branch}&mine=32`);
  await lee.sees('Table 32');
  await moves(kitchen.branch);
  await lee.sees('Table 31');
  expect(lee.chose('mine')).toBeNull();
  await expect(tables).toHaveAttribute('href', '/tables?lang=en&tables=31');

  // A tablet that was away.
  await page.goto(`${server.url}/ready?lang=en&mine=31`);
  await lee.sees('Table 31');
  await page.goto('about:blank');
  await moves(other.kitchen.branch);
  await page.goBack();
  await lee.sees('Table 32');
  expect(lee.chose('mine')).toBeNull();

  // A tablet that was off.
  await page.goto(`${server.url}/ready?lang=en&mine=32`);
  await lee.sees('Table 32');
  const started = await page.context().newPage();
  await page.close();
  await moves(kitchen.branch);
  await started.goto(`${server.url}/ready?lang=en&mine=32`);
  await expect(started).toHaveURL(/\?lang=en$/);
});
