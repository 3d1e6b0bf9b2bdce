import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { startCommand } from '../../measure/start-script';

export const ROOT = path.join(import.meta.dirname, '..', '..', '..');

export type ServerProcess = { port: number; pid: number; stop: () => Promise<void> };

const LISTENS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 15_000;
const REMEMBERED_WORDS = 2_000;

/**
 * Starts a server on a free port of this machine, in the environment of `npm start`, the baselines too, and waits until
 * it listens. It ends with this process.
 * @throws with its last output if it does not listen within a minute
 */
export async function startServer(args: readonly string[], folder: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...environment(folder), ...startCommand().environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  const ended = new Promise<void>((over) => child.once('exit', () => over()));
  const port = await listening(child);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      const patience = setTimeout(kill, STOPS_WITHIN_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Environment of a server: only what is needed to find programs. */
export function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_ENV } = process.env;
  return { PATH, HOME, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let words = '';
    const giveUp = (why: string) => reject(new Error(`a server ${why}: ${words.trim()}`));
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      giveUp('did not listen in time');
    }, LISTENS_WITHIN_MS);
    const onOutput = (text: Buffer) => {
      words = (words + text.toString()).slice(-REMEMBERED_WORDS);
      const [, port] = /listens on http:\/\/localhost:(\d+)/.exec(words) ?? [];
      if (port === undefined) return;
      clearTimeout(patience);
      resolve(Number(port));
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(patience);
      giveUp(`ended with ${code}`);
    });
  });
}
