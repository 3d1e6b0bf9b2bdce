import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProvisionalBranches } from '../../contract/branches';
import type { Board } from '../../contract/live';
import type { Live } from '../../contract/live-branches';
import { openInbox } from '../intake/inbox';
import { lockDatabase, readRows } from '../testing/data-folder';
import { type EventFields, eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, deliveryOf } from '../testing/kitchen';
import { postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { translate } from '../webhooks/translate';

const START = 'kitchenStartCourse';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

it("rewrites a branch's business days when its calendar is set again", async () => {
  await server.post('kitchenStartCourse', eventBody({ at: Date.parse('2026-06-19T23:30:00Z') }));
  await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam' });
  // The state after an interrupted rewrite.
  await server.core.queue.run((sql) =>
    sql.courseTicket.updateMany({ data: { businessDay: 'another', localMinute: 0 } }),
  );
  await server.command('branch set', { number: 1, timeZone: 'Europe/Amsterdam' });
  const [ticket] = await server.core.queue.run((sql) => sql.courseTicket.findMany());
  expect(ticket).toMatchObject({ businessDay: '2026-06-19', localMinute: 90 });
});

it('creates its data folder without rights for others', async () => {
  const { mode } = await stat(server.core.config.controlSocket);
  expect(mode & 0o777).toBe(0o600);
});

describe('a branch that one order came for', () => {
  const STRAY = 4711;
  let owner: Record<string, string>;
  beforeEach(async () => {
    owner = { Cookie: await signedIn(server, { name: 'the owner', role: 'owner' }) };
    await deliver({ branch: 1 });
    await deliver({ branch: STRAY, order: ORDER });
  });

  const ORDER = randomUUID();
  const at = Date.now() - 60_000;
  async function deliver(fields: Partial<EventFields>, event = START): Promise<void> {
    expect((await server.post(event, eventBody({ at, order: randomUUID(), ...fields }))).status).toBe(200);
  }
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: owner });
  const json = async <Body>(path: string) => (await (await ask(path)).json()) as Body;
  const act = (what: 'take' | 'remove', number = STRAY) =>
    postAuth(server, `/api/v1/branches/${number}/${what}`, {}, owner);
  const provisional = async () =>
    (await json<ProvisionalBranches>('/api/v1/provisional-branches')).branches.map(({ number }) => number);
  const boardOf = (branch: number) => json<Board>(`/api/v1/board?branch=${branch}`);

  it('[F25] changes no request without a branch, no list and no metric', async () => {
    for (const path of ['/api/v1/board', '/api/v1/history/courses', '/api/v1/deliveries', '/api/v1/live'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect((await json<Live>('/api/v1/live')).branches.map(({ branch }) => branch.number)).toEqual([1]);
    expect((await json<Board>('/api/v1/board')).branch.number).toBe(1);
    // What belongs to no branch stays visible for whoever has every branch.
    expect((await ask('/api/v1/refusals')).status).toBe(200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('heatlamp_last_delivery_timestamp_seconds{branch="1"}');
    expect(metrics).not.toContain(String(STRAY));
    expect(await server.core.reader.read('managerBranches', { own: null, asked: STRAY })).toMatchObject({
      numbers: [1],
      listed: [{ number: 1 }],
    });
  });

  it('[F25a] is provisional also after more of that order and after a restart, and is taken by a second order', async () => {
    await deliver({ branch: STRAY, order: ORDER });
    await deliver({ branch: STRAY, order: ORDER, course: 4 });
    await deliver({ branch: STRAY, order: ORDER, at: at + 1_000 }, 'kitchenServeCourse');
    expect(await provisional()).toEqual([STRAY]);
    server = await server.restart();
    expect(await provisional()).toEqual([STRAY]);
    await deliver({ branch: STRAY });
    expect(await provisional()).toEqual([]);
    expect((await boardOf(STRAY)).tickets).toHaveLength(3);
    expect((await ask('/api/v1/board')).status).toBe(400);
    server = await server.restart();
    expect(await provisional()).toEqual([]);
  });

  it('[F25a] two orders in one commit take their branch', async () => {
    const unlock = await lockDatabase(server.dataDir);
    await deliver({ branch: 1 });
    await expect.poll(() => server.core.queue.state().isAway).toBe(true);
    const bodies = [1, 2].map(() => eventBody({ at, order: randomUUID(), branch: 9 }));
    const posted = bodies.map((body) => server.post('kitchenStartCourse', body));
    await expect.poll(() => server.core.queue.state().inboxDeliveries).toBe(3);
    await unlock();
    expect((await Promise.all(posted)).map(({ status }) => status)).toEqual([200, 200]);
    await server.core.queue.projectAll();
    expect(await provisional()).toEqual([STRAY]);
    expect((await boardOf(9)).tickets).toHaveLength(2);
  });

  it.each([
    ['branch set', () => server.command('branch set', { number: STRAY })],
    ['screen add', () => server.command('screen add', { name: 'w', branches: [STRAY], view: 'ready' })],
    ['manager add', () => server.command('manager add', { name: 'm', role: 'manager', branches: [STRAY] })],
    ['an owner', () => act('take')],
  ])('[F25a] is taken by %s, and has its board at once', async (_, take) => {
    expect((await ask(`/api/v1/board?branch=${STRAY}`)).status).toBe(404);
    await take();
    expect(await provisional()).toEqual([]);
    const { tickets, tables, branch } = await boardOf(STRAY);
    expect([branch.number, tickets.length, tables.length]).toEqual([STRAY, 1, 1]);
    expect((await json<Live>('/api/v1/live')).branches.map((each) => each.branch.number)).toEqual([1, STRAY]);
  });

  it('[F25a] is taken by a screen that is moved there', async () => {
    const screen = await server.command<{ id: number }>('screen add', { name: 'w', branches: [1], view: 'ready' });
    const wish = { name: 'w', branches: [STRAY], view: 'ready' };
    expect((await postAuth(server, `/api/v1/screens/${screen.id}`, wish, owner)).status).toBe(200);
    expect(await provisional()).toEqual([]);
  });

  it('[F25b] can be removed: its deliveries stay, and another event makes it anew', async () => {
    expect((await act('remove')).status).toBe(200);
    expect(await provisional()).toEqual([]);
    expect((await act('remove')).status).toBe(404);
    expect((await act('take')).status).toBe(404);
    const deliveries = () => server.core.queue.run((sql) => sql.delivery.findMany({ where: { branch: STRAY } }));
    expect((await deliveries()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ignored', 'its branch was removed'],
    ]);
    expect(await server.core.queue.run((sql) => sql.courseTicket.count({ where: { branch: STRAY } }))).toBe(0);
    server = await server.restart();

    // An order of another number of the same branch is the first one again.
    await deliver({ branch: STRAY });
    expect(await provisional()).toEqual([STRAY]);
    const [{ id = '' } = {}] = await deliveries();
    expect(await server.command('deliveries replay', { id })).toEqual({ replayed: 1, applied: 1 });
    expect(await provisional()).toEqual([]);
    expect((await boardOf(STRAY)).tickets).toHaveLength(2);
  });

  it('[F25b] stays removed if a crash left its delivery in the inbox', async () => {
    const outcomes = 'SELECT "id", "outcome" FROM "Delivery" WHERE "branch" = ?';
    const [stored] = await readRows<{ id: string }>(server.dataDir, outcomes, STRAY);
    expect((await act('remove')).status).toBe(200);
    await server.close();
    const delivery = { ...deliveryOf(START, eventBody({ at, branch: STRAY, order: ORDER }), at), id: stored?.id ?? '' };
    const crashed = openInbox(server.core.config.inboxFile, translate);
    crashed.append([{ delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } }]);
    crashed.close();
    server = await startServer(server.dataDir);
    expect(server.core.queue.state().inboxDeliveries).toBe(0);
    expect(await readRows(server.dataDir, outcomes, STRAY)).toEqual([{ id: stored?.id, outcome: 'ignored' }]);
    expect(await server.command('branch list')).toMatchObject([{ number: 1 }]);
    expect(await server.command('deliveries replay', { id: stored?.id })).toEqual({ replayed: 1, applied: 1 });
  });

  it('[F25b] can have its deliveries back after names past their limit were erased', async () => {
    expect((await act('remove')).status).toBe(200);
    await deliver({ branch: STRAY });
    await server.command('setting set', { key: 'nameDays', value: '30' });
    await server.core.retention.run();
    const [removed] = await server.core.queue.run((sql) =>
      sql.delivery.findMany({ where: { branch: STRAY, outcome: 'ignored' } }),
    );
    expect(await server.command('deliveries replay', { id: removed?.id })).toEqual({ replayed: 1, applied: 1 });
  });

  it('[F25b] cannot be removed once it is taken, nor by a manager who is no owner', async () => {
    expect((await act('remove', 1)).status).toBe(409);
    await expect(server.command('branch remove', { number: 1 })).rejects.toThrow('branch 1 is in use: deliveries came');
    const manager = { Cookie: await signedIn(server, { name: 'a manager' }) };
    for (const what of ['take', 'remove'])
      expect((await postAuth(server, `/api/v1/branches/${STRAY}/${what}`, {}, manager)).status).toBe(403);
    expect(await server.command('branch remove', { number: STRAY })).toEqual({ number: STRAY });
  });

  it('[F25b] can also be removed if it was taken, once nothing refers to it', async () => {
    const number = 77;
    await server.command('branch set', { number, name: 'Wrong' });
    await server.command('setting set', { key: 'latePercent', value: '90', branch: number });
    const screen = await server.command<{ id: number }>('screen add', {
      name: 'Bar',
      branches: [number],
      view: 'ready',
    });
    await server.command('manager add', { name: 'Anna', role: 'manager', branches: [1, number] });
    await server.command('subscription limit', { id: 'heatlamp', branches: [1, number] });
    const remove = async () => {
      const answer = await act('remove', number);
      return [answer.status, (await answer.json()).detail];
    };
    expect(await remove()).toEqual([409, `branch 77 is in use: move or revoke its screens first: Bar.`]);
    await server.command('screen revoke', { id: screen.id });
    expect(await remove()).toEqual([
      409,
      'branch 77 is in use: change the limit of its subscriptions first: heatlamp.',
    ]);
    await server.command('subscription limit', { id: 'heatlamp', branches: null });
    await expect(server.command('branch remove', { number })).rejects.toThrow(
      'change or remove its managers first: Anna',
    );
    await server.command('manager remove', { name: 'Anna' });
    expect(await remove()).toEqual([200, undefined]);
    server = await server.restart();
    expect(await server.command('branch list')).toMatchObject([{ number: 1 }, { number: STRAY }]);
    expect(await server.command('setting list')).not.toContainEqual(expect.objectContaining({ branch: number }));
  });

  it('[F25] is reported by doctor and listed by `branch list`', async () => {
    const { findings } = await server.command<{ findings: { what: string; do: string }[] }>('doctor');
    expect(findings).toContainEqual(
      expect.objectContaining({
        what: 'a branch is provisional: 4711',
        do: expect.stringContaining('branch remove 4711'),
      }),
    );
    expect(await server.command('branch list')).toMatchObject([
      { number: 1 },
      { number: STRAY, provisionalSince: expect.any(String) },
    ]);
  });
});

it('[F25a] the first branch of an installation is taken with its first delivery', async () => {
  await server.post('kitchenStartCourse', eventBody({ branch: 7, at: Date.now() - 60_000 }));
  await server.post('kitchenStartCourse', eventBody({ branch: 8, order: randomUUID(), at: Date.now() - 60_000 }));
  const branches = await server.command<{ number: number; provisionalSince?: string }[]>('branch list');
  expect(branches.map(({ number, provisionalSince }) => [number, provisionalSince !== undefined])).toEqual([
    [7, false],
    [8, true],
  ]);
});

it('lists a bounded number of very many branches, and the one that is asked for', async () => {
  const owner = { Cookie: await signedIn(server, { name: 'the owner', role: 'owner' }) };
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ number: index + 1, timeZone: 'UTC', epoch: 'e' }));
  await server.core.queue.run((sql) => sql.branch.createMany({ data: rows }));
  server = await server.restart();
  const { listed, numbers } = await server.core.reader.read('managerBranches', { own: null, asked: 777 });
  expect([numbers.length, listed.length, listed.at(-1)?.number]).toEqual([1_000, 101, 777]);

  await server.post('kitchenStartCourse', eventBody({ branch: 777, at: Date.now() - 60_000 }));
  const answer = await fetch(`${server.url}/api/v1/live`, { headers: owner });
  const live = (await answer.json()) as Live;
  expect([live.total, live.branches.length, live.branches[0]?.branch.number]).toEqual([1_000, 100, 777]);
  const problem = await (await fetch(`${server.url}/api/v1/board`, { headers: owner })).json();
  expect(JSON.stringify(problem).length).toBeLessThan(1_000);
});
