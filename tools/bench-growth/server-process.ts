import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startCommand } from '../measure/start-script';
import { projectRoot } from '../set-up/project-root.mjs';

/** The server that `npm start` runs, in a process of its own. */
export type RunningServer = {
  url: string;
  /** From the start of the process until it said that it listens. */
  startedMs: number;
  /** Memory of the process in bytes; null if the system does not report it. */
  residentBytes: () => Promise<number | null>;
  /** Sends SIGTERM, and waits until it has ended. */
  stop: () => Promise<void>;
};

const STARTS_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 20_000;

/**
 * Starts the built server on a folder, for this machine only. It ends with this process. @throws if it does not start
 */
export async function startServer(dataDir: string): Promise<RunningServer> {
  const { PATH, NODE_ENV } = process.env;
  const { environment, words } = startCommand();
  const own = { TZ: 'Europe/Amsterdam', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: { PATH, NODE_ENV, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const patience = setTimeout(kill, STARTS_WITHIN_MS);
  const port = await portOf(child.stdout);
  const startedMs = performance.now() - startedAt;
  clearTimeout(patience);
  if (port === null) throw new Error('the server did not start');
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    startedMs,
    residentBytes: () => residentBytes(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      const impatience = setTimeout(kill, STOPS_WITHIN_MS);
      await ended;
      clearTimeout(impatience);
      process.removeListener('exit', kill);
    },
  };
}

/** Null if it ended without printing where it listens. */
function portOf(output: NodeJS.ReadableStream): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    output.on('data', (text: Buffer) => {
      said += text.toString();
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(port);
    });
    output.once('end', () => resolve(null));
  });
}

async function residentBytes(pid: number): Promise<number | null> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  const output = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  return output === null ? null : Number(output.stdout.trim()) * 1024;
}
