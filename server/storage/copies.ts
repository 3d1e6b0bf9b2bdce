import type { Worker } from 'node:worker_threads';
import { UserError } from '../user-error';
import type { Contents } from './copy-database';
import { startThread } from './thread';

/**
 * A job of the copy thread: `backup` makes a verified copy of the live database, `stage` a copy of a backup that this
 * version can use, `compare` counts the deliveries of `from` that `to` does not have.
 */
export type CopyJob = { name: 'backup' | 'stage' | 'compare'; from: string; to: string };
export type CopyResult = { backup: Contents; stage: Contents; compare: number };

/** Bytes. */
export type Progress = { done: number; of: number };

export type CopyMessage =
  | { progress: Progress }
  | { result: unknown }
  | { failed: { message: string; isRefusal: boolean; code: string | null } };

const PROGRAM = {
  bundled: new URL('./copy-worker.mjs', import.meta.url),
  source: new URL('./copy-worker.ts', import.meta.url),
};

/** Runs copy jobs in a thread, because they take up to minutes and better-sqlite3 blocks its thread. */
export function createCopies() {
  const threads = new Set<Worker>();
  let isClosed = false;
  const stopped = () => new UserError('Heatlamp was stopped before the copy was complete.');
  return {
    /** @throws UserError, or Error */
    run<Name extends CopyJob['name']>(
      job: CopyJob & { name: Name },
      onProgress: (progress: Progress) => void = () => {},
    ): Promise<CopyResult[Name]> {
      return new Promise((done, failed) => {
        if (isClosed) return failed(stopped());
        const thread = startThread(PROGRAM, job);
        threads.add(thread);
        thread.on('message', (message: CopyMessage) => {
          if ('progress' in message) return onProgress(message.progress);
          if ('result' in message) return done(message.result as CopyResult[Name]);
          failed(asError(message.failed));
        });
        thread.on('error', failed);
        thread.on('exit', () => {
          threads.delete(thread);
          failed(stopped());
        });
      });
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function asError({ message, isRefusal, code }: { message: string; isRefusal: boolean; code: string | null }): Error {
  if (isRefusal) return new UserError(message);
  return Object.assign(new Error(message), code === null ? {} : { code });
}
