import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { type ChildServer, launch, type Program, startServer } from '../harness/child-server';
import { addSubscriptionAndScreens, makeDataFolder } from '../harness/data-folder';
import type { Findings } from './scenario';

const DRAINS_WITHIN_MS = 120_000;

export type Readiness = { ready: boolean; spooling: boolean; spoolBytes: number; waiting: number };

/** The server from its sources, or a program that measures it. */
function fromSource(program = 'server/main.ts'): Program {
  return { program, options: ['--import', 'tsx'] };
}

/** A data folder below `parent` with a subscription and a screen of branch 1, removed at the end. */
export async function makeFolder(
  { afterwards }: Findings,
  { parent, user }: { parent?: string; user?: number } = {},
): Promise<{ folder: string; token: string }> {
  const { folder, remove } = makeDataFolder(parent);
  afterwards(remove);
  // mkdtemp gives rights to the owner only, and one scenario runs as another user.
  chmodSync(path.dirname(folder), 0o755);
  if (user !== undefined) chownSync(folder, user, user);
  const server = await startServer({ ...fromSource(), folder, ...(user === undefined ? {} : { user }) });
  const [token = ''] = await addSubscriptionAndScreens(folder, ['api']);
  await server.stop();
  return { folder, token };
}

/** Starts the server on a folder and waits until it listens. Killed at the end if it still runs. */
export async function startOn(
  { afterwards }: Findings,
  folder: string,
  { program, user }: { program?: string; user?: number } = {},
): Promise<ChildServer> {
  const server = await startServer({ ...fromSource(program), folder, ...(user === undefined ? {} : { user }) });
  afterwards(server.kill);
  return server;
}

/** Starts the server where it should refuse to start. Resolves to its exit code and its output. */
export async function startInVain(folder: string, user: number): Promise<{ code: unknown; output: string }> {
  const server = await launch({ ...fromSource(), folder, user });
  if (server.url === null) return { code: server.by, output: server.output.trim() };
  await server.kill();
  throw new Error('the server started where it should have refused to');
}

export async function readiness(url: URL): Promise<Readiness> {
  const response = await fetch(new URL('/readyz', url));
  return (await response.json()) as Readiness;
}

/** Resolves when the spool is empty, to the ms that it took. */
export async function drained(url: URL): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { spooling, spoolBytes, waiting } = await readiness(url);
    const ms = performance.now() - startedAt;
    if (!spooling && spoolBytes === 0 && waiting === 0) return ms;
    if (ms > DRAINS_WITHIN_MS) throw new Error(`${spoolBytes} bytes are still in the spool after ${Math.round(ms)} ms`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
