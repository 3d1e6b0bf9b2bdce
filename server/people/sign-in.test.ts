import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addManager, cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

const DAY = 86_400_000;

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const signIn = (name: string, password: string, headers: Record<string, string> = {}) =>
  postAuth(server, '/api/auth/sign-in', { name, password }, headers);

const sessionOf = async (cookie: string): Promise<unknown> =>
  (
    (await (await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: cookie } })).json()) as {
      manager: unknown;
    }
  ).manager;

describe('the link', () => {
  it('says whose it is, sets a password and signs in, once', async () => {
    const token = await addManager(server, { name: 'Anna', branches: [2, 1] });
    expect(await (await postAuth(server, '/api/auth/link', { token })).json()).toEqual({ name: 'Anna' });
    const answer = await postAuth(server, '/api/auth/set-password', { token, password: PASSWORD });
    expect(await answer.json()).toEqual({ manager: { name: 'Anna', role: 'manager', branches: [1, 2] } });
    expect(await sessionOf(cookiesOf(answer))).toEqual({ name: 'Anna', role: 'manager', branches: [1, 2] });
    for (const path of ['/api/auth/link', '/api/auth/set-password']) {
      const again = await postAuth(server, path, { token, ...(path.endsWith('d') ? { password: PASSWORD } : {}) });
      expect(again.status).toBe(410);
      expect(await again.json()).toMatchObject({ code: 'link' });
    }
  });
});

describe('signing in', () => {
  it('takes the name in any case, and only the right password', async () => {
    await signedIn(server, { name: 'Anna' });
    const answer = await signIn('aNNa ', PASSWORD);
    expect(answer.status).toBe(200);
    expect(await sessionOf(cookiesOf(answer))).toMatchObject({ name: 'Anna' });
    const wrong = await signIn('anna', `${PASSWORD}!`);
    const unknown = await signIn('bert', PASSWORD);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  it('is slowed down at the sixth wrong password, which is not even looked at', async () => {
    await signedIn(server);
    for (let count = 0; count < 5; count += 1) expect((await signIn('anna', 'a wrong password')).status).toBe(401);
    const sixth = await signIn('Anna', PASSWORD);
    expect(sixth.status).toBe(429);
    const seconds = Number(sixth.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(await sixth.json()).toMatchObject({ code: 'too-many', detail: `Too many tries: wait ${seconds} s.` });
  });

  it('lasts over a restart, and not over thirty days', async () => {
    const cookie = await signedIn(server);
    server = await server.restart();
    expect(await sessionOf(cookie)).toMatchObject({ name: 'anna' });
    server.setNow(Date.now() + 31 * DAY);
    expect(await sessionOf(cookie)).toBeNull();
  });
});
