import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { KEY } from '../measure/pos-key';
import type { Findings } from './scenario';

const ROOT = path.join(import.meta.dirname, '..', '..');
const STARTS_WITHIN_MS = 60_000;
const DRAINS_WITHIN_MS = 120_000;

export const SUBSCRIPTION = 'storage-test';

export type ServerOptions = {
  /** The program: the server itself, or one that measures it. */
  program?: string;
  /** User and group id of the process. */
  user?: number;
};

export type ServerProcess = {
  url: URL;
  child: ChildProcess;
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>;
  /** Sends SIGTERM, and waits until it has ended. */
  stop: () => Promise<void>;
};

export type Readiness = { ready: boolean; spooling: boolean; spoolBytes: number; waiting: number };

/** A data folder below `parent` with a subscription and a screen of branch 1, removed at the end. */
export async function makeFolder(
  { afterwards }: Findings,
  parent = mkdtempSync(path.join(tmpdir(), 'heatlamp-storage-')),
  user?: number,
): Promise<{ folder: string; token: string }> {
  afterwards(() => rmSync(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'data');
  mkdirSync(folder, { recursive: true });
  // mkdtemp gives rights to the owner only, and one scenario runs as another user.
  chmodSync(parent, 0o755);
  if (user !== undefined) chownSync(folder, user, user);
  const words = ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret];
  await heatlamp(folder, words, user);
  const screen = ['screen', 'add', '--name', 'storage-test', '--branch', '1', '--view', 'api'];
  const { token } = (await heatlamp(folder, screen, user)) as { token: string };
  return { folder, token };
}

async function heatlamp(folder: string, words: string[], user?: number): Promise<unknown> {
  const args = ['--import', 'tsx', 'server/cli/main.ts', ...words, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: environment(folder),
    ...as(user),
  });
  return JSON.parse(stdout);
}

/** Starts the server on a folder and waits until it listens. Killed at the end if it still runs. */
export async function startServer(
  { afterwards }: Findings,
  folder: string,
  { program = 'server/main.ts', user }: ServerOptions = {},
): Promise<ServerProcess> {
  const { child, said } = launch(folder, program, user);
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  afterwards(kill);
  const url = await Promise.race([
    listening(child),
    ended.then(() => Promise.reject(new Error(`the server did not start: ${said()}`))),
    timeOut(STARTS_WITHIN_MS, 'the server did not listen'),
  ]);
  return {
    url,
    child,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM: ${said()}`);
    },
  };
}

/** Starts the server where it should refuse to start. Resolves to its exit code and its output. */
export async function startInVain(
  { afterwards }: Findings,
  folder: string,
  user?: number,
): Promise<{ code: number | null; said: string }> {
  const { child, said } = launch(folder, 'server/main.ts', user);
  afterwards(() => child.kill('SIGKILL'));
  const [code] = await Promise.race([
    once(child, 'exit'),
    listening(child).then(() => Promise.reject(new Error('the server started where it should have refused to'))),
  ]);
  return { code, said: said().trim() };
}

export async function readiness(url: URL): Promise<Readiness> {
  const response = await fetch(new URL('/readyz', url));
  return (await response.json()) as Readiness;
}

/** Resolves when the spool is empty, to the ms that it took. */
export async function drained(url: URL): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { spooling, spoolBytes, waiting } = await readiness(url);
    const ms = performance.now() - startedAt;
    if (!spooling && spoolBytes === 0 && waiting === 0) return ms;
    if (ms > DRAINS_WITHIN_MS) throw new Error(`${spoolBytes} bytes are still in the spool after ${Math.round(ms)} ms`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

function launch(folder: string, program: string, user?: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, '--no-pages'], {
    cwd: ROOT,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...as(user),
  });
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => {
    errors = (errors + text.toString()).slice(-4_000);
  });
  return { child, said: () => errors };
}

/** Keeps reading the output while the server runs, so that the pipe does not fill up. */
function listening(child: ChildProcess): Promise<URL> {
  return new Promise((resolve) => {
    let said = '';
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      const [url] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      if (url !== undefined) resolve(new URL(url.replace('localhost', '127.0.0.1')));
    });
  });
}

function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH, NODE_ENV } = process.env;
  return { PATH, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' };
}

function as(user: number | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user, gid: user };
}

function timeOut(ms: number, words: string): Promise<never> {
  return new Promise((_, failed) => {
    setTimeout(() => failed(new Error(`${words} within ${ms / 1_000} s`)), ms).unref();
  });
}
