import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntry, AuditList } from '../../contract/audit';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { holdQueue, inTurn } from '../testing/in-turn';
import { PASSWORD, postAuth, signedIn, withSecondFactor } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let owner: string;
beforeAll(async () => {
  server = await startServer(undefined, { TRUST_PROXY: '127.0.0.1' });
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() - 60_000 }));
  owner = await signedIn(server, { name: 'Olga', role: 'owner' });
});
afterAll(() => server.stop());

async function list(query = ''): Promise<AuditList> {
  const answer = await fetch(`${server.url}/api/v1/audit?${query}`, { headers: { Cookie: owner } });
  expect([answer.status, query]).toEqual([200, query]);
  return (await answer.json()) as AuditList;
}

/** Waits for the newest entry of an action. */
async function newest(action: string, isRight: (entry: AuditEntry) => boolean = () => true): Promise<AuditEntry> {
  let found: AuditEntry | undefined;
  await expect
    .poll(async () => {
      found = (await list('limit=1000')).entries.find((entry) => entry.action === action && isRight(entry));
      return found?.action;
    })
    .toBe(action);
  return found as AuditEntry;
}

const see = (path: string, headers: Record<string, string> = { Cookie: owner }) =>
  fetch(`${server.url}${path}`, { headers }).then((answer) => answer.text());

