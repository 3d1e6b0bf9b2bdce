import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { sendCommand } from '../cli/control';
import { toText } from '../cli/to-text';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { addManager, PASSWORD, postAuth, signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';
import { postSteadily } from '../testing/steady-post';
import type { Restored } from './backups';

let server: RunningServer;
let folder: string;
let file: string;
beforeEach(async () => {
  server = await startServer();
  folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-restore-'));
  file = path.join(folder, 'evening.db');
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function give(name: 'backup' | 'restore', from = file): Promise<Restored> {
  const answer = await sendCommand(server.core.config.controlSocket, name, { file: from });
  if (!answer?.ok) throw new Error(answer?.message ?? 'no server');
  return answer.result as Restored;
}

const start = (order: string) => server.post('kitchenStartCourse', eventBody({ at: Date.now() - 5_000, order }));
const orderIds = async (token: string) => {
  const { tickets } = (await (await server.get('/api/v1/board', token)).json()) as Board;
  return tickets.map(({ orderId }) => orderId);
};
const keptFiles = async () => (await readdir(server.dataDir)).filter((name) => name.startsWith('heatlamp-until-'));

function ordersIn(database: string): Set<string> {
  const opened = new Database(database, { readonly: true });
  const rows = opened.prepare<[], Buffer>('SELECT "body" FROM "Delivery"').pluck().all();
  opened.close();
  return new Set(
    rows.map((body) => (JSON.parse(body.toString()) as { tableOrder: { orderId: string } }).tableOrder.orderId),
  );
}

const [BEFORE, AFTER, LATER] = [1, 2, 3].map((n) => `0b9b6c57-9d0c-4c4c-8a3c-0e6cf3b0a00${n}`) as [
  string,
  string,
  string,
];

it('sends every wall the restored board with a new epoch over its open socket, and continues', async () => {
  const { token } = await server.command<{ token: string }>('screen add', {
    ...{ name: 'wall', branches: [1], view: 'kitchen' },
  });
  await start(BEFORE);
  await give('backup');
  await start(AFTER);
  const wall = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  const snapshots: Board[] = [];
  wall.on('board:snapshot', (board: Board) => void snapshots.push(board));
  await expect.poll(() => snapshots.length).toBe(1);
  expect(snapshots[0]?.tickets.map(({ orderId }) => orderId).sort()).toEqual([BEFORE, AFTER]);

  const restored = await give('restore');
  await expect.poll(() => snapshots.length).toBe(2);
  expect(snapshots[1]?.tickets.map(({ orderId }) => orderId)).toEqual([BEFORE]);
  expect(snapshots[1]?.epoch).not.toBe(snapshots[0]?.epoch);

  const changed = new Promise<Board>((resolve) => wall.once('board:changed', resolve));
  await start(LATER);
  expect(await changed).toMatchObject({ epoch: snapshots[1]?.epoch, tickets: [{ orderId: LATER }] });
  wall.disconnect();

  expect(restored).toMatchObject({ file, deliveries: 1, onlyInKept: 1 });
  expect(toText('restore', restored)).toContain(`1 delivery, and all actions`);
  expect(await keptFiles()).toEqual([path.basename(restored.kept ?? '')]);
  expect(ordersIn(restored.kept ?? '')).toEqual(new Set([BEFORE, AFTER]));
});

it('[F21] shows a gap since the backup on screens and in the list of deliveries', async () => {
  const program = await addProgram(server);
  await start(BEFORE);
  await give('backup');
  const backedUpAt = Date.now();
  await start(AFTER);
  await give('restore');
  const gaps = async () => ((await (await server.get('/api/v1/board', program)).json()) as Board).gaps;
  await expect.poll(gaps).toHaveLength(1);
  const [gap] = await gaps();
  expect(gap?.cause).toBe('restored');
  expect(Date.parse(gap?.from ?? '')).toBeLessThanOrEqual(backedUpAt);
  expect(Date.parse(gap?.to ?? '')).toBeGreaterThanOrEqual(backedUpAt);
});

it('loses no delivery answered meanwhile: each is in the restored or in the replaced database', async () => {
  const early = postSteadily(server);
  await early.more(50);
  await early.end();
  await give('backup');

  const pos = postSteadily(server);
  const since: string[] = [];
  await pos.more(20);
  let isReplaced = false;
  const restoring = give('restore').finally(() => {
    isReplaced = true;
  });
  // From the renaming of the old file on.
  while (!isReplaced) {
    if ((await keptFiles()).length > 0) {
      const order = crypto.randomUUID();
      const { status } = await start(order);
      expect(status).toBe(200);
      since.push(order);
    } else await new Promise((next) => setImmediate(next));
  }
  const { kept, onlyInKept } = await restoring;
  await pos.more(20);
  await pos.end();
  await expect.poll(() => server.core.queue.state().inboxDeliveries).toBe(0);

  const now = ordersIn(server.core.config.databaseFile);
  const before = ordersIn(kept ?? '');
  expect(pos.posted.every(({ status }) => status === 200)).toBe(true);
  expect(since.length).toBeGreaterThan(0);
  expect(since.filter((order) => !now.has(order))).toEqual([]);
  expect(early.posted.filter(({ order }) => !now.has(order))).toEqual([]);
  const lost = pos.posted.filter(({ order }) => !now.has(order));
  expect(lost.filter(({ order }) => !before.has(order))).toEqual([]);
  expect(lost.length).toBe(onlyInKept);
});

it('restores settings, screens, managers and every cached value', async () => {
  const program = await addProgram(server);
  const anna = await signedIn(server, { name: 'anna', role: 'owner' });
  await start(BEFORE);
  await give('backup');

  await start(AFTER);
  await server.command('setting set', { key: 'fallbackLate', value: '3', branch: 1 });
  const { token: newer } = await server.command<{ token: string }>('screen add', {
    ...{ name: 'newer', branches: [1], view: 'kitchen' },
  });
  const berta = await signedIn(server, { name: 'berta', role: 'owner' });
  const summary = async () =>
    ((await (await server.get('/api/v1/history/summary?groupBy=none', program)).json()) as { groups: unknown[] })
      .groups;
  expect(await summary()).toMatchObject([{ count: 2 }]);
  const wall = io(server.url, { transports: ['websocket'], auth: { token: newer }, reconnection: false });
  await new Promise((done) => wall.once('board:snapshot', done));
  const gone = new Promise((done) => wall.once('disconnect', done));

  await give('restore');
  await gone;
  expect(await orderIds(program)).toEqual([BEFORE]);
  expect((await newestDeliveries(server, program)).length).toBe(1);
  expect(await summary()).toMatchObject([{ count: 1 }]);
  expect(await server.command('setting list', { branch: 1 })).not.toContainEqual(
    expect.objectContaining({ key: 'fallbackLate', value: 3 }),
  );
  expect((await server.get('/api/v1/board', newer)).status).toBe(401);
  const whoIs = async (cookie: string) =>
    (await fetch(`${server.url}/api/auth/session`, { headers: { Cookie: cookie } })).json();
  // Anna is a manager again and signs in; a session that ended since the backup must not be valid again.
  expect(await whoIs(anna)).toEqual({ manager: null });
  const password = { name: 'anna', password: PASSWORD };
  expect((await postAuth(server, '/api/auth/sign-in', password)).status).toBe(200);
  expect(await whoIs(berta)).toEqual({ manager: null });
  expect(await server.command('doctor')).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ what: 'the database settings are safe' })]),
  });
});

