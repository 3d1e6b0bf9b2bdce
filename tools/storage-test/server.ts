import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChildServer, launch, type Program, startServer } from '../harness/child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import type { Findings } from './scenario';

const DRAIN_TIMEOUT_MS = 120_000;

export type Readiness = { ready: boolean; databaseAway: boolean; inboxBytes: number; waiting: number };

/** The server, from its TypeScript sources. */
const SERVER: Program = { program: 'server/main.ts', options: ['--import', 'tsx'] };

/** Creates a data folder below `parent` with a subscription and a screen of branch 1. Removed after the scenario. */
export async function makeFolder(
  { onEnd }: Findings,
  { parent, user }: { parent?: string; user?: number } = {},
): Promise<{ folder: string; token: string }> {
  const { folder, remove } = makeDataFolder(parent);
  onEnd(remove);
  // mkdtemp grants permissions to the owner only, but one scenario runs as another user.
  chmodSync(path.dirname(folder), 0o755);
  if (user !== undefined) chownSync(folder, user, user);
  const server = await startServer({ ...SERVER, folder, ...(user === undefined ? {} : { user }) });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['api']);
  await server.stop();
  return { folder, token };
}

/** Starts the server on a folder. It is killed after the scenario if it still runs. */
export async function startOn(
  { onEnd }: Findings,
  folder: string,
  options: Pick<Program, 'preload' | 'user'> = {},
): Promise<ChildServer> {
  const server = await startServer({ ...SERVER, folder, ...options });
  onEnd(server.kill);
  return server;
}

/** Starts a server that must refuse to start. Resolves to its exit code and its output. @throws if it starts */
export async function startRefused(folder: string, user: number): Promise<{ code: unknown; output: string }> {
  const server = await launch({ ...SERVER, folder, user });
  if (server.url === null) return { code: server.by, output: server.output.trim() };
  await server.kill();
  throw new Error('the server started without permissions');
}

export async function readiness(url: URL): Promise<Readiness> {
  const response = await fetch(new URL('/readyz', url));
  return (await response.json()) as Readiness;
}

/** Waits until the inbox is empty. Resolves to the ms that it took. */
export async function waitUntilDrained(url: URL): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { databaseAway, inboxBytes, waiting } = await readiness(url);
    const ms = performance.now() - startedAt;
    if (!databaseAway && inboxBytes === 0 && waiting === 0) return ms;
    if (ms > DRAIN_TIMEOUT_MS) throw new Error(`${inboxBytes} bytes are still in the inbox after ${Math.round(ms)} ms`);
    await wait(50);
  }
}