describe('a change', () => {
  it('of a setting is stored with its author, its place, and the value before and after', async () => {
    const set = (value: number) =>
      fetch(`${server.url}/api/v1/settings`, {
        method: 'POST',
        headers: { Cookie: owner, 'X-Forwarded-For': '203.0.113.7' },
        body: JSON.stringify({ key: 'readyLate', value, branch: 1, course: 3 }),
      });
    await set(6);
    await set(7);
    const [entry] = (await list('kind=change&limit=1')).entries;
    expect(entry).toMatchObject({
      ...{ action: 'setting', subject: 'readyLate', branch: 1, course: 3, by: 'Olga', via: 'page' },
      ...{ address: '203.0.113.7', before: { value: 6 }, after: { value: 7 }, count: 1, query: null },
    });
  });

  it('of branches, screens, people and subscriptions on the command line is stored, and no secret with it', async () => {
    await server.command('branch set', { number: 1, name: 'The Lantern' });
    const screen = await server.command<{ id: number; token: string; link: string }>('screen add', {
      ...{ name: 'Hot kitchen', branches: [1], view: 'kitchen' },
    });
    await server.command('screen revoke', { id: screen.id });
    const added = await server.command<{ link: string }>('manager add', {
      name: 'Bert',
      role: 'manager',
      branches: [1],
    });
    await server.command('manager reset-password', { name: 'bert' });
    await server.command('manager sign-out', { name: 'bert' });
    await server.command('manager remove', { name: 'bert' });
    const made = await server.command<{ secret: string }>('subscription add', {
      ...{ id: 'second', secretEncoding: 'base64', signatureEncoding: 'base64', algorithm: 'sha256' },
    });
    await server.command('subscription rotate', { id: 'second' });
    await server.command('subscription rotate', { id: 'second', finish: true });
    await server.command('subscription remove', { id: 'second' });
    const { entries } = await list('kind=change&limit=11');
    const recorded = entries.toReversed().map(({ action, subject, before, after }) => [action, subject, before, after]);
    expect(recorded.slice(1)).toEqual([
      ['screen-added', 'Hot kitchen', null, { id: screen.id, view: 'kitchen', branches: [1] }],
      ['screen-revoked', 'Hot kitchen', { id: screen.id, view: 'kitchen', branches: [1] }, null],
      ['manager-added', 'Bert', null, { role: 'manager', branches: [1] }],
      ['password-reset', 'Bert', null, null],
      ['manager-signed-out', 'Bert', null, { sessions: 0 }],
      ['manager-removed', 'Bert', { role: 'manager', branches: [1] }, null],
      ['subscription-added', 'second', null, { event: null, branches: null }],
      ['secret-added', 'second', null, { oldUntil: expect.any(String) }],
      ['secret-ended', 'second', null, { oldUntil: expect.any(String) }],
      ['subscription-removed', 'second', null, null],
    ]);
    expect(recorded[0]).toMatchObject(['branch', null, { name: null }, { name: 'The Lantern', cutOff: '04:00' }]);
    expect(new Set(entries.map(({ by, via }) => `${by} ${via}`))).toEqual(new Set(['null command-line']));
    for (const secret of [screen.token, added.link.split('#')[1], made.secret])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('that is refused is not stored', async () => {
    const before = (await list('kind=change&limit=1')).entries[0]?.id;
    await expect(server.command('screen revoke', { id: 9_999 })).rejects.toThrow();
    expect((await list('kind=change&limit=1')).entries[0]?.id).toBe(before);
  });
});

describe('a sign-in', () => {
  it('is stored, and so are signing out and a new password', async () => {
    await signedIn(server, { name: 'Carla' });
    const answer = await postAuth(server, '/api/auth/sign-in', { name: 'carla', password: PASSWORD });
    await postAuth(server, '/api/auth/sign-out', {}, { Cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });
    const { entries } = await list('kind=sign-in&by=Carla');
    expect(entries.map(({ action }) => action)).toEqual(['signed-out', 'signed-in', 'signed-in', 'password-set']);
  });

  it('a password is stored as set also if no code of the second factor follows', async () => {
    await withSecondFactor(server, { name: 'Dora' });
    const { link } = await server.command<{ link: string }>('manager reset-password', { name: 'dora' });
    const from = { 'X-Forwarded-For': '203.0.113.10' };
    await postAuth(server, '/api/auth/set-password', { token: link.split('#')[1], password: PASSWORD }, from);
    const [newestOfDora] = (await list('by=Dora')).entries;
    expect(newestOfDora).toMatchObject({ action: 'password-set', kind: 'sign-in', address: '203.0.113.10' });
  });

  it('that fails is stored with the name of a known manager only, and many from an address are one entry', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    for (const name of ['carla', 'carla', 'carla', 'my secret password'])
      await postAuth(server, '/api/auth/sign-in', { name, password: 'a wrong password' }, from);
    await postAuth(server, '/api/auth/link', { token: 'guessed' }, from);
    await newest('wrong-link');
    const known = await newest('wrong-password', ({ count }) => count === 3);
    expect(known).toMatchObject({ subject: 'Carla', by: null, address: '203.0.113.9', kind: 'failed-sign-in' });
    expect(JSON.stringify(await list())).not.toContain('my secret password');
  });

  it('that fails from very many addresses makes a bounded number of entries', async () => {
    for (let host = 0; host < 250; host += 1)
      await postAuth(server, '/api/auth/link', { token: 'guessed' }, { 'X-Forwarded-For': `198.51.100.${host}` });
    const others = await newest('wrong-link', ({ address, count }) => address === null && count > 100);
    expect(others.count).toBeLessThan(250);
    expect((await list('kind=failed-sign-in&limit=1000')).entries.length).toBeLessThan(110);
  });
});

describe('a view of names of guests', () => {
  it('is stored with its query, and its pages and repeats are one entry', async () => {
    await see('/api/v1/history/courses?branch=1&q=Guest&limit=10');
    await see('/api/v1/history/courses?branch=1&limit=20&q=Guest');
    await see('/manager/history?branch=1&q=Guest&by=table');
    await see('/manager/history?branch=1&by=table&q=Guest&cursor=100&_rsc=x');
    const api = await newest('history', ({ query, count }) => query === 'q=Guest' && count === 2);
    expect(api).toMatchObject({ kind: 'view', by: 'Olga', branch: 1, address: '127.0.0.1' });
    await newest('history', ({ query, count }) => query === 'by=table&q=Guest' && count === 2);
  });

  it('is stored for lists, single courses and deliveries, and exports, also of programs', async () => {
    const token = await addProgram(server);
    const program = { Authorization: `Bearer ${token}` };
    const [delivery] = await newestDeliveries(server, token);
    await see('/api/v1/history/courses.csv?branch=1', program);
    await see('/api/v1/history/courses.csv?branch=1&table=12', program);
    await see(`/api/v1/deliveries/${delivery?.id}`);
    for (const path of ['/manager/hist%6Fry/course?id=1', '/manager/deliveries?part=unreadable']) await see(path);
    expect(await newest('history-csv', ({ query }) => query === null)).toMatchObject({ via: 'api', branch: 1 });
    await newest('history-csv', ({ query }) => query === 'table=12');
    expect((await newest('delivery')).query).toBe(`id=${delivery?.id}`);
    expect((await newest('course')).query).toBe('id=1');
    expect((await newest('deliveries', ({ by }) => by === 'Olga')).query).toBe('part=unreadable');
  });

  it('on a paired device does not look like one of a manager with the name of its screen', async () => {
    const screen = { name: 'Olga', branches: [1], view: 'api' };
    const { token } = await server.command<{ token: string }>('screen add', screen);
    await see('/api/v1/history/courses?branch=1&q=paired', { Cookie: `heatlamp_screen=${token}` });
    expect(await newest('history', ({ query }) => query === 'q=paired')).toMatchObject({ by: 'Olga', via: 'screen' });
  });

  it('[F27d] is stored without its query, if that is erased while the entry waits', async () => {
    const { audit, queue } = server.core;
    const release = holdQueue(server);
    const erasing = inTurn(server, (sql) => audit.eraseQueries(sql, 'Erased'));
    const commands = vi.spyOn(queue, 'run');
    await see('/api/v1/history/courses?branch=1&q=Erased&from=2026-06-01T00:00:00Z');
    // Entries are written every half second: this one waits for its turn now.
    await expect.poll(() => commands.mock.calls.length).toBeGreaterThan(0);
    commands.mockRestore();
    await release();
    await erasing;
    await newest('history', ({ query }) => query === null);
    expect(JSON.stringify(await list('limit=1000'))).not.toContain('Erased');
  });

  it('of a page has its branch only if it is one of the manager', async () => {
    const bob = { Cookie: await signedIn(server, { name: 'Bob', branches: [2] }) };
    for (const branch of [1, 2]) await see(`/manager/deliveries?branch=${branch}&q=of-${branch}`, bob);
    expect(await newest('deliveries', ({ query }) => query === 'q=of-1')).toMatchObject({ by: 'Bob', branch: null });
    expect(await newest('deliveries', ({ query }) => query === 'q=of-2')).toMatchObject({ by: 'Bob', branch: 2 });
  });

  it('that is refused, or shows no name, is not stored', async () => {
    await see('/manager/history?branch=1&q=nobody', {});
    await see('/api/v1/history/courses?branch=1&q=nobody', {});
    await see('/api/v1/history/courses?branch=9&q=other');
    await see('/api/v1/deliveries?branch=9&q=other');
    await see('/api/v1/deliveries/no-such-delivery');
    await see('/api/v1/history/summary?branch=1&q=summary');
    await see('/manager/reports?branch=1&q=reports');
    await see('/api/v1/history/courses?branch=1&q=last');
    await newest('history', ({ query }) => query === 'q=last');
    const text = JSON.stringify(await list('limit=1000'));
    for (const query of ['q=nobody', 'q=other', 'q=summary', 'q=reports', 'no-such-delivery'])
      expect(text).not.toContain(query);
  });
});

it('is listed in pages, newest first, by kind, name and time, and on the command line', async () => {
  const first = await list('limit=3');
  const second = await list(`limit=3&cursor=${first.nextCursor}`);
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(6);
  const at = second.entries[0]?.at ?? '';
  expect((await list(`to=${encodeURIComponent(at)}`)).entries.every((entry) => entry.at < at)).toBe(true);
  expect((await list(`from=${encodeURIComponent('2100-01-01T00:00:00.000Z')}`)).entries).toEqual([]);
  const byOlga = await server.command<AuditEntry[]>('audit list', { by: 'Olga', kind: 'change', limit: 2 });
  expect(byOlga.map(({ by, kind }) => [by, kind])).toEqual([
    ['Olga', 'change'],
    ['Olga', 'change'],
  ]);
});

it('deletes what is old or too much, of each kind by itself', async () => {
  const { audit, queue } = server.core;
  const now = Date.now();
  await queue.run(async (sql) => {
    const row = {
      at: now - 401 * 86_400_000,
      lastAt: now - 401 * 86_400_000,
      count: 1,
      via: 'page',
      action: 'history',
    };
    await sql.auditEntry.createMany({ data: Array.from({ length: 30 }, () => ({ ...row, kind: 'view', by: 'Old' })) });
  });
  expect((await list('by=Old')).entries.length).toBe(30);
  // Old entries are looked for once an hour.
  server.setNow(now + 2 * 3_600_000);
  audit.count({ by: 'Olga', via: 'page', address: null, action: 'history' });
  await expect.poll(async () => (await list('by=Old')).entries.length).toBe(0);
  server.setNow(null);
  await newest('setting');
});
