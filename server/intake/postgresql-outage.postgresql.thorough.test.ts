import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Postgresql, startPostgresql } from '../../tools/harness/postgresql';
import { HELD_BY_NODES } from '../storage/node-link';
import {
  createTemplate,
  newDataFolder,
  removeDataFolder,
  testOnPostgresql,
  WAITS_FOR_LOCK,
} from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { DEFAULT_CONTEXT, type Kitchen, openKitchen } from '../testing/kitchen';
import { rowOf } from './inbox';

const START = 'kitchenStartCourse';
const SIX = Date.parse('2026-06-19T16:00:00Z');

let postgresql: Postgresql;
/** Between Heatlamp and PostgreSQL. */
let proxy: Server;
let sockets: Socket[] = [];
/** Breaks the next connection that sends a statement that begins so, once PostgreSQL has replied: the reply is lost. */
let losesReplyTo: string | null = null;
/** Statements by name. A statement is sent with its text once for each connection, and later by its name. */
const names = new Map<string, string>();

function isSending(bytes: Buffer, statement: string): boolean {
  const text = bytes.toString('latin1');
  for (const [, name = '', begun = ''] of text.matchAll(/(heatlamp\d+|append|adopt)\0\s*([A-Z "]+[A-Za-z]+"?)/g))
    names.set(name, begun);
  return [...names].some(([name, begun]) => begun.startsWith(statement) && text.includes(`\0${name}\0`));
}
let kitchen: Kitchen;

beforeAll(async () => {
  postgresql = await startPostgresql();
  const { port } = new URL(postgresql.url(''));
  proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    sockets.push(client, server);
    let isLost = false;
    client.on('data', (bytes) => {
      if (isSending(bytes, losesReplyTo ?? 'nothing')) [isLost, losesReplyTo] = [true, null];
      server.write(bytes);
    });
    server.on('data', (bytes) => (isLost ? client.destroy() : client.write(bytes)));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = new URL(postgresql.url(''));
  address.port = String((proxy.address() as { port: number }).port);
  const url = address.href.replace(/\/$/, '');
  await createTemplate(url);
  testOnPostgresql(url);
});
afterAll(async () => {
  testOnPostgresql(inject('postgresql') ?? null);
  proxy.close();
  for (const socket of sockets) socket.destroy();
  await postgresql.stop();
});
beforeEach(async () => {
  losesReplyTo = null;
  sockets = [];
  kitchen = await openKitchen(undefined, SIX);
});
afterEach(() => kitchen.stop());

const deliver = (minute: number) =>
  kitchen.core.queue.deliver(
    kitchen.delivery(START, eventBody({ at: SIX - minute * 60_000, course: minute, order: 'smith' })),
    {
      ...DEFAULT_CONTEXT,
      pathEvent: START,
    },
  );

/** Another connection, which keeps the branch locked until it ends. */
async function lockBranch(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: kitchen.core.config.databaseUrl ?? '' });
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM "Branch" FOR UPDATE');
  return other;
}

const outcomes = async () => {
  const rows = await kitchen.rows<{ outcome: string }>('SELECT "outcome" FROM "Delivery" ORDER BY "id"');
  return rows.map(({ outcome }) => outcome);
};
const courses = () => kitchen.board().tickets.map(({ course }) => course.number);

it('acknowledges from the local inbox while PostgreSQL is away, and projects everything afterwards', async () => {
  await deliver(1);
  await kitchen.core.queue.committed();
  const crash = postgresql.crash();
  for (const minute of [2, 3, 4]) expect(await deliver(minute)).toEqual({ storedIn: 'inbox' });
  await crash;
  await expect.poll(outcomes).toEqual(Array(4).fill('applied'));
  await expect.poll(courses).toHaveLength(4);
  // The inbox is emptied after the commit.
  await expect.poll(() => kitchen.core.queue.state()).toMatchObject({ isAway: false, inboxDeliveries: 0, refused: 0 });
  expect(await deliver(5)).toEqual({ storedIn: 'inbox' });
  await kitchen.core.queue.committed();
  expect(courses()).toHaveLength(5);
});

