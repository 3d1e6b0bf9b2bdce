import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../set-up/project-root.mjs';

export type Launch = {
  /** The bundle to run. */
  program: string;
  folder: string;
  /** A module that is loaded before the server, with its options. */
  preload?: string;
  environment?: Record<string, string>;
  /** Options of node itself. */
  options?: readonly string[];
  /** Whether to serve the built pages. */
  pages?: boolean;
};

/** A server in its own process, on its own port. */
export type ChildServer = {
  url: URL;
  child: ChildProcess;
  isAlive: () => boolean;
  /** Resolves when the process has ended, to its signal or exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Kills it with SIGKILL. Resolves when it has ended. */
  kill: () => Promise<void>;
  /** Sends SIGTERM. @throws if it does not end with 0 */
  stop: () => Promise<void>;
  /** The last part of its standard error. */
  said: () => string;
};

/** A server that ended before it listened. */
export type EndedEarly = { url: null; by: NodeJS.Signals | number | null; said: string };

const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 20_000;
const KEPT_WORDS = 8_000;

/** Starts a server, which ends with this process. @throws if it neither listens nor ends within a minute */
export async function launch({
  program,
  folder,
  preload,
  environment = {},
  options = [],
  pages = false,
}: Launch): Promise<ChildServer | EndedEarly> {
  const { PATH, NODE_ENV } = process.env;
  const words = [...options, ...(preload ? ['--import', preload] : []), program, ...(pages ? [] : ['--no-pages'])];
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: {
      ...{ PATH, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const killNow = () => void child.kill('SIGKILL');
  process.prependListener('exit', killNow);
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = (output + text.toString()).slice(-KEPT_WORDS);
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.removeListener('exit', killNow);
    return (signal ?? code) as NodeJS.Signals | number | null;
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;

  const first = await within(STARTS_WITHIN_MS, Promise.race([listening(child), ended])).catch((error) => {
    killNow();
    throw error;
  });
  if (!(first instanceof URL)) return { url: null, by: first, said: output };
  return {
    url: first,
    child,
    isAlive,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const code = await within(STOPS_WITHIN_MS, ended);
      if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM: ${output}`);
    },
    said: () => output,
  };
}

function listening(child: ChildProcess): Promise<URL> {
  return new Promise((resolve) => {
    let said = '';
    const onOutput = (text: Buffer) => {
      said += text.toString();
      const [, port] = /http:\/\/localhost:(\d+)/.exec(said) ?? [];
      if (port === undefined) return;
      child.stdout?.off('data', onOutput);
      child.stdout?.resume();
      resolve(new URL(`http://127.0.0.1:${port}`));
    };
    child.stdout?.on('data', onOutput);
  });
}

async function within<Value>(ms: number, awaited: Promise<Value>): Promise<Value> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    patience = setTimeout(() => failed(new Error(`the server took longer than ${ms / 1_000} s`)), ms);
  });
  return Promise.race([awaited, late]).finally(() => clearTimeout(patience));
}
