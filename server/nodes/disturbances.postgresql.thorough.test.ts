import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProxy, type TcpProxy } from '../../tools/harness/proxy';
import type { Diagnosis } from '../cli/doctor';
import { ADVANCE_ORDER_KEYS } from '../sql/node-statements';
import { migratePostgresql, migrationsFolder } from '../storage/migrate';
import { openReadPool } from '../storage/postgresql';
import { readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { openFilteringProxy } from '../testing/filtering-proxy';
import { signedIn } from '../testing/managers';
import { type Nodes, startNodes } from '../testing/node-pair';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import type { RunningServer } from '../testing/running-server';

const START = 'kitchenStartCourse';
const OTHER_KEY = { ...KEY, secret: Buffer.alloc(32, 7).toString('base64') };

let nodes: Nodes;
let first: RunningServer;
let second: RunningServer;
const proxies: Pick<TcpProxy, 'close'>[] = [];
beforeAll(async () => {
  nodes = await startNodes(null);
  ({ first, second } = nodes);
  await first.post(START, eventBody({ at: at(), order: 'first' }));
});
afterAll(async () => {
  await nodes.stop();
  for (const proxy of proxies) await proxy.close();
});

const at = () => Date.now() - 60_000;
const ordersOf = (node: RunningServer) => node.core.boards.branch(1)?.orders.size;

it('starts without changing the sequence of order keys, from which other nodes take some', async () => {
  expect(await readRows(first.dataDir, 'SELECT max("key") AS "key" FROM "Order"')).toEqual([{ key: 1 }]);
  expect(await readRows(first.dataDir, ADVANCE_ORDER_KEYS)).toEqual([]);
});

it('has PostgreSQL end a statement when it does not wait for it any more', async () => {
  const limit = 'SHOW statement_timeout';
  expect(await first.core.queue.run((sql) => sql.$queryRawUnsafe(limit))).toEqual([{ statement_timeout: '10s' }]);
  const reading = openReadPool(first.core.config.databaseUrl ?? '');
  expect(await reading.$queryRawUnsafe(limit)).toEqual([{ statement_timeout: '1min' }]);
  await reading.close();
});

it('says at its start how many connections it needs if PostgreSQL allows too few', async () => {
  const role = `few_${randomBytes(4).toString('hex')}`;
  await readRows(first.dataDir, `CREATE ROLE "${role}" LOGIN PASSWORD 'few'`);
  await readRows(first.dataDir, `CREATE DATABASE "${role}" OWNER "${role}"`);
  try {
    const address = new URL(first.core.config.databaseUrl ?? '');
    Object.assign(address, { username: role, password: 'few', pathname: role });
    for (const limit of [1, 0]) {
      await readRows(first.dataDir, `ALTER ROLE "${role}" CONNECTION LIMIT ${limit}`);
      await expect(nodes.start(address.href)).rejects.toThrow(
        /the database few_\w+ on .* cannot be used \(.*too many connections.*\): .*allow this node 16 connections/,
      );
    }
  } finally {
    await readRows(first.dataDir, `DROP DATABASE "${role}"`);
    await readRows(first.dataDir, `DROP ROLE "${role}"`);
  }
});

it('frees a branch and sends its screens away while it is cut off from the database, and takes them back', async () => {
  const address = new URL(first.core.config.databaseUrl ?? '');
  const port = Number(address.port);
  const proxy = await openProxy(() => [port]);
  proxies.push(proxy);
  address.port = String(proxy.port);
  const cutOff = await nodes.start(address.href);
  const { token } = await first.command<{ token: string }>('screen add', { name: 'w', branches: [1], view: 'kitchen' });
  const wish = { name: 'gone', branches: [1], view: 'kitchen' };
  const gone = await first.command<{ id: number; token: string }>('screen add', wish);
  const auth = { token, branch: 1, contract: 1 };
  const client = io(cutOff.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  let back: Socket | null = null;
  try {
    await new Promise((done) => client.once('board:snapshot', done));
    const closed = new Promise((done) => client.once('disconnect', done));
    const command = cutOff.core.queue.run(async (sql, stages) => {
      await stages.lock(sql, [1]);
      proxy.setFault('frozen');
      await closed;
    });
    const failed = expect(command).rejects.toThrow('cannot be written');
    const orders = ordersOf(first) ?? 0;
    await first.post(START, eventBody({ at: at(), order: 'locked' }));
    await expect.poll(() => ordersOf(first)).toBe(orders + 1);
    expect(await closed).not.toBe('io server disconnect');
    // It knows neither who was paired meanwhile nor who was revoked: both ask again, and may then come to another node.
    await first.command('screen revoke', { id: gone.id });
    const paired = await first.command<{ token: string }>('screen add', { name: 'n', branches: [1], view: 'kitchen' });
    for (const asks of [token, gone.token, paired.token]) {
      const answer = await cutOff.get('/api/v1/board', asks);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
    }
    const body = eventBody({ at: at(), order: 'forged' });
    const forged = () =>
      send(`${cutOff.url}/webhooks/${START}`, { headers: signedHeaders(body, { key: OTHER_KEY }), body });
    expect((await forged()).status).toBe(503);
    back = io(cutOff.url, { transports: ['websocket'], auth, forceNew: true });
    const admitted = new Promise((done) => back?.once('board:snapshot', done));
    await new Promise((done) => back?.once('connect_error', done));
    proxy.cut();
    await failed;
    await admitted;
    await expect.poll(() => ordersOf(cutOff)).toBe(orders + 1);
    // A check that takes long asks the POS to call again.
    await expect.poll(async () => (await forged()).status).toBe(400);
  } finally {
    client.disconnect();
    back?.disconnect();
    proxy.cut();
  }
});

it('lets nobody read while it is cut off, also not from a replica: others may have removed them', {
  timeout: 60_000,
}, async () => {
  const direct = first.core.config.databaseUrl ?? '';
  const address = new URL(direct);
  const port = Number(address.port);
  const proxy = await openProxy(() => [port]);
  proxies.push(proxy);
  address.port = String(proxy.port);
  const cutOff = await nodes.start(address.href, 'production', { DATABASE_REPLICA_URL: direct });
  const headers = { Cookie: await signedIn(first, { name: 'removed' }) };
  const statusOf = async (path: string) =>
    (await fetch(`${cutOff.url}${path}`, { headers, redirect: 'manual' })).status;
  const history = () => statusOf('/api/v1/history/courses?branch=1');
  try {
    await expect.poll(history).toBe(200);
    proxy.setFault('frozen');
    await first.command('manager remove', { name: 'removed' });
    await expect.poll(history, { timeout: 20_000 }).toBe(503);
    for (const path of ['/api/v1/history/summary.csv?branch=1', '/api/v1/live', '/manager/history?branch=1'])
      expect([path, await statusOf(path)]).toEqual([path, 503]);
    proxy.cut();
    await expect.poll(history, { timeout: 20_000 }).toBe(401);
  } finally {
    proxy.cut();
  }
});

it('frees a branch of a node that hangs while PostgreSQL sends it rows', { timeout: 60_000 }, async () => {
  const address = new URL(first.core.config.databaseUrl ?? '');
  const proxy = await openFilteringProxy(Number(address.port));
  proxies.push(proxy);
  address.port = String(proxy.port);
  const hanging = await nodes.start(address.href);
  const sending = `SELECT 1 FROM pg_stat_activity
    WHERE "wait_event" = 'ClientWrite' AND "datname" = current_database()`;
  const orders = ordersOf(first) ?? 0;
  const command = hanging.core.queue.run(async (sql, stages) => {
    await stages.lock(sql, [1]);
    const resume = proxy.stall();
    // More than the buffers between the two hold.
    const rows = sql.$queryRawUnsafe(`SELECT repeat('x', 100000) FROM generate_series(1, 500)`);
    rows.catch(() => {});
    try {
      await expect.poll(() => readRows(first.dataDir, sending)).toHaveLength(1);
      await first.post(START, eventBody({ at: at(), order: 'while another hangs' }));
      await expect.poll(() => ordersOf(first), { timeout: 20_000 }).toBe(orders + 1);
    } finally {
      resume();
    }
    await rows;
  });
  await expect(command).rejects.toThrow('cannot be written');
});

it('says that messages of nodes do not arrive, as behind a pooler that shares connections between transactions', async () => {
  const arrive = async (node: RunningServer) =>
    (await node.command<Diagnosis>('doctor')).findings.filter(({ what }) => what.startsWith('messages between nodes'));
  // Not while the connection on which they arrive is replaced, which a crowded machine may cause.
  await expect.poll(() => arrive(first)).toMatchObject([{ level: 'ok' }]);
  const address = new URL(first.core.config.databaseUrl ?? '');
  const proxy = await openFilteringProxy(Number(address.port));
  proxies.push(proxy);
  address.port = String(proxy.port);
  const deaf = await nodes.start(address.href);
  expect(await arrive(deaf)).toMatchObject([{ level: 'error', do: expect.stringContaining('pool_mode = session') }]);
  expect(deaf.warnings).toContain('messages between nodes do not arrive: doctor says what to do');
});

it('says that its time limits are not in force, as behind a pooler that drops the options of connections', async () => {
  const limits = async (node: RunningServer) =>
    (await node.command<Diagnosis>('doctor')).findings.filter(({ what }) => what.includes('time limits'));
  expect(await limits(first)).toEqual([]);
  const address = new URL(first.core.config.databaseUrl ?? '');
  address.searchParams.set('options', '-c search_path=public');
  const unlimited = await nodes.start(address.href);
  expect(await limits(unlimited)).toMatchObject([
    { level: 'error', why: expect.stringMatching(/^lock_timeout 0, idle_in_transaction_session_timeout 0, .*locked/) },
  ]);
});

it('does not take a database that it cannot reach for damaged', async () => {
  const address = new URL(first.core.config.databaseUrl ?? '');
  let ports = [Number(address.port)];
  const proxy = await openProxy(() => ports);
  proxies.push(proxy);
  address.port = String(proxy.port);
  const cutOff = await nodes.start(address.href);
  ports = [];
  proxy.cut();
  const list = cutOff.command('subscription list');
  await expect(list).rejects.toThrow(/^the database cannot be written now \(.+\): .* doctor says what to do$/);
  const { findings } = await cutOff.command<Diagnosis>('doctor');
  expect(findings.map(({ what }) => what)).not.toContain('the database is damaged');
  expect(findings.find(({ what }) => what === 'the database cannot be read')).toMatchObject({
    level: 'error',
    do: expect.stringMatching(/^check that the database .* runs/),
  });
});

it('continues while a newer node adds columns and tables, which waits for whoever reads them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-migrations-'));
  try {
    await cp(migrationsFolder('postgresql'), folder, { recursive: true });
    await mkdir(path.join(folder, '9999_next'));
    const tables = [
      'Branch',
      'Order',
      'CourseEvent',
      'CourseTicket',
      'TableState',
      'Delivery',
      'Inbox',
      'TicketAction',
    ];
    const sql = tables.map((table) => `ALTER TABLE "${table}" ADD COLUMN "next" INTEGER;`).join('\n');
    await writeFile(path.join(folder, '9999_next', 'migration.sql'), `${sql}\nCREATE TABLE "Next" ("id" INTEGER);`);
    const outcomes = () =>
      readRows<{ outcome: string; times: number }>(
        first.dataDir,
        'SELECT "outcome", count(*) AS "times" FROM "Delivery" GROUP BY "outcome"',
      );
    const [before] = await outcomes();
    const orders = ordersOf(first) ?? 0;
    // A report that takes long.
    await readRows(first.dataDir, 'BEGIN');
    await readRows(first.dataDir, 'SELECT 1 FROM "Branch"');
    const migrating = migratePostgresql(first.core.config.databaseUrl ?? '', folder);
    // Unlike these locks, pg_stat_activity does not change within a transaction.
    const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database."oid" = pg_locks."database"
      WHERE NOT "granted" AND "mode" = 'AccessExclusiveLock' AND "datname" = current_database()`;
    await expect.poll(() => readRows(first.dataDir, waiting)).not.toEqual([]);
    for (const order of ['while one', 'while two'])
      expect((await first.post(START, eventBody({ at: at(), order }))).status).toBe(200);
    await expect.poll(outcomes).toEqual([{ outcome: 'applied', times: (before?.times ?? 0) + 2 }]);
    await readRows(first.dataDir, 'COMMIT');
    expect(await migrating).toEqual(['9999_next']);
    // One that is in memory, one that has to be loaded, and one that is new.
    for (const [index, node] of [first, second].entries())
      for (const order of ['while one', 'first', `after ${index}`])
        await node.post('kitchenCompleteCourse', eventBody({ at: at() + index, order }));
    await expect.poll(outcomes).toEqual([{ outcome: 'applied', times: (before?.times ?? 0) + 8 }]);
    for (const node of [first, second]) await expect.poll(() => ordersOf(node)).toBe(orders + 4);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
