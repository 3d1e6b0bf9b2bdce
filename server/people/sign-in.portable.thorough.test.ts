import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventBody } from '../testing/events';
import { holdQueue, queued } from '../testing/in-turn';
import { addManager, cookiesOf, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { createAuth } from './auth';

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
  it('names its manager, sets a password and signs in, once', async () => {
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

  it('is valid for 24 hours', async () => {
    const token = await addManager(server);
    server.setNow(Date.now() + DAY - 60_000);
    expect((await postAuth(server, '/api/auth/link', { token })).status).toBe(200);
    server.setNow(Date.now() + DAY + 60_000);
    for (const [path, body] of [
      ['link', { token }],
      ['set-password', { token, password: PASSWORD }],
    ] as const)
      expect((await postAuth(server, `/api/auth/${path}`, body)).status).toBe(410);
  });

  it('that is used twice at the same time is accepted once', async () => {
    const token = await addManager(server);
    const passwords = ['the first of two', 'the second of two'];
    const answers = await Promise.all(
      passwords.map((password) => postAuth(server, '/api/auth/set-password', { token, password })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await signIn('anna', passwords[winner] ?? '')).status).toBe(200);
    expect((await signIn('anna', passwords[1 - winner] ?? '')).status).toBe(401);
  });

  it.each([
    ['too short', 'nine char', 400],
    ['too long', 'x'.repeat(129), 400],
    ['long enough', 'ten chars!', 200],
    ['as long as may be', 'x'.repeat(128), 200],
    ['of any script', 'ラーメンと餃子とビール', 200],
  ])('accepts or refuses a password that is %s', async (_, password, status) => {
    const token = await addManager(server);
    expect((await postAuth(server, '/api/auth/set-password', { token, password })).status).toBe(status);
    if (status === 200) expect((await signIn('anna', password)).status).toBe(200);
    // The refusal did not use up the link.
    else expect((await postAuth(server, '/api/auth/link', { token })).status).toBe(200);
  });

  it('that is new ends the old one, the password and every session', async () => {
    const cookie = await signedIn(server);
    const made = await server.command<{ link: string }>('manager reset-password', { name: 'ANNA' });
    expect(await sessionOf(cookie)).toBeNull();
    expect((await signIn('anna', PASSWORD)).status).toBe(401);
    const [, first = ''] = made.link.split('#');
    const again = await server.command<{ link: string }>('manager reset-password', { name: 'anna' });
    expect((await postAuth(server, '/api/auth/set-password', { token: first, password: PASSWORD })).status).toBe(410);
    const [, token = ''] = again.link.split('#');
    expect((await postAuth(server, '/api/auth/set-password', { token, password: PASSWORD })).status).toBe(200);
  });
});

describe('signing in', () => {
  it('accepts the name in any case, and only the right password', async () => {
    await signedIn(server, { name: 'Anna' });
    const answer = await signIn('aNNa ', PASSWORD);
    expect(answer.status).toBe(200);
    expect(await sessionOf(cookiesOf(answer))).toMatchObject({ name: 'Anna' });
    const wrong = await signIn('anna', `${PASSWORD}!`);
    const unknown = await signIn('bert', PASSWORD);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const problem = await wrong.json();
    expect(problem).toMatchObject({ code: 'wrong', detail: 'The name or the password is wrong.' });
    expect(await unknown.json()).toEqual(problem);
  });

  it('treats a password beyond the maximum length as wrong', async () => {
    await signedIn(server);
    const statuses = [];
    for (const length of [129, 1_000]) statuses.push((await signIn('anna', 'x'.repeat(length))).status);
    expect(statuses).toEqual([401, 401]);
    expect((await signIn('anna', PASSWORD)).status).toBe(200);
  });

  it('is limited at the sixth wrong password, which is not checked', async () => {
    await signedIn(server);
    const begun = performance.now();
    for (let count = 0; count < 5; count += 1) expect((await signIn('anna', 'a wrong password')).status).toBe(401);
    const sixth = await signIn('Anna', PASSWORD);
    expect(sixth.status).toBe(429);
    const seconds = Number(sixth.headers.get('retry-after'));
    // A minute from the first attempt.
    expect(seconds).toBeGreaterThan(59 - (performance.now() - begun) / 1_000);
    expect(await sixth.json()).toMatchObject({ code: 'too-many', detail: `Too many attempts: wait ${seconds} s.` });
  });

  it('is limited for that name and address only, until it succeeds', async () => {
    server = await server.restart();
    await signedIn(server);
    for (let count = 0; count < 4; count += 1) await signIn('anna', 'a wrong password');
    expect((await signIn('anna', PASSWORD)).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await signIn('anna', 'a wrong password')).status).toBe(401);
    expect((await signIn('anna', PASSWORD)).status).toBe(429);
    expect((await signIn('bert', 'a wrong password')).status).toBe(401);
  });

  it('is limited by address, which only a trusted proxy may forward', async () => {
    await signedIn(server);
    const elsewhere = { 'X-Forwarded-For': '203.0.113.7' };
    for (let count = 0; count < 5; count += 1) await signIn('anna', 'a wrong password', elsewhere);
    expect((await signIn('anna', PASSWORD)).status).toBe(429);
    await server.close();
    server = await startServer(server.dataDir, { TRUST_PROXY: '127.0.0.1' });
    for (let count = 0; count < 5; count += 1) await signIn('anna', 'a wrong password', elsewhere);
    expect((await signIn('anna', PASSWORD, elsewhere)).status).toBe(429);
    expect((await signIn('anna', PASSWORD, { 'X-Forwarded-For': '203.0.113.8' })).status).toBe(200);
  });

  it('stays possible from an address that signed in before, however many others try the name', async () => {
    await server.close();
    server = await startServer(server.dataDir, { TRUST_PROXY: '127.0.0.1' });
    await signedIn(server);
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    expect((await signIn('anna', PASSWORD, from('203.0.113.1'))).status).toBe(200);
    const statuses: number[] = [];
    for (let host = 1; host <= 11; host += 1) {
      const tries = Array.from({ length: 5 }, () => signIn('anna', 'a wrong password', from(`198.51.100.${host}`)));
      for (const { status } of await Promise.all(tries)) statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(server.logged.filter((line) => line.includes('sign-in failed')).length).toBeGreaterThan(40);
    expect((await signIn('anna', PASSWORD, from('203.0.113.1'))).status).toBe(200);
    expect((await signIn('anna', PASSWORD, from('203.0.113.2'))).status).toBe(429);
  });

  it('computes a hash also for an unknown name, one without a password, and one that is long once normalized', async () => {
    await signedIn(server);
    await addManager(server, { name: 'new' });
    let hashes = 0;
    const counting = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable();
    for (const name of ['anna', 'new', 'nobody', 'ﷺ'.repeat(200)]) {
      hashes = 0;
      expect((await signIn(name, 'a wrong password')).status).toBe(401);
      expect([name, hashes]).toEqual([name, 1]);
    }
    counting.disable();
  });

  it('computes a hash of a new password by default with its own salt and 32 MB of memory', async () => {
    const { hash } = await createAuth({ ...server.core, hashPassword: undefined })();
    const hashes = await Promise.all([hash(PASSWORD), hash(PASSWORD)]);
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
    for (const [salt = '', key] of hashes.map((one) => one.split(':')))
      expect(scryptSync(PASSWORD, salt, 64, cost).toString('hex')).toBe(key);
    expect(new Set(hashes.map((one) => one.split(':')[0]))).toHaveProperty('size', 2);
  });

  it('by very many at once is refused with a message, and the POS is answered meanwhile', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `guess ${index}`);
    const guesses = Promise.all(names.map((name) => signIn(name, 'a wrong password')));
    const posted = await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
    expect(posted.status).toBe(200);
    const statuses = new Map<number, number>();
    for (const answer of await guesses) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503) expect(await answer.json()).toMatchObject({ code: 'busy' });
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 503]);
    expect(statuses.get(401)).toBeGreaterThanOrEqual(22);
  });

  it('with a password that is reset during the check fails, and leaves no session', async () => {
    await signedIn(server);
    await signIn('anna', PASSWORD);
    const { run } = server.core.queue;
    let resetting: Promise<unknown> = Promise.resolve();
    const commands = vi.spyOn(server.core.queue, 'run');
    commands.mockImplementation((command) => {
      const reading = run(command);
      // Name and password are read one after the other, before the hash. The reset has its turn after that.
      if (commands.mock.calls.length === 2) resetting = server.command('manager reset-password', { name: 'anna' });
      return reading;
    });
    expect((await signIn('anna', PASSWORD)).status).toBe(401);
    commands.mockRestore();
    await resetting;
    expect(await server.command('manager list')).toMatchObject([{ sessions: 0 }]);
  });

  it('writes in turn, not while another command runs', async () => {
    await signedIn(server);
    await signIn('anna', PASSWORD);
    const release = holdQueue(server);
    const { answer } = await queued(server, () => signIn('anna', PASSWORD));
    expect(await Promise.race([answer, 'it waits'])).toBe('it waits');
    await release();
    expect((await answer).status).toBe(200);
  });

  it('lasts over a restart, and not over thirty days', async () => {
    const cookie = await signedIn(server);
    server = await server.restart();
    expect(await sessionOf(cookie)).toMatchObject({ name: 'anna' });
    server.setNow(Date.now() + 31 * DAY);
    expect(await sessionOf(cookie)).toBeNull();
  });
});

it.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['a name that is none', '{"name": {"contains": ""}, "password": "a wrong password"}'],
  ['a password that is none', '{"name": "anna", "password": ["x"]}'],
  ['no name', '{"name": "", "password": "a wrong password"}'],
  ['too much', `{"name": "${'x'.repeat(201)}", "password": "a wrong password"}`],
  ['an unknown member', '{"name": "anna", "password": "a wrong password", "rememberMe": true}'],
])('%s is refused with a message', async (_, body) => {
  const answer = await fetch(`${server.url}/api/auth/sign-in`, { method: 'POST', body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ status: 400, detail: expect.stringMatching(/\w/) });
});

it('a name with special characters for databases or logs is an ordinary name', async () => {
  for (const name of ["' OR 1=1 --", '__proto__', 'constructor', '%', '*', 'a\u0000b', '\ud800', '😀']) {
    expect((await signIn(name, 'a wrong password')).status).toBe(401);
  }
  expect(server.warnings).toEqual([]);
});
