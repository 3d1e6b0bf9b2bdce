import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

const DRAIN_TIMEOUT_MS = 120_000;

type PollOptions = { everyMs?: number; now?: () => number };

/**
 * Calls `check` until it returns no problem. Resolves to the ms that it took, by the clock `now`.
 * @throws Error with the last problem after `withinMs`
 */
export async function untilFine(
  check: () => string | null | Promise<string | null>,
  withinMs: number,
  { everyMs = 25, now = () => performance.now() }: PollOptions = {},
): Promise<number> {
  for (const from = now(); ; await wait(everyMs)) {
    const problem = await check();
    const elapsedMs = now() - from;
    if (problem === null) return elapsedMs;
    if (elapsedMs > withinMs) throw new Error(`after ${Math.round(withinMs)} ms ${problem}`);
  }
}

/** Opens a socket of a screen with these members of its handshake. It does not reconnect. */
export function openSocket(url: string, auth: Record<string, unknown>): Socket {
  return io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
}

/** The first of these events of a socket, and its value; null if none comes in time. */
export function firstOf(
  socket: Socket,
  names: readonly string[],
  withinMs: number,
): Promise<{ name: string; value: unknown } | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), withinMs);
    for (const name of names)
      socket.once(name, (value: unknown) => {
        clearTimeout(timer);
        resolve({ name, value });
      });
  });
}

/** What `/readyz` says. */
type Readiness = { ready: boolean; databaseAway: boolean; inboxBytes: number; waiting: number };

export async function readiness(url: URL): Promise<Readiness> {
  return (await (await fetch(new URL('/readyz', url))).json()) as Readiness;
}

/** Waits until nothing waits for the database. @throws after two minutes */
export async function waitUntilDrained(url: URL): Promise<void> {
  const check = async () => {
    const { databaseAway, inboxBytes, waiting } = await readiness(url);
    const isDrained = !databaseAway && inboxBytes === 0 && waiting === 0;
    return isDrained ? null : `${inboxBytes} bytes are still in the inbox`;
  };
  await untilFine(check, DRAIN_TIMEOUT_MS, { everyMs: 50 });
}