it('keeps what the local inbox took over a restart', async () => {
  const crash = postgresql.crash();
  expect(await deliver(1)).toEqual({ storedIn: 'inbox' });
  await kitchen.core.close();
  await crash;
  kitchen = await openKitchen(kitchen.folder, SIX);
  expect(await outcomes()).toEqual(['applied']);
  expect(courses()).toEqual([1]);
});

it.each(['COMMIT', 'BEGIN', 'INSERT INTO "CourseEvent"', 'INSERT INTO "Inbox"'])(
  'stores each delivery once if the connection breaks after %s',
  async (statement) => {
    await deliver(1);
    await kitchen.core.queue.committed();
    losesReplyTo = statement;
    expect(await deliver(2)).toEqual({ storedIn: 'inbox' });
    await expect.poll(outcomes).toHaveLength(2);
    await expect.poll(() => kitchen.core.queue.state()).toMatchObject({ isAway: false, inboxDeliveries: 0 });
    expect(losesReplyTo).toBeNull();
    // Nothing waits, so boards are current.
    expect(kitchen.core.queue.waitingMs()).toBe(0);
    await deliver(3);
    await kitchen.core.queue.committed();
    expect(await outcomes()).toEqual(['applied', 'applied', 'applied']);
    expect(await kitchen.rows('SELECT 1 FROM "CourseEvent"')).toHaveLength(3);
    await expect.poll(() => kitchen.rows('SELECT 1 FROM "Inbox"')).toEqual([]);
    expect(courses().toSorted()).toEqual([1, 2, 3]);
    expect(kitchen.warnings.filter((warning) => warning.startsWith('a delivery'))).toEqual([]);
  },
);

it('projects what it took over from another node if the reply to that was lost', async () => {
  const delivery = kitchen.delivery(START, eventBody({ at: SIX - 60_000, order: 'smith' }));
  const { id, envelope, body } = rowOf({ delivery, context: { ...DEFAULT_CONTEXT, pathEvent: START } });
  losesReplyTo = 'UPDATE "Inbox"';
  await kitchen.change(
    'INSERT INTO "Inbox" ("id", "envelope", "body", "node") VALUES (?, ?, ?, 99)',
    ...[id, envelope, body],
  );
  await expect.poll(outcomes).toEqual(['applied']);
  expect(losesReplyTo).toBeNull();
  await expect.poll(() => kitchen.core.queue.state()).toMatchObject({ isAway: false, inboxDeliveries: 0 });
});

it('waits for a branch that another node has locked, and does not take that for an outage', async () => {
  await deliver(1);
  await kitchen.core.queue.committed();
  const other = await lockBranch();
  const began = new Set<string>();
  const tries = async () => {
    const waiting = await kitchen.rows<{ began: string }>(
      `SELECT "query_start"::text AS "began" FROM pg_stat_activity WHERE ${WAITS_FOR_LOCK}`,
    );
    for (const statement of waiting) began.add(statement.began);
    return began.size;
  };
  let wasAway = false;
  const watching = setInterval(() => {
    wasAway ||= kitchen.core.queue.state().isAway;
  }, 10);
  try {
    expect(await deliver(2)).toEqual({ storedIn: 'inbox' });
    const command = kitchen.core.queue.run(async (sql) => {
      await sql.setting.create({ data: { key: 'readyLate', value: '1', setAt: 1n } });
    });
    // A statement gives up after a second, and is tried again.
    await expect.poll(tries).toBeGreaterThan(1);
    expect(await outcomes()).toEqual(['applied']);
    await other.query('COMMIT');
    await command;
    expect(await outcomes()).toEqual(['applied', 'applied']);
    expect(wasAway).toBe(false);
  } finally {
    clearInterval(watching);
    await other.end();
  }
});

it('does not wait for a locked branch when it stops, and projects the delivery after the next start', async () => {
  await deliver(1);
  await kitchen.core.queue.committed();
  const other = await lockBranch();
  await deliver(2);
  // It gives up while the branch is still locked.
  await kitchen.core.close();
  await other.end();
  kitchen = await openKitchen(kitchen.folder, SIX);
  expect(await outcomes()).toEqual(['applied', 'applied']);
});

