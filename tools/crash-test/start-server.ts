import path from 'node:path';
import { type ChildServer, launch } from '../harness/child-server';
import type { ServerBuild } from '../harness/server-build';
import type { Kill } from './kills';
import { closeLockConnections } from './run-until-killed';

const PRELOAD = path.join(import.meta.dirname, 'kill-at.mjs');

/** The server ended before it listened. */
export class StartFailed extends Error {}

/** Starts a server on a folder. @throws StartFailed */
export async function startServer(
  { main }: ServerBuild,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildServer> {
  const started = await launch({ program: main, folder, preload: PRELOAD, environment });
  if (started.url === null)
    throw new StartFailed(`the server did not start: it ended with ${started.by} and printed "${started.output}"`);
  closeLockConnections();
  return started;
}

/**
 * Starts a server that should die at a point before it listens, or a command of the command line that should die. Resolves
 * to whether it did.
 */
export async function killAtStart(
  { moment, occurrence }: Kill,
  { main }: ServerBuild,
  folder: string,
  command: readonly string[] = [],
): Promise<boolean> {
  const environment = { HEATLAMP_KILL_AT: `${moment} ${occurrence}` };
  const program = command.length > 0 ? path.join(path.dirname(main), 'heatlamp.mjs') : main;
  const started = await launch({ program, args: command, folder, preload: PRELOAD, environment });
  if (started.url !== null) await started.kill();
  return started.url === null && started.by === 'SIGKILL';
}
