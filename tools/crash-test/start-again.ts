import path from 'node:path';
import { type ChildServer, launch } from '../harness/child-server';
import type { ServerBuild } from '../harness/server-build';
import { closeHolders } from './live-and-die';
import type { Kill } from './points';

export const PRELOAD = path.join(import.meta.dirname, 'kill-at.mjs');

/** A server that ended before it listened. */
export class NotStarted extends Error {}

/** Starts the next server on a folder. @throws NotStarted */
export async function startAgain({ main }: ServerBuild, folder: string): Promise<ChildServer> {
  const begun = await launch({ program: main, folder, preload: PRELOAD });
  if (begun.url === null)
    throw new NotStarted(`the server did not start again: it ended with ${begun.by} and printed "${begun.output}"`);
  closeHolders();
  return begun;
}

/** Starts a server that shall die at a point before it listens. Resolves to whether it did. */
export async function dieAtStart({ when, occurrence }: Kill, { main }: ServerBuild, folder: string): Promise<boolean> {
  const environment = { HEATLAMP_KILL_AT: `${when} ${occurrence}` };
  const begun = await launch({ program: main, folder, preload: PRELOAD, environment });
  if (begun.url !== null) await begun.kill();
  return begun.url === null && begun.by === 'SIGKILL';
}
