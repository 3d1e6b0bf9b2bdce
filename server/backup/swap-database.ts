import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createSettings } from '../../domain/settings-in-force';
import type { Boards } from '../board/boards';
import type { BoardQueue } from '../board/stages';
import { type Heartbeat, listenedUntil } from '../heartbeat/heartbeat';
import type { FileReader } from '../reader/reader';
import { loadSettings } from '../settings/load-settings';
import type { Database, Sql } from '../storage/database';
import type { DatabaseFiles } from '../storage/database-files';
import { shortOf } from '../storage/failure';
import { copyOpenDatabase } from '../storage/open-database';
import { type Replacement, replaceLive, restorePrevious, truncateLog } from '../storage/replace-file';
import { UserError } from '../user-error';
import { removeWithLog, toUserError } from './backup-file';

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
  const refuse = async (error: unknown) => {
    await rm(swap.ready, { force: true });
    throw error;
  };
  const resumeQueue = await deps.queue.pauseDatabase().catch(refuse);
  const replacedAt = deps.now();
  const resumeReader = await deps.reader.pause();
  const isDeleted = await keepDeleted(deps, swap).catch((error: unknown) => {
    resumeReader();
    resumeQueue();
    return refuse(error);
  });
  try {
    await database.$disconnect();
    // What the log has is in the copy that was kept.
    if (isDeleted) await rm(`${swap.live}-wal`, { force: true });
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

/** @throws UserError if another file is in the place of the database: a restore would keep it as the previous one */
export function refuseOtherFile(files: DatabaseFiles, live: string): void {
  const problem = files.problem();
  if (problem !== null && existsSync(live))
    throw new UserError(
      `${problem}: move it away from ${live} without stopping Heatlamp, and restore again. Nothing was changed.`,
    );
}

/**
 * Copies the open database if its file was moved or deleted, because what was written to it may be gone once it is closed.
 * Resolves to whether it did. @throws UserError
 */
async function keepDeleted({ database, files }: SwapDeps, { live, kept }: Replacement): Promise<boolean> {
  refuseOtherFile(files, live);
  if (files.problem() === null) return false;
  try {
    await copyOpenDatabase(database, kept);
    if (existsSync(live)) throw new UserError(`${live} was put back meanwhile: restore again. Nothing was changed.`);
    return true;
  } catch (error) {
    await removeWithLog(kept);
    throw toUserError(error, path.dirname(kept));
  }
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
