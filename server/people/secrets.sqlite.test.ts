import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addManager, cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(undefined, {
    ...{ TRUST_PROXY: '127.0.0.1', ALLOWED_HOSTS: 'lamp.example', LOG_LEVEL: 'trace' },
  });
});
afterEach(() => server.stop());

/** Everything stored in the data folder, as text. */
async function kept(but: string[] = []): Promise<string> {
  const files = await readdir(server.dataDir, { withFileTypes: true, recursive: true });
  const read = files
    .filter((file) => file.isFile() && !but.includes(file.name))
    .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1'));
  expect(read.length).toBeGreaterThan(2);
  return (await Promise.all(read)).join('\n');
}

it('neither stores nor logs passwords, links, or tokens that open a session', async () => {
  const token = await addManager(server);
  const answer = await postAuth(server, '/api/auth/set-password', { token, password: PASSWORD });
  const cookie = cookiesOf(answer);
  await postAuth(server, '/api/auth/sign-in', { name: 'anna', password: `${PASSWORD}, wrong` });
  await postAuth(server, '/api/auth/sign-in', { name: 'anna', password: PASSWORD, more: PASSWORD });
  await postAuth(server, '/api/auth/link', { token });
  // A failure in the middle.
  await server.core.queue.run((sql) => sql.$executeRawUnsafe('DROP TABLE "ManagerAccount"'));
  expect((await postAuth(server, '/api/auth/sign-in', { name: 'anna', password: PASSWORD })).status).toBe(500);
  expect(server.logged.length).toBeGreaterThan(0);
  const logged = server.logged.join('\n');
  const stored = await kept();
  for (const secret of [PASSWORD, token, cookie.split('=')[1] ?? '', server.core.sessionSecret])
    expect([secret, logged.includes(secret)]).toEqual([secret, false]);
  expect(stored).toContain('anna');
  for (const secret of [PASSWORD, token, cookie.split('=')[1] ?? '']) expect(stored).not.toContain(secret);
  expect(await kept(['session-secret'])).not.toContain(server.core.sessionSecret);
  expect((await stat(path.join(server.dataDir, 'session-secret'))).mode & 0o777).toBe(0o600);
});

it('sets a cookie that scripts cannot read and other sites cannot send, also on plain http', async () => {
  const token = await addManager(server);
  const [cookie, ...more] = (
    await postAuth(server, '/api/auth/set-password', { token, password: PASSWORD })
  ).headers.getSetCookie();
  expect(cookie).toMatch(/^heatlamp_session=[\w-]+\.[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  expect(more).toEqual([]);
});

it('on https sets a secure cookie, under a name that no other host can set', async () => {
  await signedIn(server);
  const headers = { 'X-Forwarded-Proto': 'https', Host: 'lamp.example', Origin: 'https://lamp.example' };
  const body = JSON.stringify({ name: 'anna', password: PASSWORD });
  const answer = await send(`${server.url}/api/auth/sign-in`, { headers, body });
  expect(answer.status).toBe(200);
  const [secure = '', plain] = answer.headers['set-cookie'] ?? [];
  expect(secure).toMatch(
    /^__Host-heatlamp_session=[\w-]+\.[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(plain).toMatch(/^heatlamp_session=; Path=\/; Max-Age=0;/);
  const whoIsIn = await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: secure.split(';')[0] ?? '' } });
  expect(await whoIsIn.json()).toMatchObject({ manager: { name: 'anna' } });
});

it('a session secret that a crash truncated is generated again: everybody signs in again', async () => {
  const cookie = await signedIn(server);
  await writeFile(path.join(server.dataDir, 'session-secret'), 'cut');
  server = await server.restart();
  const answer = await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: cookie } });
  expect(await answer.json()).toEqual({ manager: null });
  expect((await postAuth(server, '/api/auth/sign-in', { name: 'anna', password: PASSWORD })).status).toBe(200);
});
