import { readFileSync } from 'node:fs';
import { BUDGETS } from './budgets';

/**
 * How many connections may be open at once: in all, of clients that have shown who they are, and of others, which also
 * get what those do not use.
 */
export type ConnectionLimits = { openFiles: number; all: number; known: number; strangers: number };

/** The limits that this process has room for. */
export function connectionLimits(openFiles = openFilesLimit()): ConnectionLimits {
  const { ownFiles, strangerConnections, knownConnections } = BUDGETS;
  const most = Math.floor(Math.max(openFiles - ownFiles, openFiles / 2));
  const all = Math.min(most, knownConnections + strangerConnections);
  const known = all - Math.min(strangerConnections, Math.floor(all / 4));
  return { openFiles, all, known, strangers: Math.min(strangerConnections, all) };
}

/** The limit of open files, which Node.js raises as far as it may. Without one, or where the system does not say, large. */
function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