it('ends open links, whose people still have no password', async () => {
  await signedIn(server, { name: 'olga', role: 'owner' });
  const token = await addManager(server, { name: 'anna', role: 'owner' });
  await give('backup');
  await give('restore');
  expect((await postAuth(server, '/api/auth/link', { token })).status).toBe(410);
  const { people } = server.core;
  expect(people().managers.map(({ name, link }) => [name, link?.until])).toEqual([
    ['olga', undefined],
    ['anna', 0],
  ]);
  await expect(server.command('manager remove', { name: 'olga' })).rejects.toThrow('last owner');
});

it('replaces a damaged database, which is set aside', async () => {
  const program = await addProgram(server);
  await start(BEFORE);
  await give('backup');
  const live = await open(server.core.config.databaseFile, 'r+');
  await live.write(Buffer.alloc(4_096, 0x5a), 0, 4_096, 0);
  await live.close();
  const { kept } = await give('restore');
  expect(await orderIds(program)).toEqual([BEFORE]);
  expect(existsSync(kept ?? '')).toBe(true);
  expect((await start(AFTER)).status).toBe(200);
});

it('is undone by restoring the replaced database', async () => {
  const program = await addProgram(server);
  await start(BEFORE);
  await give('backup');
  await start(AFTER);
  const { kept } = await give('restore');
  await start(LATER);
  const undone = await give('restore', kept ?? '');
  expect((await orderIds(program)).sort()).toEqual([BEFORE, AFTER]);
  expect(ordersIn(undone.kept ?? '')).toEqual(new Set([BEFORE, LATER]));
  expect(existsSync(kept ?? '')).toBe(true);
});

it('persists over a restart', async () => {
  const program = await addProgram(server);
  await start(BEFORE);
  await give('backup');
  await start(AFTER);
  await give('restore');
  await start(LATER);
  const before = await (await server.get('/api/v1/board', program)).json();
  server = await server.restart();
  expect((await orderIds(program)).sort()).toEqual([BEFORE, LATER]);
  expect(await (await server.get('/api/v1/board', program)).json()).toMatchObject({
    epoch: (before as Board).epoch,
    version: (before as Board).version,
  });
});
