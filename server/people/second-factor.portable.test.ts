import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdQueue, queued } from '../testing/in-turn';
import { appCode, cookiesOf, PASSWORD, postAuth, signedIn, withSecondFactor } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { newBackupCodes, stepOfCode } from './second-factor';

let server: RunningServer;
let now = Date.parse('2026-06-19T18:00:00Z');
beforeAll(async () => {
  server = await startServer(undefined, {}, now);
});
afterAll(() => server.stop());

/** Lets the app show its next code. */
function nextCode(secret: string): Promise<string> {
  now += 30_000;
  server.setNow(now);
  return appCode(secret, now);
}

async function challengeOf(name: string): Promise<string> {
  const answer = await postAuth(server, '/api/auth/sign-in', { name, password: PASSWORD });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  const { challenge, ...others } = (await answer.json()) as { challenge: string };
  expect(others).toEqual({});
  return challenge;
}
const answer = (challenge: string, code: string) => postAuth(server, '/api/auth/second-factor', { challenge, code });
const sessionsOf = async (name: string) =>
  (await server.command<{ name: string; sessions: number }[]>('manager list')).find((one) => one.name === name)
    ?.sessions;

describe('a code', () => {
  it('is that of RFC 6238', async () => {
    // Appendix B, with the last six of its eight digits.
    const secret = '12345678901234567890';
    expect(await stepOfCode(secret, '287082', 59_000, 0)).toBe(1);
    expect(await stepOfCode(secret, '081804', 1_111_111_109_000, 0)).toBe(37_037_036);
    expect(await stepOfCode(secret, '005924', 1_234_567_890_000, 0)).toBe(41_152_263);
  });

  it('is accepted half a minute early or late, and no more, and never twice', async () => {
    const secret = '12345678901234567890';
    for (const [off, step] of [
      [-60_000, null],
      [-30_000, 1],
      [30_000, 1],
      [60_000, null],
    ] as const)
      expect([off, await stepOfCode(secret, '287082', 59_000 + off, 0)]).toEqual([off, step]);
    expect(await stepOfCode(secret, '287082', 59_000, 1)).toBeNull();
    // The clock was ahead when a code was used, and was set back.
    expect(await stepOfCode(secret, '287082', 59_000, 50_000_000)).toBe(1);
  });

  it('for the case of a lost device is different from all others', () => {
    const { codes, hashes } = newBackupCodes();
    expect(new Set([...codes, ...newBackupCodes().codes]).size).toBe(20);
    // 74 bits: the hashes of 50 bits in a copy of the database would give one away within an hour.
    expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
    expect(new Set(hashes).size).toBe(10);
  });
});

