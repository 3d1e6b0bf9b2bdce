import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PersonLink, PersonList } from '../../contract/people';
import { sendInOneTurn } from '../testing/in-turn';
import { PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let olga: string;
beforeEach(async () => {
  server = await startServer();
  olga = await signedIn(server, { name: 'Olga', role: 'owner' });
});
afterEach(() => server.stop());

async function change<Reply>(path: string, body: object = {}, cookie = olga) {
  const answer = await postAuth(server, `/api/v1/managers${path}`, body, { Cookie: cookie });
  return { status: answer.status, reply: (await answer.json()) as Reply & { code?: string } };
}
async function list(): Promise<PersonList['managers']> {
  const answer = await fetch(`${server.url}/api/v1/managers`, { headers: { Cookie: olga } });
  return ((await answer.json()) as PersonList).managers;
}
const idOf = async (name: string) => (await list()).find((one) => one.name === name)?.id ?? '';
const asks = (cookie: string, path: string) => fetch(`${server.url}${path}`, { headers: { Cookie: cookie } });

const BERT = { name: 'Bert', role: 'manager', branches: [1] } as const;

it('an owner invites somebody, who sets a password with the link once', async () => {
  const { status, reply } = await change<PersonLink>('', BERT);
  expect([status, reply]).toEqual([
    200,
    { id: expect.any(String), name: 'Bert', link: expect.stringContaining('/login#'), linkUntil: expect.any(String) },
  ]);
  expect(await list()).toMatchObject([
    { ...BERT, sessions: 0, linkUntil: reply.linkUntil },
    { name: 'Olga', linkUntil: null },
  ]);
  const token = reply.link.slice(reply.link.indexOf('#') + 1);
  const set = () => postAuth(server, '/api/auth/set-password', { token, password: PASSWORD });
  expect([(await set()).status, (await set()).status]).toEqual([200, 410]);
  expect(await list()).toMatchObject([{ name: 'Bert', sessions: 1, linkUntil: null }, {}]);
  expect(await change('', { ...BERT, name: ' BERT ' })).toMatchObject({ status: 409, reply: { code: 'exists' } });
  expect(await change('', { ...BERT, name: 'a\nb' })).toMatchObject({ status: 400, reply: { code: 'name' } });
});

it('an owner who is demoted or removed while an erasure waits for its turn erases nothing', async () => {
  for (const [path, body, status] of [
    ['', { role: 'manager', branches: null }, 403],
    ['/remove', {}, 401],
  ] as const) {
    const anna = await signedIn(server, { name: 'Anna', role: 'owner' });
    const to = `/api/v1/managers/${await idOf('Anna')}${path}`;
    const ends = () => postAuth(server, to, body, { Cookie: olga });
    const erases = () => postAuth(server, '/api/v1/guests/erase', { visits: [1] }, { Cookie: anna });
    expect((await sendInOneTurn(server, [ends, erases])).map((answer) => answer.status)).toEqual([200, status]);
    if (path === '') await server.command('manager remove', { name: 'Anna' });
  }
  const changes = await server.command<{ action: string }[]>('audit list', { kind: 'change' });
  expect(changes.map(({ action }) => action)).not.toContain('guest-erased');
});

it('new rights hold at once, and are stored with their author', async () => {
  const bert = await signedIn(server, { name: 'Bert', branches: [1] });
  await server.command('branch set', { number: 2 });
  const id = await idOf('Bert');
  expect((await asks(bert, '/api/v1/board?branch=2')).status).toBe(403);
  await change(`/${id}`, { role: 'manager', branches: [2] });
  expect((await asks(bert, '/api/v1/board?branch=2')).status).toBe(200);
  expect((await asks(bert, '/api/v1/managers')).status).toBe(403);
  await change(`/${id}`, { role: 'owner', branches: null });
  expect((await asks(bert, '/api/v1/managers')).status).toBe(200);
  const { entries } = await (await asks(olga, '/api/v1/audit?kind=change&limit=1')).json();
  expect(entries).toMatchObject([
    {
      ...{ action: 'manager-changed', subject: 'Bert', by: 'Olga', via: 'page' },
      ...{ before: { role: 'manager', branches: [2] }, after: { role: 'owner', branches: null } },
    },
  ]);
});

it('a reset, a sign-out and a removal end every session at once', async () => {
  const bert = await signedIn(server, { name: 'Bert' });
  const id = await idOf('Bert');
  expect(await change(`/${id}/sign-out`)).toEqual({ status: 200, reply: { id, sessions: 1 } });
  expect((await asks(bert, '/api/v1/live')).status).toBe(401);
  expect((await change<PersonLink>(`/${id}/reset-password`)).reply.link).toContain('/login#');
  const old = await postAuth(server, '/api/auth/sign-in', { name: 'bert', password: PASSWORD });
  expect(old.status).toBe(401);
  expect((await change(`/${id}/remove`)).status).toBe(200);
  expect(await change(`/${id}/remove`)).toMatchObject({ status: 404, reply: { code: 'unknown' } });
  expect(await change(`/${await idOf('Olga')}/reset-password`)).toMatchObject({ status: 409, reply: { code: 'self' } });
});

it('a request whose body follows after its sender was removed is refused', async () => {
  const otto = await signedIn(server, { name: 'Otto', role: 'owner' });
  const body = JSON.stringify({ ...BERT, role: 'owner', branches: null });
  const headers = { Cookie: otto, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const sent = request(`${server.url}/api/v1/managers`, { method: 'POST', headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
  });
  const arrived = new Promise((resolve) => server.server.once('request', resolve));
  sent.flushHeaders();
  await arrived;
  await change(`/${await idOf('Otto')}/remove`);
  sent.end(body);
  expect(await answered).toBe(401);
  expect((await list()).map(({ name }) => name)).toEqual(['Olga']);
});

describe('the last owner', () => {
  it('is not removed or demoted, also while another owner has no password yet', async () => {
    await change('', { name: 'Anna', role: 'owner', branches: null });
    const id = await idOf('Olga');
    for (const [path, body] of [
      [`/${id}/remove`, {}],
      [`/${id}`, { role: 'manager', branches: null }],
    ] as const)
      expect(await change(path, body)).toMatchObject({ status: 409, reply: { code: 'last-owner' } });
    expect(await list()).toMatchObject([{}, { name: 'Olga', role: 'owner' }]);
  });

  it.each([
    ['remove', '/remove', {}],
    ['demote', '', { role: 'manager', branches: null }],
  ])('stays when two owners %s each other at once', async (_, path, body) => {
    const anna = await signedIn(server, { name: 'Anna', role: 'owner' });
    const [ofOlga, ofAnna] = [await idOf('Olga'), await idOf('Anna')];
    const answers = await Promise.all([change(`/${ofAnna}${path}`, body), change(`/${ofOlga}${path}`, body, anna)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(server.core.people().managers.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});
