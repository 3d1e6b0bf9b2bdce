import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** A program of this folder in a process of its own, which has said what it is ready with. */
export type Child<Ready> = { ready: Ready; stop: () => Promise<void> };

/** Starts `program` with what it must know; resolves with its first message. It ends with us, whatever happens. */
export async function startChild<Ready>(program: string, told: Record<string, string> = {}): Promise<Child<Ready>> {
  const child = fork(path.join(import.meta.dirname, program), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...told },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was ready`)));
  });
  return {
    ready,
    async stop() {
      process.removeListener('exit', kill);
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await over;
  clearTimeout(patience);
}
