import { rm } from 'node:fs/promises';
import { createSettings } from '../../domain/settings-in-force';
import type { Boards } from '../board/boards';
import type { BoardQueue } from '../board/stages';
import { type Heartbeat, listenedUntil } from '../heartbeat/heartbeat';
import type { FileReader } from '../reader/reader';
import { loadSettings } from '../settings/load-settings';
import type { Database, Sql } from '../storage/database';
import type { DatabaseFiles } from '../storage/database-files';
import { shortOf } from '../storage/failure';
import { type Replacement, replaceLive, restorePrevious, truncateLog } from '../storage/replace-file';
import { UserError } from '../user-error';

export type SwapDeps = {
  database: Database;
  queue: BoardQueue;
  reader: FileReader;
  boards: Boards;
  heartbeat: Heartbeat;
  /** Reads subscriptions, screens, people and settings. Call the result to use them. */
  reload: (sql: Sql) => Promise<() => void>;
  files: DatabaseFiles;
  /** Server time, epoch ms. */
  now: () => number;
};

/**
 * Replaces the database of a running server: swaps the files while neither is open, and reloads memory before writes and
 * queries resume. If the new one cannot be used, the previous one is in use again. @throws UserError
 */
export async function swapDatabase(deps: SwapDeps, swap: Replacement): Promise<void> {
  const { database, files } = deps;
  const resumeQueue = await deps.queue.pauseDatabase().catch(async (error: unknown) => {
    await rm(swap.ready, { force: true });
    throw error;
  });
  const replacedAt = deps.now();
  const resumeReader = await deps.reader.pause();
  try {
    await database.$disconnect();
    truncateLog(swap.live);
    await replaceLive(swap);
    (await reloadMemory(deps, replacedAt))();
    files.remember();
  } catch (error) {
    await database.$disconnect();
    // If this fails too, the queue stays paused: deliveries stay in the inbox, and the next start finishes the restore.
    await restorePrevious(swap);
    await database.$connect().then(files.remember, () => {});
    resumeQueue();
    if (error instanceof UserError) throw error;
    throw new UserError(
      `the restored database could not be used (${shortOf(error)}): the previous database is in use again`,
    );
  } finally {
    resumeReader();
  }
  resumeQueue();
}

/** Reads what memory has of the database. Call the result to use it. */
async function reloadMemory({ database, boards, heartbeat, reload }: SwapDeps, replacedAt: number) {
  const settings = createSettings(await loadSettings(database));
  const applyBoards = await boards.reload(database, settings);
  const applyConfig = await reload(database);
  const lastListenedAt = await listenedUntil(database);
  return () => {
    applyConfig();
    applyBoards();
    heartbeat.replaced(lastListenedAt, replacedAt);
  };
}
