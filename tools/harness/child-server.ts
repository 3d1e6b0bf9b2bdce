import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../set-up/project-root.mjs';

/** A server program and how to run it. */
export type Program = {
  /** The bundle or source file. */
  program: string;
  /** Arguments of the program; none unless given, so that it has its pages. */
  args?: readonly string[];
  /** A module to import before the server. */
  preload?: string;
  environment?: Readonly<Record<string, string>>;
  /** Options of node itself. */
  options?: readonly string[];
  /** User and group id of the process. */
  user?: number;
  /** Its limit of open files (POSIX); that of this process unless given. */
  openFiles?: number;
};

export type Launch = Program & { folder: string };

/** A server in its own process, on its own port. */
export type ChildServer = {
  /** PUBLIC_URL, if that was given. */
  url: URL;
  child: ChildProcess;
  pid: number;
  isAlive: () => boolean;
  /** Resolves when the process has ended, to its signal or exit code. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Kills it with SIGKILL. Resolves when it has ended. */
  kill: () => Promise<void>;
  /** Sends SIGTERM. @throws if it does not end with 0 */
  stop: () => Promise<void>;
  /** The end of its standard error. */
  output: () => string;
  /** The beginning of its standard output. */
  printed: () => string;
};

/** A server that ended before it listened. */
export type EndedEarly = { url: null; by: NodeJS.Signals | number | null; output: string };

/** A `.env` of this checkout must not change a test. */
const NOT_SET = {
  DATABASE_URL: '',
  DATABASE_REPLICA_URL: '',
  PUBLIC_URL: '',
  TRUST_PROXY: '',
  METRICS_TOKEN: '',
  SECRETS_KEY: '',
};
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_CHARACTERS = 8_000;

/** The server that `npm start` runs, with its pages. @throws if the script has another form */
export function builtServer(environment: Readonly<Record<string, string>> = {}): Program {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, settings = '', command] =
    /^exec (?:env ((?:[A-Z_]+=\S+ )+))?node (.+?)(?: \|\| .+)?$/.exec(scripts.start) ?? [];
  if (!command) throw new Error(`npm start does not run node: ${scripts.start}`);
  const pairs = [...settings.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  const options = command.split(' ');
  const [program = ''] = options.splice(-1);
  return { program, options, args: [], environment: { ...Object.fromEntries(pairs), ...environment } };
}

/** Starts a server, which ends with this process. @throws if it ends early or does not listen within two minutes */
export async function startServer(launched: Launch): Promise<ChildServer> {
  const server = await launch(launched);
  if (server.url === null)
    throw new Error(`the server did not start: it ended with ${server.by} and printed "${server.output.trim()}"`);
  return server;
}

/** Starts a server, which may end before it listens. @throws if it neither listens nor ends within two minutes */
export async function launch(launched: Launch): Promise<ChildServer | EndedEarly> {
  const { program, folder, preload, environment = {}, options = [], args = [], user, openFiles } = launched;
  const { PATH, NODE_ENV } = process.env;
  const command = [process.execPath, ...options, ...(preload ? ['--import', preload] : []), program, ...args];
  if (openFiles !== undefined) command.unshift('sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh');
  const [executable = '', ...itsArguments] = command;
  const child = spawn(executable, itsArguments, {
    cwd: projectRoot,
    env: {
      ...NOT_SET,
      ...{ PATH, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const killNow = () => void child.kill('SIGKILL');
  process.prependListener('exit', killNow);
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = (output + text.toString()).slice(-MAX_OUTPUT_CHARACTERS);
  });
  let printed = '';
  child.stdout?.on('data', (text: Buffer) => {
    printed = (printed + text.toString()).slice(0, MAX_OUTPUT_CHARACTERS);
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.removeListener('exit', killNow);
    return (signal ?? code) as NodeJS.Signals | number | null;
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;

  const first = await withTimeout(START_TIMEOUT_MS, Promise.race([listening(child), ended])).catch((error) => {
    killNow();
    throw error;
  });
  if (!(first instanceof URL)) return { url: null, by: first, output };
  return {
    url: first,
    child,
    pid: child.pid ?? 0,
    isAlive,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const code = await withTimeout(STOP_TIMEOUT_MS, ended);
      if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM: ${output}`);
    },
    output: () => output,
    printed: () => printed,
  };
}

function listening(child: ChildProcess): Promise<URL> {
  return new Promise((resolve) => {
    let printed = '';
    const onOutput = (text: Buffer) => {
      printed += text.toString();
      const [, url] = /listens on (\S+)\s/.exec(printed) ?? [];
      if (url === undefined) return;
      child.stdout?.off('data', onOutput);
      // Drains the pipe, which would otherwise fill up.
      child.stdout?.resume();
      resolve(new URL(url.replace('http://localhost:', 'http://127.0.0.1:')));
    };
    child.stdout?.on('data', onOutput);
  });
}

async function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the server took longer than ${ms / 1_000} s`)), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
