import type { Page } from '@playwright/test';
import { appCode, secretIn } from '../server/testing/managers';
import { axeFindsNothing } from './accessibility';
import { expect, test } from './test';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const PASSWORD = 'twelve warm plates';

/** The user shown by a page. */
const whoIsIn = async (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/api/auth/session')).json()) as { manager: unknown }).manager);

test('a link leads to a password and signs in, on a phone, by keyboard alone', { tag: '@postgresql' }, async ({
  kitchen,
  server,
  managers,
}) => {
  const { name, link } = await managers.invites({ branches: [1] });
  const { page } = await kitchen.takesDevice({ viewport: PHONE });
  await page.goto(`${server.url}/login?next=/pair${new URL(link).hash}`);
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  // The token appears neither on the screen nor in the browser's history.
  await expect(page).toHaveURL(`${server.url}/login?next=/pair`);
  await expect(page.getByText('At least 10 characters')).toBeVisible();
  await axeFindsNothing(page, 'setting a password');

  await page.keyboard.press('Tab');
  await page.keyboard.type('too short');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'too short' })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/pair`);
  expect(await whoIsIn(page)).toMatchObject({ name, branches: [1] });
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.goto(`${server.url}/login`);
  await expect(page.getByRole('heading', { name: `You are signed in, ${name}` })).toBeVisible();
  await axeFindsNothing(page, 'signed in');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  expect(await whoIsIn(page)).toBeNull();
  await axeFindsNothing(page, 'signing in');

  await page.getByLabel('Name').focus();
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/manager');
  expect(await whoIsIn(page)).toMatchObject({ name });

  await page.goto(`${server.url}/login#${new URL(link).hash.slice(1)}`);
  await expect(page.getByRole('alert').filter({ hasText: 'is no longer valid' })).toBeVisible();
});

