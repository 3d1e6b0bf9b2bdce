import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Where a thread's program is, beside who starts it: as bundled, and as it is written. */
export type Program = { bundled: URL; source: URL };

/** In development and tests a thread has to be taught TypeScript by itself: tsx's hooks do not reach into it. */
const fromSource = ({ href }: URL) =>
  `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(href)})));`;

/** Starts a thread of its own for a program. */
export function startThread({ bundled, source }: Program, workerData: unknown): Worker {
  return existsSync(source)
    ? new Worker(fromSource(source), { workerData, eval: true })
    : new Worker(bundled, { workerData });
}
