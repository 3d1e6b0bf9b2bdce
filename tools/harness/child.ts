import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** A program in a separate process, with its first message. */
export type Child<Ready> = {
  pid: number;
  ready: Ready;
  /** Sends a message to the program, which answers with one message. @throws if it ends, or does not answer in time */
  ask: <Answer>(question: unknown, withinMs: number) => Promise<Answer>;
  stop: () => Promise<void>;
};

const READY_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 5_000;

/**
 * Starts the TypeScript file `program` (an absolute path) with these variables; resolves with its first message. It
 * ends with this process. @throws if it ends before it is ready, or is not ready within a minute
 */
export async function startChild<Ready>(
  program: string,
  environment: Record<string, string> = {},
): Promise<Child<Ready>> {
  const child = fork(program, [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  const name = path.basename(program);
  const ready = await nextMessage<Ready>(child, name, READY_WITHIN_MS);
  return {
    pid: child.pid ?? 0,
    ready,
    ask(question, withinMs) {
      const answered = nextMessage(child, name, withinMs);
      child.send(question as object);
      return answered as Promise<never>;
    },
    async stop() {
      process.removeListener('exit', kill);
      await ended(child);
    },
  };
}

function nextMessage<Message>(child: ChildProcess, name: string, withinMs: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      outcome();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message as Message));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number | null) => settle(() => reject(new Error(`${name} ended with ${code}`)));
    const onTimeout = () => {
      child.kill('SIGKILL');
      settle(() => reject(new Error(`${name} sent no message within ${withinMs / 1_000} s`)));
    };
    const timer = setTimeout(onTimeout, withinMs);
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await over;
  clearTimeout(timer);
}