it('keeps deliveries in the inbox while a table is missing, as while somebody restores the database', async () => {
  const rename = (name: string, to: string) => kitchen.change(`ALTER TABLE "${name}" RENAME TO "${to}"`);
  for (const [index, table] of ['CourseEvent', 'Delivery'].entries()) {
    await rename(table, 'Gone');
    expect(await deliver(index + 1)).toEqual({ storedIn: 'inbox' });
    expect(await kitchen.core.queue.committed()).toBe(false);
    await rename('Gone', table);
    await kitchen.core.queue.projectAll();
  }
  expect(await outcomes()).toEqual(['applied', 'applied']);
  expect(kitchen.core.queue.state()).toMatchObject({ inboxDeliveries: 0, rejected: 0 });
});

it('counts rejected deliveries again that another node has deleted', async () => {
  await kitchen.change(`INSERT INTO "Inbox" ("id", "envelope", "body", "node", "isRejected")
    VALUES ('0', '{}', '', 1, true)`);
  await expect.poll(() => kitchen.core.queue.state().rejected).toBe(1);
  await kitchen.change('DELETE FROM "Inbox"');
  await expect.poll(() => kitchen.core.queue.state().rejected).toBe(0);
});

it('refuses a command in an outage, so that it can be repeated', async () => {
  losesReplyTo = 'COMMIT';
  const name = (text: string) =>
    kitchen.core.queue.run(async (sql) => {
      await sql.setting.create({ data: { key: 'readyLate', value: text, setAt: 1n } });
    });
  await expect(name('1')).rejects.toThrow('cannot be written');
  await expect.poll(() => kitchen.core.queue.state().isAway).toBe(false);
  await name('2');
});

it('continues after it lost the connection over which it learns of other nodes', async () => {
  const links = (column: string) => kitchen.rows(`SELECT ${column} FROM pg_locks WHERE ${HELD_BY_NODES}`);
  expect(await links('pg_terminate_backend("pid")')).toHaveLength(1);
  await deliver(1);
  await expect.poll(outcomes).toEqual(['applied']);
  await expect.poll(() => kitchen.core.queue.state().isAway).toBe(false);
  await expect.poll(() => links('"pid"')).toHaveLength(1);
});

it('refuses a database that nodes with another key use, and one that cannot be reached, without its password', async () => {
  const folder = await newDataFolder('heatlamp-second-');
  try {
    const url = kitchen.core.config.databaseUrl ?? '';
    const start = (databaseUrl: string) => openKitchen(folder, SIX, { DATABASE_URL: databaseUrl });
    await expect(start(url)).rejects.toThrow('several nodes need the same');
    const closed = new URL(url);
    closed.port = '1';
    await expect(start(closed.href)).rejects.toThrow(/cannot be reached \(.*ECONNREFUSED.*\): start PostgreSQL/);
    await expect(start(closed.href)).rejects.not.toThrow(/heatlamp:heatlamp/);
  } finally {
    await removeDataFolder(folder);
  }
});

it('says at its start what is wrong with the user, the password or the database of its address', async () => {
  const folder = await newDataFolder('heatlamp-wrong-');
  try {
    const startWith = (part: 'username' | 'password' | 'pathname', value: string) => {
      const wrong = new URL(kitchen.core.config.databaseUrl ?? '');
      wrong[part] = value;
      return openKitchen(folder, SIX, { DATABASE_URL: wrong.href });
    };
    const refused = /refuses \w+ \(.+\): correct the user or the password in DATABASE_URL$/;
    for (const password of ['wrong', '']) await expect(startWith('password', password)).rejects.toThrow(refused);
    await expect(startWith('username', 'nobody')).rejects.toThrow(refused);
    await expect(startWith('pathname', '/nowhere')).rejects.toThrow(/does not exist: create it, .+ DATABASE_URL$/);
  } finally {
    await removeDataFolder(folder);
  }
});
