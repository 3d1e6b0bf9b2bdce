import { appCode, secretIn } from '../server/testing/managers';
import { instant } from './instant';
import { openNetwork } from './network';
import { expect, test } from './test';

test('signing in and out ends with an explanation while the server answers nothing', async ({
  server,
  browser,
  kitchen,
  managers,
}) => {
  const network = await openNetwork(server.port);
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  await page.goto(network.by(`${server.url}/manager/screens`));
  const other = await browser.newPage({ locale: 'en-GB' });
  await other.goto(network.by(`${server.url}/login`));
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  network.becomes('swallowing');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('The server does not answer. Check the network, and try again.')).toBeVisible();
  await expect(page.getByText('The server does not answer. Try again.')).toBeVisible();
  await other.close();
  await network.close();
});

test('a code that comes too late leads back to the password', async ({ server, browser, kitchen, managers }) => {
  const { page } = await kitchen.takesDevice();
  const { name, password } = await managers.signsIn(page);
  const post = async (what: string, data: object) =>
    (await page.request.post(`${server.url}/api/auth/second-factor/${what}`, { data })).json();
  const { address } = (await post('begin', { password })) as { address: string };
  await post('confirm', { code: await appCode(secretIn(address), instant()) });
  const other = await browser.newPage({ locale: 'en-GB' });
  await other.goto(`${server.url}/login`);
  await other.getByLabel('Name').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.keyboard.press('Enter');
  await expect(other.getByLabel('Code')).toBeFocused();
  await server.heatlamp('manager', 'reset-password', name);
  await other.keyboard.type('123456');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This took too long. Sign in again.')).toBeVisible();
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
  await other.close();
});
