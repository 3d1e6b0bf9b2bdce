import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { projectRoot } from '../set-up/project-root.mjs';

/** A new data folder. */
export type DataFolder = { folder: string; remove: () => void };

/** A backup of a large database under load takes minutes. */
const TIMEOUT_MS = 300_000;

type Reply = { ok: true; result: unknown } | { ok: false; message: string };

/** A refusal by the server, with its message. */
export class CommandRefused extends Error {}

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
type EndedEarly = { url: null; by: NodeJS.Signals | number | null; output: string };

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

/**
 * Sends a command to the server of a data folder, like the command line.
 * @throws CommandRefused, or an error if there is no reply within five minutes
 */
export async function command<Result>(folder: string, name: string, input: unknown = {}): Promise<Result> {
  const reply = await new Promise<Reply>((resolve, reject) => {
    const socketPath = path.join(folder, 'control.sock');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const clientRequest = request({ socketPath, method: 'POST', path: '/', agent: false, signal }, (response) => {
      json(response).then((reply) => resolve(reply as Reply), reject);
    });
    clientRequest.once('error', reject);
    clientRequest.end(JSON.stringify({ name, input }));
  });
  if (!reply.ok) throw new CommandRefused(reply.message);
  return reply.result as Result;
}

/** Creates a folder in `parent` (default: the system's temporary folder). It is removed when this process ends. */
export function makeDataFolder(parent?: string): DataFolder {
  const base = parent ?? mkdtempSync(path.join(tmpdir(), 'heatlamp-harness-'));
  const folder = path.join(base, 'data');
  mkdirSync(folder, { recursive: true });
  const remove = () => {
    process.removeListener('exit', remove);
    rmSync(parent ? folder : base, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Adds the POS's subscription, and a screen of branch 1 for each view, through the running server. Resolves to the
 * tokens of the screens in the order of `views`.
 */
export async function addSubscriptionAndScreens(folder: string, views: readonly string[]): Promise<string[]> {
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const tokens: string[] = [];
  for (const view of views) tokens.push((await addScreen(folder, view, 1)).token);
  return tokens;
}

/** Adds a screen of one branch. */
export function addScreen(
  folder: string,
  view: string,
  branch: number,
  name = view,
): Promise<{ token: string; link: string }> {
  return command(folder, 'screen add', { name, branches: [branch], view });
}

/** Adds an owner through the server at `url`, and signs in. Resolves to the browser's `Cookie` header. */
export async function signInOwner(folder: string, url: string): Promise<string> {
  const owner = { name: 'Anna', role: 'owner', branches: null };
  return signIn(url, (await command<{ link: string }>(folder, 'manager add', owner)).link);
}

/** Signs a manager in with the one-time link of `manager add`. Returns the browser's `Cookie` header. */
export async function signIn(url: string, link: string): Promise<string> {
  const token = link.slice(link.indexOf('#') + 1);
  const response = await fetch(`${url}/api/auth/set-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password: 'a lamp above the pass' }),
  });
  if (!response.ok) throw new Error(`signing in returned ${response.status}: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return cookies.filter((cookie) => !cookie.endsWith('=')).join('; ');
}
