import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { counted } from '../../lib/text';
import type { BoardQueue } from '../board/stages';
import type { Config } from '../config';
import { createCopies, type Progress } from '../storage/copies';
import { shortOf } from '../storage/failure';
import { UserError } from '../user-error';
import { backUp, type Copied } from './backup-file';

/** The last backup that was completed, and that the command line saw. */
type LastBackup = {
  file: string;
  /** When it was begun: server time, epoch ms. */
  at: number;
};

type OnProgress = (progress: Progress) => void;

/** Makes copies of the database, one at a time. */
export type Backups = {
  /** Contains everything that was acknowledged before the call. @throws UserError */
  backup: (file: string, onProgress?: OnProgress) => Promise<Copied>;
  close: () => Promise<void>;
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

export function createBackups({ config, queue }: { config: Config; queue: BoardQueue }): Backups {
  const copies = createCopies();
  let running: Promise<unknown> | null = null;
  let isClosing = false;

  /** Waits until the inbox is projected. Resolves to whether everything acknowledged is in the database. */
  async function isProjected(): Promise<boolean> {
    const deadline = performance.now() + PROJECTS_WITHIN_MS;
    for (;;) {
      if (await queue.committed()) return true;
      if (isClosing || performance.now() > deadline) return false;
      await wait(POLL_MS);
    }
  }

  async function copy(file: string, onProgress: OnProgress): Promise<Copied> {
    const { problem } = queue.state();
    if (problem !== null) throw new UserError(`${problem}. Nothing was copied: run doctor.`);
    if (!(await isProjected())) throw new UserError(whyIncomplete(queue.state(), config));
    return backUp(copies, config.databaseFile, file, onProgress);
  }

  return {
    async backup(file, onProgress = ignoreProgress) {
      refuseWithPostgresql(config);
      if (running) throw new UserError('another backup is running: wait until it is done');
      const begun = copy(file, onProgress);
      running = begun;
      try {
        return await begun;
      } finally {
        running = null;
      }
    },
    async close() {
      isClosing = true;
      await copies.close();
      await running?.catch(() => {});
    },
  };
}

/** In the data folder and not in the database, because a restore brings back an earlier database. */
const fileIn = (dataDir: string) => path.join(dataDir, 'last-backup.json');

/** @throws UserError if the data folder cannot be written */
export async function noteBackup(dataDir: string, { file, at }: LastBackup): Promise<void> {
  const note = fileIn(dataDir);
  // Written beside it first, because a full disk or a crash would leave an empty file.
  const part = `${note}.part`;
  try {
    await writeFile(part, `${JSON.stringify({ file, at })}\n`, { mode: 0o600, flush: true });
    await rename(part, note);
  } catch (error) {
    throw new UserError(`${file} is complete, but doctor will not know of it: ${shortOf(error)}`);
  }
}

/** Null if there was none, or if its note cannot be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as LastBackup;
  } catch {
    return null;
  }
}
