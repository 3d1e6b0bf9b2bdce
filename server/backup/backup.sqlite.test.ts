import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { sendCommand } from '../cli/control';
import { toText } from '../cli/to-text';
import type { Progress } from '../storage/copies';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { postSteadily } from '../testing/steady-post';
import { whyIncomplete } from './backups';

/** A server and an empty folder for each test, so that tests can wait at the same time. */
const it = test
  .extend('server', async ({ onTestFinished }) => {
    const server = await startServer();
    onTestFinished(server.stop);
    return server;
  })
  .extend('folder', async ({ onTestFinished }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend(
    'backup',
    ({ server }) =>
      (file: string) =>
        sendCommand(server.core.config.controlSocket, 'backup', { file }),
  )
  .extend('refusal', ({ backup }) => async (file: string) => {
    const answer = await backup(file);
    return answer === null || answer.ok ? 'none' : answer.message;
  });

/** Call the result to wait until a backup that is requested meanwhile waits for deliveries. */
function watchWaiting({ core }: RunningServer): () => Promise<unknown> {
  const looks = vi.spyOn(core.queue, 'committed');
  // Every command looks once. Not `expect.poll`, which does not know its test while others run at the same time.
  return () => vi.waitUntil(() => looks.mock.calls.length > 1, { timeout: 60_000, interval: 20 });
}

function rowsOf<Row>(file: string, sql: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

const ordersIn = (file: string) =>
  new Set(
    rowsOf<{ body: Buffer }>(file, 'SELECT "body" FROM "Delivery"').map(
      ({ body }) => (JSON.parse(body.toString()) as { tableOrder: { orderId: string } }).tableOrder.orderId,
    ),
  );

it.concurrent('has everything answered before the request, while the POS keeps posting, in one file readable by its owner', async ({
  server,
  folder,
  backup,
}) => {
  const pos = postSteadily(server);
  await pos.more(200);
  const before = pos.posted.map(({ order }) => order);
  const file = path.join(folder, 'evening.db');
  const answer = await backup(file);
  await pos.more(20);
  await pos.end();

  const stored = ordersIn(file);
  expect(before.filter((order) => !stored.has(order))).toEqual([]);
  expect(answer).toEqual({ ok: true, result: { file, bytes: (await stat(file)).size, deliveries: stored.size } });
  expect(toText('backup', answer?.ok ? answer.result : null)).toMatch(
    /evening\.db \(\d.* has \d+ deliver.*, verified\.$/,
  );
  expect(pos.posted.every(({ status }) => status === 200)).toBe(true);
  expect(await readdir(folder)).toEqual(['evening.db']);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it.concurrent('waits for acknowledged deliveries that are still in the inbox', async ({ server, folder, backup }) => {
  const holder = new Database(server.core.config.databaseFile);
  holder.exec('BEGIN IMMEDIATE');
  const order = '0b9b6c57-9d0c-4c4c-8a3c-0e6cf3b0a001';
  const posted = await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order }));
  expect(posted.status).toBe(200);
  expect(server.core.queue.state().inboxDeliveries).toBe(1);
  const file = path.join(folder, 'evening.db');
  const waits = watchWaiting(server);
  const pending = backup(file);
  await waits();
  holder.close();
  expect(await pending).toMatchObject({ ok: true, result: { deliveries: 1 } });
  expect([...ordersIn(file)]).toEqual([order]);
});

it.concurrent('is refused with a message while the database is unavailable and deliveries wait', async ({
  server,
  folder,
  refusal,
}) => {
  const holder = new Database(server.core.config.databaseFile);
  holder.exec('BEGIN IMMEDIATE');
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() }));
  expect(await refusal(path.join(folder, 'evening.db'))).toMatch(
    /^the database cannot be written, and 1 delivery waits in .*intake\.db/,
  );
  expect(await readdir(folder)).toEqual([]);
  holder.close();
});

it('blames the database only if it cannot be written', () => {
  const why = (isAway: boolean) => whyIncomplete({ isAway, inboxDeliveries: 2_500 }, { inboxFile: 'intake.db' });
  expect(why(true)).toMatch(/^the database cannot be written, and 2500 deliveries wait in intake\.db/);
  expect(why(false)).toMatch(/^the database does not have 2500 deliveries in intake\.db yet: .* Wait a moment/);
});

it.concurrent('never replaces a file, and names a missing folder', async ({ server, folder, refusal }) => {
  const file = path.join(folder, 'evening.db');
  await writeFile(file, 'mine');
  expect(await refusal(file)).toContain('evening.db already exists');
  expect((await stat(file)).size).toBe(4);
  expect(await refusal(path.join(folder, 'no', 'evening.db'))).toContain(
    `there is no folder ${path.join(folder, 'no')}`,
  );
  expect(await refusal('evening.db')).toContain('absolute path');
  expect(await refusal(server.core.config.databaseFile)).toContain('already exists');
});

it.concurrent('replaces the remains of an interrupted backup with the same name', async ({ folder, backup }) => {
  const file = path.join(folder, 'evening.db');
  await writeFile(`${file}.part`, 'half of a database');
  expect(await backup(file)).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['evening.db']);
});

it.concurrent('runs one at a time, and reports its progress', async ({ server, folder, refusal }) => {
  const progress: Progress[] = [];
  const socket = server.core.config.controlSocket;
  // The first one waits for a delivery.
  const holder = new Database(server.core.config.databaseFile);
  holder.exec('BEGIN IMMEDIATE');
  await server.post('kitchenStartCourse', eventBody({ at: Date.now() }));
  const waits = watchWaiting(server);
  const first = sendCommand(
    socket,
    'backup',
    { file: path.join(folder, '1.db') },
    (message) => void progress.push(message),
  );
  await waits();
  expect(await refusal(path.join(folder, '2.db'))).toContain('is running');
  holder.close();
  expect(await first).toMatchObject({ ok: true });
  const last = progress.at(-1);
  expect(last?.of).toBe((await stat(path.join(folder, '1.db'))).size);
  expect(last?.done).toBe(last?.of);
});

it.concurrent('leaves nothing under the name when the server is stopped meanwhile', async ({ server, folder }) => {
  const file = path.join(folder, 'evening.db');
  const pending = server.core.backups.backup(file).catch((error: Error) => error.message);
  await server.close();
  expect(await pending).toContain('stopped');
  expect(await readdir(folder)).toEqual([]);
});
