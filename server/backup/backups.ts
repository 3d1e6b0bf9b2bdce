import { setTimeout as wait } from 'node:timers/promises';
import { counted } from '../../lib/counted';
import type { BoardQueue } from '../board/stages';
import type { UsualWaits } from '../board/usual-wait';
import type { Config } from '../config';
import type { Log } from '../log';
import { createCopies, type Progress } from '../storage/copies';
import { shortOf } from '../storage/failure';
import { copyOpenDatabase } from '../storage/open-database';
import { replacementAt } from '../storage/replace-file';
import { UserError } from '../user-error';
import { backUp, type Copied, removeWithLog } from './backup-file';
import { stageBackup } from './stage-backup';
import { refuseOtherFile, type SwapDeps, swapDatabase } from './swap-database';

/** A restore. `kept` is the file of the previous database, null if there was none. */
export type Restored = Copied & {
  kept: string | null;
  /** Deliveries that only the previous database has; null if they could not be counted. */
  onlyInKept: number | null;
};

type OnProgress = (progress: Progress) => void;

/** Makes and restores copies of the database, one at a time. */
export type Backups = {
  /** Contains everything that was acknowledged before the call. @throws UserError */
  backup: (file: string, onProgress?: OnProgress) => Promise<Copied>;
  /**
   * Replaces the database with a backup while the server runs. Deliveries stay in the inbox meanwhile, and are projected into
   * the restored database. Screens load their board again. @throws UserError; nothing has changed then
   */
  restore: (file: string, onProgress?: OnProgress) => Promise<Restored>;
  close: () => Promise<void>;
};

export type BackupsDeps = SwapDeps & {
  config: Config;
  usualWaits: UsualWaits;
  newEpoch: () => string;
  log: Log;
};

/** Time limit for projecting the inbox. */
const PROJECTS_WITHIN_MS = 10_000;
const POLL_MS = 20;
const ignoreProgress = () => {};

/** PostgreSQL has its own programs for backups. @throws UserError if the data is there */
export function refuseWithPostgresql({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (databaseUrl !== null)
    throw new UserError(
      'The data is in PostgreSQL: back it up with pg_dump, and restore it with pg_restore while Heatlamp is stopped. ' +
        'Nothing was done.',
    );
}

/** Why a backup would not have every answered delivery, and what to do. */
export function whyIncomplete(
  { isAway, inboxDeliveries }: Pick<ReturnType<BoardQueue['state']>, 'isAway' | 'inboxDeliveries'>,
  { inboxFile }: Pick<Config, 'inboxFile'>,
): string {
  return isAway
    ? `the database cannot be written, and ${counted(inboxDeliveries, 'delivery waits', 'deliveries wait')} in ${inboxFile}: a backup would not contain them. Run doctor, and try again.`
    : `the database does not have ${counted(inboxDeliveries, 'delivery', 'deliveries')} in ${inboxFile} yet: a backup would not contain them. Wait a moment, and try again; if that does not help, run doctor.`;
}

export function createBackups(deps: BackupsDeps): Backups {
  const { config, database, queue, usualWaits, files, log } = deps;
  const copies = createCopies();
  let running: Promise<unknown> | null = null;
  let isClosing = false;

  async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    refuseWithPostgresql(config);
    if (running) throw new UserError('another backup or restore is running: wait until it is done');
    const begun = work();
    running = begun;
    try {
      return await begun;
    } finally {
      running = null;
    }
  }

  /** Waits until the inbox is projected. Resolves to whether everything acknowledged is in the database. */
  async function isProjected(): Promise<boolean> {
    const deadline = performance.now() + PROJECTS_WITHIN_MS;
    for (;;) {
      if (await queue.committed()) return true;
      if (isClosing || performance.now() > deadline) return false;
      await wait(POLL_MS);
    }
  }

  /** Without the deliveries in the inbox, which stay there until they are in a restored database. */
  async function backupOpen(file: string, onProgress: OnProgress): Promise<Copied> {
    const open = `${file}.open`;
    try {
      await copyOpenDatabase(database, open);
      return await backUp(copies, open, file, onProgress);
    } finally {
      await removeWithLog(open);
    }
  }

  async function backup(file: string, onProgress: OnProgress = ignoreProgress): Promise<Copied> {
    if (files.problem() !== null) return backupOpen(file, onProgress);
    if (!(await isProjected())) throw new UserError(whyIncomplete(queue.state(), config));
    return backUp(copies, config.databaseFile, file, onProgress);
  }

  async function restore(file: string, onProgress: OnProgress = ignoreProgress): Promise<Restored> {
    refuseOtherFile(files, config.databaseFile);
    const swap = replacementAt(config.databaseFile, deps.now());
    const staged = await stageBackup(copies, file, swap, deps, onProgress);
    await swapDatabase(deps, swap);
    log.info({ file, kept: swap.kept, deliveries: staged.deliveries }, 'a backup was restored');
    await isProjected();
    void usualWaits.refresh();
    const onlyInKept = await copies
      .run({ name: 'compare', from: swap.kept, to: config.databaseFile })
      .catch((error: unknown) => {
        log.warn({ error: shortOf(error) }, 'the deliveries that only the replaced database has could not be counted');
        return null;
      });
    return { ...staged, kept: swap.kept, onlyInKept };
  }

  return {
    backup: (file, onProgress) => oneAtATime(() => backup(file, onProgress)),
    restore: (file, onProgress) => oneAtATime(() => restore(file, onProgress)),
    async close() {
      isClosing = true;
      await copies.close();
      await running?.catch(() => {});
    },
  };
}
