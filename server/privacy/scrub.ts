import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config';
import type { Inbox } from '../intake/inbox';
import type { Log } from '../log';
import type { Reader } from '../reader/queries';
import { isReserved, reserveLog } from '../storage/database-file';

const MAX_TRIES = 20;
const PAUSE_MS = 250;

export type ScrubDeps = {
  config: Pick<Config, 'databaseUrl' | 'databaseFile' | 'inboxFile'>;
  inbox: Pick<Inbox, 'scrub'>;
  reader: Pick<Reader, 'read'>;
  log: Pick<Log, 'warn'>;
};

/**
 * Removes what files of the data folder still contain after an erasure: rejected deliveries of the inbox that are older
 * than `before`, unused pages, and the write-ahead logs, which have the rows as they were.
 */
export async function scrub({ config, inbox, reader, log }: ScrubDeps, before: number): Promise<void> {
  const reserved = [config.inboxFile, config.databaseFile].filter(isReserved);
  await inbox.scrub(before);
  if (config.databaseUrl === null) await emptyLog(reader, log);
  for (const file of reserved) await reserveLog(file);
}

/** Another connection may read, or be in a commit, for a moment. */
async function emptyLog(reader: ScrubDeps['reader'], log: ScrubDeps['log']): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await reader.read('emptyLog', null)) return;
    await wait(PAUSE_MS);
  }
  log.warn({}, 'the log of the database could not be emptied after an erasure: trying again in an hour');
}
