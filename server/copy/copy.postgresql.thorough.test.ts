import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Board, Ticket } from '../../contract/live';
import { openProxy } from '../../tools/harness/proxy';
import { copyFolder } from '../cli/copy';
import { restore as restoreOn } from '../cli/restore';
import { toText } from '../cli/to-text';
import { projectRoot } from '../project-root';
import { environmentOf, newDataFolder, readRows, removeDataFolder, WAITS_FOR_LOCK } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { addManager, signedIn } from '../testing/managers';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { NIGHT, playDay } from '../testing/service-day';
import { comparableBoard, waitUntilCommitted } from '../testing/stored-state';
import type { CopiedRestaurant, CopyProgress } from './copy-restaurant';

const ON_SQLITE = { DATABASE_URL: '' };

/** A folder with a restaurant's day, of which each test has a copy. */
let dayFolder: string;
let program: string;
beforeAll(async () => {
  dayFolder = await mkdtemp(path.join(tmpdir(), 'heatlamp-day-'));
  const played = await startServer(dayFolder, ON_SQLITE, NIGHT);
  await played.command('subscription add', { id: 'heatlamp', ...KEY });
  program = await addProgram(played);
  await playDay(played);
  await played.post('kitchenStartCourse', 'no JSON');
  await waitUntilCommitted(played.core);
  await played.close();
});
afterAll(() => rm(dayFolder, { recursive: true }));

let restaurant: RunningServer;
/** The data folder of the chain, whose database is empty. */
let chainFolder: string;
let to: string;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-restaurant-'));
  await cp(dayFolder, folder, { recursive: true });
  restaurant = await startServer(folder, ON_SQLITE, NIGHT);
  chainFolder = await newDataFolder('heatlamp-chain-');
  to = environmentOf(chainFolder)['DATABASE_URL'] ?? '';
});
afterEach(async () => {
  await restaurant.stop();
  await removeDataFolder(chainFolder);
});

