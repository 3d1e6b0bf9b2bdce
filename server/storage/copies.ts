import { type LoadedNews, type NativeThread, startNativeThread } from '../thread';
import { UserError } from '../user-error';
import type { Contents } from './copy-database';

/**
 * A job of the copy thread: `backup` makes a verified copy of the live database, `stage` a copy of a backup that this
 * version can use, `compare` counts the deliveries of `from` that `to` does not have.
 */
export type CopyJob = { name: 'backup' | 'stage' | 'compare'; from: string; to: string };
type CopyResult = { backup: Contents; stage: Contents; compare: number };

/** Bytes. */
export type Progress = { done: number; of: number };

export type CopyMessage =
  | LoadedNews
  | { progress: Progress }
  | { result: unknown }
  | { failed: { message: string; isRefusal: boolean; code: string | null } };

const PROGRAM = {
  bundled: new URL('./copy-worker.mjs', import.meta.url),
  source: new URL('./copy-worker.ts', import.meta.url),
};

/** Runs copy jobs in a thread, because they take up to minutes and better-sqlite3 blocks its thread. */
export function createCopies() {
  const threads = new Set<NativeThread>();
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
        const thread = startNativeThread(PROGRAM, job);
        threads.add(thread);
        thread.worker.on('message', (message: CopyMessage) => {
          if ('progress' in message) onProgress(message.progress);
          if ('result' in message) done(message.result as CopyResult[Name]);
          if ('failed' in message) failed(asError(message.failed));
        });
        thread.worker.on('error', failed);
        thread.worker.on('exit', () => {
          threads.delete(thread);
          failed(stopped());
        });
      });
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}

function asError({ message, isRefusal, code }: { message: string; isRefusal: boolean; code: string | null }): Error {
  if (isRefusal) return new UserError(message);
  return Object.assign(new Error(message), code === null ? {} : { code });
}
