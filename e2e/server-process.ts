import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { commandLine } from '../server/cli/command-line';
import { type SigningKey, sign } from '../server/webhooks/sign';
import { afternoonZone } from '../tools/measure/afternoon-zone';
import { freePort } from '../tools/measure/free-port';
import { startCommand } from '../tools/measure/start-script';
import { instant } from './instant';

const ROOT = path.join(import.meta.dirname, '..');
const SUBSCRIPTION = 'till';
const KEY: SigningKey = {
  secret: 'eFc5HrxwLbONJ+EYXrbHB+a9HueYIQzotgKRLRVAfx0=',
  secretEncoding: 'base64',
  signatureEncoding: 'base64',
  algorithm: 'sha256',
};
/** The time zone of the server, and so of its branches. */
export const TIME_ZONE = afternoonZone();
const STARTS_WITHIN_MS = 60_000;

/** A server started like `npm start`, in a temporary folder on a free port, with the commands of `npm run heatlamp`. */
export type ServerProcess = {
  url: string;
  port: number;
  /** Its data folder. */
  folder: string;
  /** Runs a command of `npm run heatlamp` in the server. @throws Error with its message */
  heatlamp: <Result>(...words: string[]) => Promise<Result>;
  /** Posts a signed body like the POS does. @throws Error unless it is accepted */
  post: (event: string, body: string) => Promise<void>;
  /** Kills the server like a power cut. Resolves to the instant from which it was gone. */
  kill: () => Promise<number>;
  /** Stops the server like a service manager does. Resolves to its exit code. */
  stop: () => Promise<number | null>;
  /** Starts the server again with the same folder and port. Resolves to the instant from which it listened. */
  start: () => Promise<number>;
  /** Kills the server and removes the folder. */
  discard: () => Promise<void>;
};

export async function startServerProcess(): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    TZ: TIME_ZONE,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  let running: ChildProcess | null = null;

  const server: ServerProcess = {
    url,
    port,
    folder,
    async heatlamp<Result>(...words: string[]) {
      let result: unknown;
      const perform = async (name: string, input: unknown) => {
        result = await ask(path.join(folder, 'control.sock'), name, input);
      };
      await commandLine(perform).parseAsync(words, { from: 'user' });
      return result as Result;
    },
    async post(event, body) {
      const bytes = Buffer.from(body);
      const response = await fetch(`http://127.0.0.1:${port}/webhooks/${event}`, {
        method: 'POST',
        body: bytes,
        headers: {
          'Content-Type': 'application/json',
          'X-Service-Subscription-Id': SUBSCRIPTION,
          'X-Service-Signature': sign(bytes, KEY),
        },
      });
      if (response.status !== 200)
        throw new Error(`${event} was answered ${response.status}: ${await response.text()}`);
    },
    async start() {
      const { environment, words } = startCommand();
      const child = spawn(process.execPath, words, {
        cwd: ROOT,
        env: { ...env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = child;
      await listening(child);
      return instant();
    },
    async stop() {
      const child = running;
      running = null;
      if (!child || child.exitCode !== null) return null;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await gone;
      return code;
    },
    async kill() {
      const child = running;
      running = null;
      if (child && child.exitCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      return instant();
    },
    async discard() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  const words = ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret];
  await promisify(execFile)(process.execPath, ['build/heatlamp.mjs', ...words], { cwd: ROOT, env });
  return server;
}

/** Sends a command to a server like the command line does, but without starting a slow process for each. */
async function ask(socketPath: string, name: string, input: unknown): Promise<unknown> {
  const asked = request({ socketPath, method: 'POST', path: '/' });
  asked.end(JSON.stringify({ name, input }));
  const [response] = await once(asked, 'response');
  const answer = (await json(response)) as { ok: true; result: unknown } | { ok: false; message: string };
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`);
  return answer.result;
}

/** Resolves when the process reports that it listens. @throws Error with its output otherwise */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`the server ${why}:\n${said}`));
    const timer = setTimeout(() => fail('did not start in time'), STARTS_WITHIN_MS);
    child.once('exit', () => fail('ended'));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said = `${said}${text}`.slice(-4_000);
        if (!said.includes('Heatlamp listens')) return;
        clearTimeout(timer);
        resolve();
      });
  });
}