function copy(
  address = to,
  config: Partial<RunningServer['core']['config']> = {},
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<CopiedRestaurant> {
  return copyFolder(depsWith(config), address, onProgress);
}

function depsWith(config: Partial<RunningServer['core']['config']>) {
  const log = { info: () => {}, warn: () => {} };
  return { config: { ...restaurant.core.config, ...config }, now: () => NIGHT, newEpoch: randomUUID, log };
}

const PATHS = {
  board: '/api/v1/board?branch=1',
  courses: '/api/v1/history/courses?branch=1&from=2026-06-01T00:00:00Z',
  csv: '/api/v1/history/courses.csv?branch=1&from=2026-06-01T00:00:00Z',
  summary: '/api/v1/history/summary?branch=1&from=2026-06-01T00:00:00Z&groupBy=course',
  deliveries: '/api/v1/deliveries?branch=1&limit=1000',
};

async function answers(server: RunningServer): Promise<Record<keyof typeof PATHS, string>> {
  const found: Record<string, string> = {};
  for (const [name, path] of Object.entries(PATHS)) {
    const answer = await server.get(path, program);
    expect([path, answer.status]).toEqual([path, 200]);
    found[name] = (await answer.text()).replaceAll(/"(serverTime|lastSeenAt)":"[^"]*"/g, '"$1":null');
  }
  const { epoch, tickets, tables, ...rest } = JSON.parse(found['board'] ?? '') as Board;
  // The first start on PostgreSQL marks an epoch with the timeline.
  const board = { epoch: epoch.split('@')[0], ...rest, tickets: sorted(tickets), tables: sorted(tables) };
  return { ...found, board: JSON.stringify(board) } as Record<keyof typeof PATHS, string>;
}

/** A node that reads a board does not have its parts in the order in which they came. */
function sorted<Item>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Claims a ticket, as a waiter. Resolves to the ticket, and to the screen. */
async function claimed(): Promise<{ ticket: Ticket; sam: { id: number; token: string } }> {
  const sam = await restaurant.command<{ id: number; token: string }>('screen add', {
    ...{ name: 'Sam', branches: [1], view: 'ready' },
  });
  const { tickets } = (await (await restaurant.get('/api/v1/board', sam.token)).json()) as Board;
  const ticket = tickets.find(({ readyAt, servedAt }) => readyAt !== null && servedAt === null);
  if (!ticket) throw new Error('no ticket is ready');
  const body = JSON.stringify({ actionId: randomUUID(), kind: 'claim' });
  const headers = { Authorization: `Bearer ${sam.token}` };
  const answer = await fetch(`${restaurant.url}/api/v1/tickets/${ticket.id}/actions`, {
    method: 'POST',
    body,
    headers,
  });
  expect(answer.status).toBe(200);
  return { ticket, sam };
}

/** Ids of screens are others in the chain. */
function withoutScreens(board: unknown): unknown {
  return JSON.parse(JSON.stringify(board).replaceAll(/"by":\{"id":\d+,/g, '"by":{'));
}

function restaurantRows<Row>(sql: string): Row[] {
  const database = new SqliteDatabase(restaurant.core.config.databaseFile, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

/** Starts the command in a process of its own. */
function startCommand(): ChildProcess {
  const program = path.join(inject('builtServer'), 'heatlamp.mjs');
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: restaurant.dataDir } as NodeJS.ProcessEnv;
  return spawn(process.execPath, [program, 'copy', '--to', to], { cwd: projectRoot(), env });
}

async function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
const kill9 = (child: ChildProcess) => kill(child, 'SIGKILL');

const rows = <Row>(sql: string) => readRows<Row>(chainFolder, sql);

/** How many connections wait for a lock. */
const waiting = async () => (await rows(`SELECT "pid" FROM pg_stat_activity WHERE ${WAITS_FOR_LOCK}`)).length;

it('gives the same board, history, report and deliveries', async () => {
  await claimed();
  await expect(copy()).rejects.toThrow('another Heatlamp');
  // This delivery waits in the inbox, and this one has no order.
  await restaurant.post('kitchenStartCourse', eventBody({ at: NIGHT - 30_000, order: 'new', course: 1 }));
  await restaurant.post('kitchenStartCourse', 'no JSON either');
  await waitUntilCommitted(restaurant.core);
  const before = await answers(restaurant);
  await restaurant.close();

  const seen: CopyProgress[] = [];
  const copied = await copy(to, {}, (progress) => seen.push(progress));
  expect(copied.kept).toEqual([]);
  expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(['copying', 'comparing']));
  expect(toText('copy', copied)).toContain('The restaurant is in use there now');
  const count = (name: string) => copied.tables.find((table) => table.name === name)?.rows;
  expect({ orders: count('Order'), screens: count('Screen') }).toEqual({ orders: 41, screens: 2 });
  for (const name of ['Order', 'CourseTicket', 'Delivery'])
    expect(await rows(`SELECT count(*)::int AS "rows" FROM "${name}"`)).toEqual([{ rows: count(name) }]);

  const chain = await startServer(chainFolder, {}, NIGHT);
  try {
    expect(await answers(chain)).toEqual(before);
    // Keys go on after those that were copied.
    expect((await chain.post('kitchenStartCourse', eventBody({ at: NIGHT, order: 'next' }))).status).toBe(200);
    expect((await answers(chain)).board).toContain('"orderId":"next"');
  } finally {
    await chain.close();
  }
  await expect(copy()).rejects.toThrow('is in use there');
  await rm(path.join(restaurant.dataDir, 'copied-to-postgresql'));
  await expect(copy()).rejects.toThrow('is in the database');
});

it('refuses to open its folder as SQLite afterwards, because deliveries may wait in it for PostgreSQL', async () => {
  await restaurant.close();
  expect(toText('copy', await copy())).toContain('without it, Heatlamp does not open this folder any more');
  const address = new URL(to);
  const port = Number(address.port);
  const proxy = await openProxy(() => [port]);
  address.port = String(proxy.port);
  const cutOff = await startServer(restaurant.dataDir, { DATABASE_URL: address.href }, NIGHT);
  await proxy.close();
  const body = eventBody({ at: NIGHT, order: 'meanwhile' });
  expect((await cutOff.post('kitchenStartCourse', body)).status).toBe(200);
  await cutOff.close();

  const refused = /heatlamp.db was copied into the database .* on 2026-06-20, and is in use there: set DATABASE_URL/;
  await expect(startServer(restaurant.dataDir, ON_SQLITE, NIGHT)).rejects.toThrow(refused);
  await expect(restoreOn(depsWith({}), 'backup.db', () => {})).rejects.toThrow(refused);
  const moved = await startServer(restaurant.dataDir, { DATABASE_URL: to }, NIGHT);
  expect((await answers(moved)).board).toContain('"orderId":"meanwhile"');
  await moved.close();

  // Somebody goes back on purpose.
  await rm(path.join(restaurant.dataDir, 'copied-to-postgresql'));
  const back = await startServer(restaurant.dataDir, ON_SQLITE, NIGHT);
  expect((await answers(back)).board).not.toContain('"orderId":"meanwhile"');
  await back.close();
});

it('does not restore a backup into the folder of a node on PostgreSQL, where no server would use it', async () => {
  const file = path.join(restaurant.dataDir, 'evening.db');
  await restaurant.command('backup', { file });
  const chain = await startServer(chainFolder, {}, NIGHT);
  await chain.close();
  const config = { ...chain.core.config, databaseUrl: null };
  const restore = () => restoreOn(depsWith(config), file, () => {});
  await expect(restore()).rejects.toThrow(/keeps the data of .* in the database heatlamp-chain-.* Nothing was done/);
  expect(existsSync(config.databaseFile)).toBe(false);

  // Somebody goes back to SQLite on purpose.
  await rm(path.join(chainFolder, 'data-in-postgresql'));
  expect(await restore()).toMatchObject({ kept: null });
  await (await startServer(chainFolder, ON_SQLITE, NIGHT)).close();
  await rm(config.databaseFile);
  expect(await restore()).toMatchObject({ kept: null });
});

describe('into the database of a chain that is running', () => {
  let chain: RunningServer;
  beforeEach(async () => {
    chain = await startServer(chainFolder, {}, NIGHT);
    await chain.command('subscription add', { id: 'heatlamp', ...KEY });
    await chain.command('screen add', { name: 'chain', branches: [2], view: 'kitchen' });
    await addManager(chain, { name: 'Anna' });
    for (const order of ['a', 'b', 'c']) {
      const body = eventBody({ at: NIGHT - 60_000, branch: 2, order });
      expect((await chain.post('kitchenStartCourse', body)).status).toBe(200);
    }
  });
  afterEach(() => chain.close());

  it('gives the restaurant keys of its own, and leaves what the chain has', async () => {
    const { ticket, sam } = await claimed();
    await addManager(restaurant, { name: 'anna' });
    await signedIn(restaurant, { name: 'Bea', role: 'owner' });
    await restaurant.command('setting set', { key: 'latePercent', value: '90' });
    await restaurant.command('setting set', { key: 'latePercent', value: '70', branch: 1, course: 2 });
    await restaurant.command('setting set', { key: 'nameDays', value: '30' });
    const before = await answers(restaurant);
    await restaurant.close();

    const { kept } = await copy();
    expect(kept).toEqual([
      expect.stringContaining('heatlamp'),
      expect.stringContaining('anna'),
      expect.stringContaining('audit log'),
    ]);
    await expect.poll(async () => (await chain.get(PATHS.board, program)).status).toBe(200);
    const after = await answers(chain);
    const boards = [before.board, after.board].map((text) => comparableBoard(JSON.parse(text)));
    expect(withoutScreens(boards[1])).toEqual(withoutScreens(boards[0]));
    const board = JSON.parse(after.board) as Board;
    const screens = await chain.command<{ id: number; name: string }[]>('screen list');
    const samThere = screens.find(({ name }) => name === 'Sam');
    expect(samThere?.id).not.toBe(sam.id);
    expect(board.tickets.find(({ claim }) => claim)?.claim?.by).toEqual({ id: samThere?.id, name: 'Sam' });
    expect(board.tickets.map(({ id }) => id)).not.toContain(ticket.id);
    // A screen that comes back with its board from before must not take a ticket for another one.
    expect(board.epoch).not.toBe((JSON.parse(before.board) as Board).epoch);
    expect(JSON.parse(after.summary).groups).toEqual(JSON.parse(before.summary).groups);

    const managers = await chain.command<{ name: string; role: string; branches: number[] | null }[]>('manager list');
    expect(managers.map(({ name, role, branches }) => ({ name, role, branches }))).toEqual([
      { name: 'Anna', role: 'manager', branches: null },
      { name: 'Bea', role: 'manager', branches: [1] },
    ]);
    const setting = (key: string, place: object) => chain.command<{ value: unknown }>('setting get', { key, ...place });
    expect(await setting('latePercent', { branch: 1 })).toMatchObject({ value: 90 });
    expect(await setting('latePercent', { branch: 1, course: 2 })).toMatchObject({ value: 70 });
    expect(await setting('latePercent', { branch: 2 })).toMatchObject({ value: 100 });
    expect(await setting('nameDays', {})).toMatchObject({ value: 'off' });

    for (const branch of [1, 2]) {
      const body = eventBody({ at: NIGHT, branch, order: 'later' });
      expect((await chain.post('kitchenStartCourse', body)).status).toBe(200);
    }
    expect(await rows(`SELECT "branch" FROM "Order" WHERE "orderId" = 'later' ORDER BY "branch"`)).toEqual([
      { branch: 1 },
      { branch: 2 },
    ]);
  });

  it('is refused if both have a branch of one number, or rows of it from another copy', async () => {
    await restaurant.close();
    await rows(
      `INSERT INTO "Order" ("key", "branch", "identity", "kind")
      VALUES (1000000, 1, 'id:aaaaaaaa-0000-4000-8000-000000000001', 'table')`,
    );
    await expect(copy()).rejects.toThrow('has rows of this restaurant from another copy');
    await chain.post('kitchenStartCourse', eventBody({ at: NIGHT, branch: 1, order: 'theirs' }));
    await expect(copy()).rejects.toThrow('already has branch 1');
  });

  it('has a gap for the time in which nobody listened for the restaurant', async () => {
    await restaurant.close();
    const [{ until = 0 } = {}] = restaurantRows<{ until: number }>('SELECT "until" FROM "Attendance"');
    const now = until + 3 * 60_000;
    await copyFolder({ ...depsWith({}), now: () => now }, to, () => {});
    expect(await rows(`SELECT "branch", "fromAt", "toAt" FROM "Gap" WHERE "cause" = 'down'`)).toEqual([
      { branch: 1, fromAt: until, toAt: now },
    ]);
  });

  it('is copied without what is left of a branch that the restaurant removed, if the chain has it', async () => {
    await restaurant.close();
    const stray = new SqliteDatabase(restaurant.core.config.databaseFile);
    stray.exec(`INSERT INTO "Order" ("key", "branch", "identity", "kind") VALUES (41, 2, 'id:stray', 'table')`);
    stray.close();
    await copy();
    expect(await rows(`SELECT "key" FROM "Order" WHERE "identity" = 'id:stray'`)).toEqual([]);
  });
});

it('leaves nothing after a kill -9 or an end of its connection, and can be run again', async () => {
  await restaurant.close();
  const [loose] = restaurantRows<{ id: string }>(`SELECT "id" FROM "Delivery" WHERE "orderKey" IS NULL`);
  await (await startServer(chainFolder, {}, NIGHT)).close();
  const blocker = new pg.Client({ connectionString: to });
  await blocker.connect();
  // The copy waits for this row, after all orders are copied.
  await blocker.query('BEGIN');
  await blocker.query(
    `INSERT INTO "Delivery" ("id", "receivedAt", "subscription", "pathEvent", "headers", "body", "bodySha256", "outcome")
    VALUES ($1, 0, '', '', '', '', '', '')`,
    [loose?.id],
  );
  const killed = startCommand();
  await expect.poll(waiting).toBe(1);
  await kill9(killed);
  await expect.poll(waiting).toBe(0);
  expect(await rows('SELECT "key" FROM "Order"')).toEqual([]);

  const cut = copy().catch((error: unknown) => error);
  await expect.poll(waiting).toBe(1);
  await rows(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE ${WAITS_FOR_LOCK}`);
  expect(String(await cut)).toMatch(/does not answer any more .*run the same command again/);
  expect(await rows('SELECT "key" FROM "Order"')).toEqual([]);

  await blocker.query('ROLLBACK');
  await blocker.end();
  const { tables } = await copy();
  expect(tables.find(({ name }) => name === 'Order')?.rows).toBe(40);
  expect(await rows('SELECT count(*)::int AS "rows" FROM "Delivery" WHERE "orderKey" IS NULL')).toEqual([{ rows: 1 }]);
});

it('fails if the target does not have what was copied, and says so', async () => {
  await restaurant.close();
  await (await startServer(chainFolder, {}, NIGHT)).close();
  await rows(`
    CREATE FUNCTION spoil() RETURNS trigger AS 'BEGIN NEW."courseName" := ''spoilt''; RETURN NEW; END' LANGUAGE plpgsql`);
  await rows(`CREATE TRIGGER spoil BEFORE INSERT ON "CourseTicket" FOR EACH ROW EXECUTE FUNCTION spoil()`);
  await expect(copy()).rejects.toThrow(/^CourseTicket in .* differs from what was just copied/);
  expect(await rows('SELECT "key" FROM "Order"')).toEqual([]);
  await (await startServer(restaurant.dataDir, ON_SQLITE, NIGHT)).close();
});

describe('interrupted while PostgreSQL commits', () => {
  const refused = /heatlamp.db was copied into the database .*, and is in use there/;
  const start = () => startServer(restaurant.dataDir, ON_SQLITE, NIGHT);
  /** Until it ends, the commit waits. */
  let blocker: pg.Client;
  beforeEach(async () => {
    await restaurant.close();
    await (await startServer(chainFolder, {}, NIGHT)).close();
    blocker = new pg.Client({ connectionString: to });
    await blocker.connect();
    await blocker.query(`
      CREATE FUNCTION hold() RETURNS trigger AS 'BEGIN PERFORM pg_advisory_xact_lock(1, 1); RETURN NULL; END' LANGUAGE plpgsql;
      CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON "Branch" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        EXECUTE FUNCTION hold();
      SELECT pg_advisory_lock(1, 1)`);
  });
  afterEach(() => blocker.end());

  it('does not open the folder, whose files the service owns, until the same command has found out', async () => {
    const { dataDir } = restaurant;
    if (process.getuid?.() === 0) chownSync(dataDir, 12_345, 12_346);
    const killed = startCommand();
    await expect.poll(waiting).toBe(1);
    const late = path.join(dataDir, 'late');
    writeFileSync(late, '');
    await kill(killed, 'SIGINT');
    for (const file of [late, path.join(dataDir, 'copied-to-postgresql')])
      expect(statSync(file).uid).toBe(statSync(dataDir).uid);
    await expect.poll(waiting).toBe(0);
    await expect(start()).rejects.toThrow(refused);
    await blocker.query('SELECT pg_advisory_unlock(1, 1)');
    expect((await copy()).kept).toEqual([]);
    await expect(start()).rejects.toThrow(refused);
  });

  it('opens the folder again if PostgreSQL refused the commit', async () => {
    await blocker.query(`CREATE OR REPLACE FUNCTION hold() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''no branches''; END'
      LANGUAGE plpgsql`);
    await expect(copy()).rejects.toThrow('no branches');
    await (await start()).close();
  });

  it('finds out with the same command that it was committed', async () => {
    const address = new URL(to);
    const port = Number(address.port);
    const proxy = await openProxy(() => [port]);
    address.port = String(proxy.port);
    const interrupted = copy(address.href).catch((error: unknown) => error);
    await expect.poll(waiting).toBe(1);
    proxy.setFault('frozen');
    await blocker.query('SELECT pg_advisory_unlock(1, 1)');
    await expect.poll(() => rows('SELECT 1 FROM "Branch"')).toHaveLength(1);
    proxy.cut();
    expect(String(await interrupted)).toContain('does not answer any more');
    await expect(start()).rejects.toThrow(refused);
    await expect(copy()).rejects.toThrow('use the same address');
    await expect(copy(address.href)).rejects.toThrow(refused);
    await expect(start()).rejects.toThrow(refused);
    await proxy.close();
  });
});

describe('is refused, with what to do,', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(to);
    change(url);
    return url.href;
  };

  beforeEach(() => restaurant.close());

  it('for a wrong address, password or database', async () => {
    for (const wrong of ['heatlamp.db', 'file:heatlamp.db', 'https://example.com'])
      await expect(copy(wrong)).rejects.toThrow('--to must be an address such as postgresql://');
    await expect(copy(changed((url) => (url.port = '1')))).rejects.toThrow(/cannot be reached .*start PostgreSQL/);
    await expect(copy(changed((url) => (url.pathname = '/nowhere')))).rejects.toThrow(
      /nowhere .*does not exist: create/,
    );
    await expect(copy(changed((url) => (url.username = 'nobody')))).rejects.toThrow(
      /refuses nobody .*correct the user/,
    );
    await expect(copy(to, { databaseUrl: to })).rejects.toThrow('copy reads the SQLite of DATA_DIR');
    await expect(copy(to, { databaseFile: '/nowhere/heatlamp.db' })).rejects.toThrow('there is no database');
  });

  it('for a user with too few rights', async () => {
    const role = `guest_${randomBytes(4).toString('hex')}`;
    await rows(`CREATE ROLE "${role}" LOGIN PASSWORD 'guest'`);
    await rows(`CREATE DATABASE "${role}"`);
    try {
      const asGuest = changed((url) => ([url.username, url.password] = [role, 'guest']));
      const tooFew = /guest_\w+ has too few rights in the database .*make it the owner of that database$/;
      await expect(copy(asGuest)).rejects.toThrow(tooFew);
      // Where there are no tables yet.
      const empty = asGuest.replace(/[^/]+$/, role);
      await expect(copy(empty)).rejects.toThrow(tooFew);
      await expect(startServer(chainFolder, { DATABASE_URL: empty })).rejects.toThrow(tooFew);
      await rows(`ALTER DATABASE "${role}" SET default_transaction_read_only = on`);
      const readOnly = /can only be read .*not a replica$/;
      await expect(startServer(chainFolder, { DATABASE_URL: empty })).rejects.toThrow(readOnly);
    } finally {
      await rows(`DROP DATABASE "${role}"`);
      await rows(`DROP ROLE "${role}"`);
    }
  });

  it('for secrets that the nodes of the chain could not decrypt', async () => {
    const [own, theirs] = [randomBytes(32), randomBytes(32)];
    const chain = await startServer(chainFolder, { SECRETS_KEY: theirs.toString('base64') }, NIGHT);
    await chain.close();
    await expect(copy(to, { secretsKey: own })).rejects.toThrow('set TARGET_SECRETS_KEY');
    expect((await copy(to, { secretsKey: own, targetSecretsKey: theirs })).kept).toEqual([]);
    const again = await startServer(chainFolder, { SECRETS_KEY: theirs.toString('base64') }, NIGHT);
    try {
      expect((await again.post('kitchenStartCourse', eventBody({ at: NIGHT, order: 'signed' }))).status).toBe(200);
    } finally {
      await again.close();
    }
  });

  it('while a newer version uses the database', async () => {
    await rows(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at") VALUES ('x', 'x', '9999_x', now())`,
    );
    await expect(copy()).rejects.toThrow('last used by a newer Heatlamp');
  });
});
