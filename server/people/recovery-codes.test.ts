import { afterEach, beforeEach, expect, it } from 'vitest';
import { appCode, cookiesOf, PASSWORD, postAuth, signedIn, withSecondFactor } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const NEW = 'another lamp above the pass';
const recover = (name: string, code: string, password = NEW) =>
  postAuth(server, '/api/auth/recover', { name, code, password });
const signIn = async (password: string) =>
  (await postAuth(server, '/api/auth/sign-in', { name: 'olga', password })).status;

async function codesOf(cookie: string, body: object = { password: PASSWORD }): Promise<string[]> {
  const answer = await postAuth(server, '/api/auth/recovery-codes', body, { Cookie: cookie });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes;
}
const actions = async () => (await server.command<{ action: string }[]>('audit list')).map(({ action }) => action);

it('the first owner gets ten codes with the set-up, each of which replaces the password once', async () => {
  const { token } = server.core.setUpLink;
  const made = await postAuth(server, '/api/auth/set-up', { token, name: 'Olga', password: PASSWORD });
  const { recoveryCodes } = (await made.json()) as { recoveryCodes: string[] };
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  const answer = await recover(' OLGA', first.toUpperCase().replaceAll('-', ' '));
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { manager: { name: 'Olga', role: 'owner', branches: null } },
  ]);
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200]);
  const session = await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: cookiesOf(made) } });
  expect(await session.json()).toEqual({ manager: null });
  const again = await recover('olga', first);
  expect([again.status, await again.json()]).toEqual([401, expect.objectContaining({ code: 'recovery' })]);
  expect((await recover('olga', second)).status).toBe(200);
  // Failed attempts are counted together and written a moment later.
  await expect.poll(actions).toEqual(expect.arrayContaining(['password-recovered', 'wrong-code']));
});

it('a code that two use at the same time is accepted once', async () => {
  const [code = ''] = await codesOf(await signedIn(server, { name: 'Olga', role: 'owner' }));
  const answers = await Promise.all([recover('olga', code), recover('olga', code, `${NEW}, too`)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

it('codes are stored as hashes, and new ones end the old ones', async () => {
  const olga = await signedIn(server, { name: 'Olga', role: 'owner' });
  const [old = ''] = await codesOf(olga);
  const [code = ''] = await codesOf(olga);
  const stored = await server.core.queue.run((sql) => sql.manager.findMany({ select: { recoveryCodes: true } }));
  expect(JSON.stringify(stored)).not.toContain(code.slice(0, 5));
  expect((await recover('olga', old)).status).toBe(401);
  expect(await actions()).toContain('recovery-codes-made');
  for (const [body, status] of [
    [{ password: 'a wrong password' }, 401],
    [{}, 400],
  ] as const)
    expect((await postAuth(server, '/api/auth/recovery-codes', body, { Cookie: olga })).status).toBe(status);
});

it('a code never replaces the second factor', async () => {
  const { cookie, secret, backupCodes } = await withSecondFactor(server, { name: 'Olga', role: 'owner' });
  const missing = await postAuth(server, '/api/auth/recovery-codes', { password: PASSWORD }, { Cookie: cookie });
  expect(missing.status).toBe(401);
  const [code = ''] = await codesOf(cookie, { password: PASSWORD, code: backupCodes[0] });
  const asked = await recover('olga', code);
  expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, []]);
  const { challenge } = (await asked.json()) as { challenge: string };
  const wrong = await postAuth(server, '/api/auth/second-factor', { challenge, code: '000000' });
  expect(wrong.status).toBe(401);
  const later = Date.now() + 60_000;
  server.setNow(later);
  const right = await postAuth(server, '/api/auth/second-factor', { challenge, code: await appCode(secret, later) });
  expect(right.status).toBe(200);
});

it('a code is of no use to a manager, after a reset, or for an owner who was demoted', async () => {
  const olga = await signedIn(server, { name: 'Olga', role: 'owner' });
  const otto = await signedIn(server, { name: 'Otto', role: 'owner' });
  const bert = await signedIn(server, { name: 'Bert' });
  expect((await postAuth(server, '/api/auth/recovery-codes', { password: PASSWORD }, { Cookie: bert })).status).toBe(
    403,
  );
  const [[ofOlga = ''], [ofOtto = '']] = [await codesOf(olga), await codesOf(otto)];
  await server.command('manager reset-password', { name: 'Olga' });
  expect((await recover('olga', ofOlga)).status).toBe(401);
  const { managers } = server.core.people();
  const id = managers.find(({ name }) => name === 'Otto')?.id;
  await signedIn(server, { name: 'Ada', role: 'owner' });
  const demote = { role: 'manager', branches: null };
  expect((await postAuth(server, `/api/v1/managers/${id}`, demote, { Cookie: otto })).status).toBe(200);
  expect((await recover('otto', ofOtto)).status).toBe(401);
});

it('guesses are limited like those at a password, and take the same answer for an unknown name', async () => {
  await signedIn(server, { name: 'Olga', role: 'owner' });
  const unknown = await recover('nobody', 'abcde-fghjk-mnpqr');
  const wrong = await recover('olga', 'abcde-fghjk-mnpqr');
  expect([unknown.status, await unknown.json()]).toEqual([wrong.status, await wrong.json()]);
  for (let count = 0; count < 4; count += 1) expect((await recover('olga', 'abcde-fghjk-mnpqr')).status).toBe(401);
  expect((await recover('olga', 'abcde-fghjk-mnpqr')).status).toBe(429);
  expect(await signIn(PASSWORD)).toBe(429);
});
