import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** A program in a separate process, with its first message. */
type Child<Ready> = {
  pid: number;
  ready: Ready;
  /** Sends a message and resolves to the response. @throws if the program ends or does not respond in time */
  request: <Response>(message: unknown, timeoutMs: number) => Promise<Response>;
  stop: () => Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the TypeScript file `program` (an absolute path) with these environment variables. Resolves after its first
 * message. It is killed when this process ends. @throws if it ends early or sends no message within a minute
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
  const ready = await nextMessage<Ready>(child, name, READY_TIMEOUT_MS);
  return {
    pid: child.pid ?? 0,
    ready,
    request(message, timeoutMs) {
      const response = nextMessage(child, name, timeoutMs);
      child.send(message as object);
      return response as Promise<never>;
    },
    async stop() {
      process.removeListener('exit', kill);
      await ended(child);
    },
  };
}

/**
 * The other side, in the program: sends `ready` as its first message, and then a response to each request. The program
 * ends with the process that started it.
 */
export function serveParent<Request>(ready: object, respond?: (request: Request) => unknown): void {
  if (respond) process.on('message', async (request) => process.send?.(await respond(request as Request)));
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
  process.send?.(ready);
}

function nextMessage<Message>(child: ChildProcess, name: string, timeoutMs: number): Promise<Message> {
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
      settle(() => reject(new Error(`${name} sent no message within ${timeoutMs / 1_000} s`)));
    };
    const timer = setTimeout(onTimeout, timeoutMs);
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