describe('with a second factor', () => {
  it('a right password opens no session until a code follows, and other sessions stay', async () => {
    const { cookie, secret } = await withSecondFactor(server, { name: 'Olga', role: 'owner' });
    expect(await sessionsOf('Olga')).toBe(1);
    const challenge = await challengeOf('olga');
    expect(await sessionsOf('Olga')).toBe(1);
    expect((await answer(challenge, '000000')).status).toBe(401);
    const code = await nextCode(secret);
    const done = await answer(challenge, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(await done.json()).toEqual({ manager: { name: 'Olga', role: 'owner', branches: null } });
    expect(await sessionsOf('Olga')).toBe(2);
    for (const each of [cookie, cookiesOf(done)])
      expect((await fetch(`${server.url}/api/v1/audit`, { headers: { Cookie: each } })).status).toBe(200);
    // Neither the challenge nor the code works again.
    expect((await answer(challenge, await nextCode(secret))).status).toBe(410);
    expect((await answer(await challengeOf('olga'), code)).status).toBe(401);
    expect(await server.command('manager list')).toMatchObject([{ name: 'Olga', secondFactor: true }]);
  });

  it('a wrong password is answered as before, and asks for no code', async () => {
    const wrong = await postAuth(server, '/api/auth/sign-in', { name: 'olga', password: 'a wrong password' });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'wrong' }]);
  });

  it('each backup code works once', async () => {
    const { backupCodes } = await withSecondFactor(server, { name: 'Berta' });
    const [first = '', second = ''] = backupCodes;
    expect((await answer(await challengeOf('berta'), first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await answer(await challengeOf('berta'), first)).status).toBe(401);
    expect((await answer(await challengeOf('berta'), second)).status).toBe(200);
  });

  it('guesses of codes are limited by manager, not by challenge, and logged', async () => {
    const { secret } = await withSecondFactor(server, { name: 'Carla' });
    const statuses: number[] = [];
    const both = [await challengeOf('carla'), await challengeOf('carla')];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await answer(both[guess % 2] ?? '', `00000${guess}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const challenge = await challengeOf('carla');
    const refused = await answer(challenge, await nextCode(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    // Others are not affected.
    expect((await answer(await challengeOf('berta'), '000000')).status).toBe(401);
    await expect
      .poll(() => server.command('audit list', { kind: 'failed-sign-in' }))
      .toContainEqual(expect.objectContaining({ action: 'wrong-code', subject: 'Carla', count: 5 }));
  });

  it('a challenge is valid for five minutes, and not after a new link', async () => {
    const { secret } = await withSecondFactor(server, { name: 'Dora' });
    const late = await challengeOf('dora');
    now += 5 * 60_000;
    server.setNow(now);
    expect((await answer(late, await nextCode(secret))).status).toBe(410);
    const challenge = await challengeOf('dora');
    const { link } = await server.command<{ link: string }>('manager reset-password', { name: 'dora' });
    expect((await answer(challenge, await nextCode(secret))).status).toBe(410);
    // The link alone does not sign in either.
    const set = await postAuth(server, '/api/auth/set-password', { token: link.split('#')[1], password: PASSWORD });
    const again = (await set.json()) as { challenge: string };
    expect(set.headers.getSetCookie()).toEqual([]);
    // The old password does not help, although a code may follow again.
    expect((await answer(challenge, await nextCode(secret))).status).toBe(410);
    expect((await answer(again.challenge, await nextCode(secret))).status).toBe(200);
  });

  it('opens no session if a new link is made while it is checked', async () => {
    const { secret } = await withSecondFactor(server, { name: 'Rosa' });
    const challenge = await challengeOf('Rosa');
    const code = await nextCode(secret);
    const release = holdQueue(server);
    // The code is checked in the queue, before the link is made there.
    const { answer: answering } = await queued(server, () => answer(challenge, code));
    const making = server.command('manager reset-password', { name: 'Rosa' });
    await release();
    await making;
    expect((await answering).status).toBe(401);
    expect(await sessionsOf('Rosa')).toBe(0);
  });

  it('of somebody who lost the device, the command line removes it', async () => {
    await server.command('manager remove-second-factor', { name: 'DORA' });
    const signIn = await postAuth(server, '/api/auth/sign-in', { name: 'dora', password: PASSWORD });
    expect(await signIn.json()).toMatchObject({ manager: { name: 'Dora' } });
    await expect(server.command('manager remove-second-factor', { name: 'dora' })).rejects.toThrow('no second factor');
  });
});

describe('setting it up', () => {
  const post = (cookie: string, what: string, body: object) =>
    postAuth(server, `/api/auth/second-factor/${what}`, body, { Cookie: cookie });

  it('needs the password, and changes nothing until the first code was right', async () => {
    const cookie = await signedIn(server, { name: 'Emma' });
    expect((await post(cookie, 'begin', { password: 'a wrong password' })).status).toBe(401);
    expect((await post(cookie, 'begin', { password: PASSWORD })).status).toBe(200);
    expect((await post(cookie, 'confirm', { code: '000000' })).status).toBe(401);
    const signIn = await postAuth(server, '/api/auth/sign-in', { name: 'emma', password: PASSWORD });
    expect(await signIn.json()).toMatchObject({ manager: { name: 'Emma' } });
  });

  it('is not possible over one that exists, which only a code removes', async () => {
    const { cookie, secret } = await withSecondFactor(server, { name: 'Fenna' });
    expect((await post(cookie, 'begin', { password: PASSWORD })).status).toBe(409);
    expect((await post(cookie, 'confirm', { code: await nextCode(secret) })).status).toBe(401);
    expect((await post(cookie, 'remove', { code: '000000' })).status).toBe(401);
    expect((await post(cookie, 'remove', { code: await nextCode(secret) })).status).toBe(200);
    const signIn = await postAuth(server, '/api/auth/sign-in', { name: 'fenna', password: PASSWORD });
    expect(await signIn.json()).toMatchObject({ manager: { name: 'Fenna' } });
    const changes = await server.command<{ action: string }[]>('audit list', { by: 'Fenna', kind: 'change' });
    expect(changes.map(({ action }) => action)).toEqual(['second-factor-removed', 'second-factor-added']);
  });
});
