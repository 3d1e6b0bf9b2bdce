import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Diagnosis } from '../cli/doctor';
import { readConfig } from '../config';
import { changeRows, environmentOf } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

const SIX = Date.parse('2041-06-21T18:00:00+02:00');
const STORE_ATTENDANCE = `INSERT INTO "Attendance" ("id", "until") VALUES (1, ${SIX}) ON CONFLICT ("id") DO UPDATE SET "until" = excluded."until"`;

let server: RunningServer;
let program: string;
let replica: string;
beforeAll(async () => {
  server = await startServer(undefined, {}, SIX);
  program = await addProgram(server);
  await start('first');
  await server.close();
  const { dataDir } = server;
  const url = new URL(environmentOf(dataDir)['DATABASE_URL'] ?? '');
  replica = `${url.pathname.slice(1)}-replica`;
  url.pathname = replica;
  await changeRows(dataDir, STORE_ATTENDANCE);
  // A database that does not follow: what is read from it is known by what it lacks.
  await changeRows(dataDir, `CREATE DATABASE "${replica}" TEMPLATE "${url.pathname.slice(1).replace('-replica', '')}"`);
  server = await startServer(dataDir, { DATABASE_REPLICA_URL: url.href }, SIX);
  await start('second');
});
afterAll(async () => {
  await changeRows(server.dataDir, `DROP DATABASE IF EXISTS "${replica}" WITH (FORCE)`);
  await server.stop();
});

async function start(order: string): Promise<void> {
  expect((await server.post('kitchenStartCourse', eventBody({ at: SIX - 60_000, order }))).status).toBe(200);
}

async function seen(): Promise<{ history: string[]; board: string[]; report: number }> {
  const json = async (path: string) => (await server.get(path, program)).json();
  const range = 'from=2041-06-01T00:00:00Z';
  const orders = (tickets: { orderId: string }[]) => tickets.map(({ orderId }) => orderId).toSorted();
  return {
    history: orders((await json(`/api/v1/history/courses?${range}`)).courses),
    board: orders((await json('/api/v1/board')).tickets),
    report: (await json(`/api/v1/history/summary?branch=1&${range}&groupBy=none`)).groups[0].count,
  };
}

/** What `doctor`, which looks at the replica, says about it. A look that takes three seconds finds no replica. */
async function finding(): Promise<string> {
  const { findings } = await server.command<Diagnosis>('doctor');
  return findings.flatMap(({ what, why }) => (/replica/.test(`${what} ${why}`) ? what : [])).join();
}

const BOTH = ['first', 'second'];

it('answers history and reports from the replica, and boards from memory', async () => {
  await expect.poll(finding).toContain(`history and reports are read from the database ${replica}`);
  await expect.poll(seen).toEqual({ history: ['first'], board: BOTH, report: 1 });
});

it('answers from the database itself while what the replica has may soon be a minute old', async () => {
  await changeRows(server.dataDir, STORE_ATTENDANCE.replace(`${SIX}`, `${SIX + 50_000}`));
  await expect.poll(finding).toContain('the replica is not used: it is 50 s behind');
  expect(await seen()).toEqual({ history: BOTH, board: BOTH, report: 2 });
  await changeRows(server.dataDir, STORE_ATTENDANCE.replace(`${SIX}`, `${SIX + 30_000}`));
  await expect.poll(finding).toContain('history and reports are read from');
  await expect.poll(seen).toEqual({ history: ['first'], board: BOTH, report: 1 });
});

it('answers the first query after a quiet time by what it sees of the replica then', async () => {
  // Longer than between two looks.
  await wait(6_000);
  await changeRows(server.dataDir, STORE_ATTENDANCE.replace(`${SIX}`, `${SIX + 90_000}`));
  expect(await seen()).toEqual({ history: BOTH, board: BOTH, report: 2 });
  await changeRows(server.dataDir, STORE_ATTENDANCE);
  await expect.poll(finding).toContain('history and reports are read from');
});

/** Another id of each migration, and with it of the database; done twice, the same again. */
const RENAME = `UPDATE "_prisma_migrations" SET "id" = reverse("id")`;

it('answers from the database itself where the replica is of another one', async () => {
  await changeRows(server.dataDir, RENAME);
  await expect.poll(finding).toContain('the replica is not used: it is not a replica of this database');
  expect(await seen()).toEqual({ history: BOTH, board: BOTH, report: 2 });
  // Nor is it used because the database itself does not say for a while how new it is.
  const blocker = new pg.Client({ connectionString: environmentOf(server.dataDir)['DATABASE_URL'] });
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE "Attendance" IN ACCESS EXCLUSIVE MODE');
  expect(await finding()).toContain('the replica is not used: it is not a replica of this database');
  await blocker.query('ROLLBACK');
  await blocker.end();
  await changeRows(server.dataDir, RENAME);
  await expect.poll(finding).toContain('history and reports are read from');
});

it('answers from the database itself, also a query that has begun, when the replica ends', async () => {
  await changeRows(server.dataDir, `DROP DATABASE "${replica}" WITH (FORCE)`);
  expect(await seen()).toEqual({ history: BOTH, board: BOTH, report: 2 });
  await expect.poll(finding).toContain('the replica is not used');
});

it('needs the address of the database whose replica it is', () => {
  expect(readConfig({ DATABASE_REPLICA_URL: 'postgresql://replica/heatlamp' })).toEqual({
    ok: false,
    problems: [expect.stringContaining('needs DATABASE_URL')],
  });
});