test('errors are explained: a wrong password, too many attempts, no server', async ({ kitchen, server, managers }) => {
  const { name } = await managers.signsIn((await kitchen.takesDevice()).page);
  const { page, context } = await kitchen.takesDevice({ viewport: PHONE, isClockDriven: true });
  await page.goto(`${server.url}/login`);
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toHaveText('Fill in your name and your password.');

  // Longer than any name, and longer than the server accepts.
  for (const length of [500, 5_000]) {
    await page.getByLabel('Name').fill('a'.repeat(length));
    await page.getByLabel('Password', { exact: true }).fill('b'.repeat(length));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(alert).toHaveText('The name or the password is wrong.');
  }

  await page.getByLabel('Name').fill(name);
  const button = page.getByRole('button', { name: 'Sign in' });
  const attempt = async () => {
    await page.getByLabel('Password', { exact: true }).fill('a wrong one');
    const answered = page.waitForResponse('**/api/auth/sign-in');
    await button.click();
    return (await answered).status();
  };
  // The wait may be short, if the attempts before it took long.
  await page.clock.pauseAt(Date.now() + 60_000);
  let wrong = 0;
  let place = await button.boundingBox();
  while ((await attempt()) === 401) {
    await expect(alert).toHaveText('The name or the password is wrong.');
    place = await button.boundingBox();
    wrong += 1;
  }
  // More than five only if they took more than a minute.
  expect(wrong).toBeGreaterThanOrEqual(5);
  await expect(alert).toHaveText(/^Too many attempts: wait \d+ seconds?\.$/);
  expect(await button.boundingBox()).toEqual(place);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  const counting = page.locator('form [aria-hidden=true]');
  const first = await counting.textContent();
  await page.clock.runFor(1_000);
  await expect(counting).not.toHaveText(String(first));
  await page.clock.resume();
  await axeFindsNothing(page, 'slowed down');

  // Another name on the same device is not delayed.
  await page.reload();
  await page.getByLabel('Name').fill('Somebody');
  await page.getByLabel('Password', { exact: true }).fill('whatever it is');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toHaveText('The server does not answer. Check the network, and try again.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toHaveText('The name or the password is wrong.');
});

test('the page speaks the language chosen on the device, else its own, and ends all sessions of a user at once', {
  tag: '@thorough',
}, async ({ kitchen, server, managers }) => {
  const { page } = await kitchen.takesDevice({ locale: 'nl-NL' });
  const { name, password } = await managers.signsIn(page);
  const { page: hers } = await kitchen.takesDevice({ locale: 'nl-NL' });
  await hers.goto(`${server.url}/login`);
  await hers.getByLabel('Naam').fill(name);
  await hers.getByLabel('Wachtwoord', { exact: true }).fill(password);
  await hers.getByRole('button', { name: 'Inloggen' }).click();
  await hers.waitForURL('**/manager');

  await page.goto(`${server.url}/manager/account?lang=de`);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('Français');
  await expect(page.getByRole('heading', { level: 1, name: 'Compte' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Se déconnecter de tous les appareils' }).click();
  await expect(page.getByText('Vous êtes déconnecté de tous les appareils.')).toBeVisible();
  await page.goto(`${server.url}/kitchen`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  // Her page redirects by itself after the sign-out, which may interrupt this navigation.
  await expect(async () => void (await hers.goto(`${server.url}/login`))).toPass();
  await expect(hers.getByRole('heading', { name: 'Inloggen' })).toBeVisible();
  expect(await whoIsIn(hers)).toBeNull();
});

test('an owner adds an authenticator app, signs in with its code and with a backup code, and removes it', {
  tag: '@thorough',
}, async ({ kitchen, server, managers }) => {
  const { page, context } = await kitchen.takesDevice({ viewport: DESK });
  const { name, password } = await managers.signsIn(page, { role: 'owner' });
  await page.goto(`${server.url}/manager`);
  await page.getByRole('link', { name: 'Secure your account' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await axeFindsNothing(page, 'an account without a second factor');
  await page.getByLabel('Your password, to be sure that it is you').fill('not my password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await page.getByLabel('Your password, to be sure that it is you').fill(password);
  const begun = page.waitForResponse('**/second-factor/begin');
  await page.keyboard.press('Enter');
  const { address } = (await (await begun).json()) as { address: string };
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await axeFindsNothing(page, 'a QR code for an authenticator app');
  const secret = secretIn(address);
  // For an app on the same phone.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the secret' }).click();
  expect(address).toContain(`secret=${await page.evaluate(() => navigator.clipboard.readText())}`);
  await page.getByLabel('Code that the app shows').fill(await appCode(secret, Date.now()));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
  await expect(codes).toHaveCount(10);
  await axeFindsNothing(page, 'backup codes');
  const all = await codes.allTextContents();
  const [first = '', second = ''] = all;
  await page.getByRole('button', { name: 'Copy the codes' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(all.join('\n'));

  const { page: phone } = await kitchen.takesDevice({ locale: 'nl-NL', viewport: PHONE });
  await phone.goto(`${server.url}/login`);
  await phone.getByLabel('Naam').fill(name);
  await phone.getByLabel('Wachtwoord', { exact: true }).fill(password);
  await phone.keyboard.press('Enter');
  await expect(phone.getByLabel('Code')).toBeFocused();
  await axeFindsNothing(phone, 'the code at sign-in');
  expect(await whoIsIn(phone)).toBeNull();
  await phone.keyboard.type('000000');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('alert').filter({ hasText: 'klopt niet' })).toBeVisible();
  // Of the next half minute: the one that set it up is used.
  await phone.getByLabel('Code').fill(await appCode(secret, Date.now() + 30_000));
  await phone.keyboard.press('Enter');
  await phone.waitForURL('**/manager**');
  expect(await whoIsIn(phone)).toMatchObject({ name });
  await phone.goto(`${server.url}/manager/account`);
  await expect(phone.getByRole('status').filter({ hasText: 'Er zijn nog 10 reservecodes over.' })).toBeVisible();

  // The session that set it up stays; a backup code removes it.
  await page.goto(`${server.url}/manager/account`);
  await page.getByText('Remove it, for a new phone').click();
  await page.getByLabel('Code of the app, or a backup code').fill(first);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Secure your account' })).toBeVisible();
  await expect(page.getByText('Removed. Your password is enough again.')).toBeVisible();
  expect(second).not.toBe(first);
});
