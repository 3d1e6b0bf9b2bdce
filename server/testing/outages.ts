import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '../core';
import { isOnPostgresql } from './data-folder';

// PostgreSQL on a crowded machine may be taken for away, and is back by itself.

/** Longer than the projection waits before it reads an inbox again that it could not read. */
const SOON_MS = 12_000;
const LOGGED =
  /^the database cannot be written: deliveries stay|(?:could not be (?:read|stored|committed)|be projected): retrying$/;

/** Resolves when every delivery is committed that can be committed soon. */
export async function committedSoon({ queue }: Pick<Core, 'queue'>): Promise<void> {
  const until = performance.now() + SOON_MS;
  while (!(await queue.committed()) && isOnPostgresql() && performance.now() < until) await wait(50);
}

/** Whether a warning is about such an outage, which no test is about that looks at warnings. */
export const isOfOutage = (message: string) => isOnPostgresql() && LOGGED.test(message);
