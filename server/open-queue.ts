import { type Boards, loadBoards } from './board/boards';
import type { BoardDeps, BoardQueue } from './board/stages';
import { localConnection } from './intake/database-outage';
import { type Counters, createCounters } from './intake/delivery';
import type { Inbox } from './intake/inbox';
import { openTableInbox } from './intake/table-inbox';
import { createWriteQueue } from './intake/write-queue';
import { followTimeline } from './nodes/timeline';
import type { CoreDeps, OpenData, Opened } from './open-data';
import type { Reader } from './reader/queries';
import { openReader } from './reader/reader';
import { epochOn, RENEW_EPOCHS } from './sql/node-statements';
import type { Sql } from './storage/database';
import { NO_FILE, watchDatabaseFile } from './storage/database-file';
import { openInboxTable } from './storage/inbox-file';
import { translate } from './webhooks/translate';

export type OpenQueue = {
  boards: Boards;
  inbox: Inbox;
  reader: Reader;
  counters: Counters;
  queue: BoardQueue;
  /** Brings all of memory to what other nodes have committed. */
  catchUp: (sql: Sql) => Promise<void>;
};

/** Loads the boards, and projects what the inbox has received before. */
export async function openQueue(deps: CoreDeps & BoardDeps, data: OpenData, opened: Opened): Promise<OpenQueue> {
  const { config, log, settings } = deps;
  const { database, configuration, node } = data;
  // Before anything else is read.
  const timeline = node === null ? null : await followTimeline(database);
  const known = () => timeline?.known() ?? null;
  // A standby may have taken over while no node ran.
  if (known() !== null) await database.$executeRawUnsafe(RENEW_EPOCHS, known());
  const boards = await loadBoards(database, {
    ...deps,
    newEpoch: () => epochOn(known(), deps.newEpoch()),
    defaultTimeZone: config.timeZone,
    followConfig: () => configuration.follow(database),
    timeline: known,
  });
  const inbox = await openInbox(deps, data, opened);
  const file = config.databaseUrl === null ? watchDatabaseFile(config.databaseFile) : NO_FILE;
  const reader = openReader(config, log, file.problem);
  opened.push(reader.close);
  const counters = createCounters();

  async function catchUp(sql: Sql): Promise<void> {
    // Revisions cannot tell: after a standby took over, others may have made as many commits as were lost.
    const isNew = await timeline?.reloadIfNew(async (now) => {
      // Outside of the transaction, which may yet fail.
      await database.$executeRawUnsafe(RENEW_EPOCHS, now);
      (await configuration.reload(database))();
      (await boards.reload(database, settings))();
    });
    if (isNew) return;
    await configuration.follow(sql);
    await boards.follow(sql, null);
  }

  const connection =
    node === null
      ? localConnection(file)
      : { isLocal: false, isCut: () => false, problem: () => null, recover: () => catchUp(database) };
  const queue = createWriteQueue({ ...deps, database, boards, inbox, counters, connection });
  opened.push(queue.close);
  await queue.projectAll();
  return { boards, inbox, reader, counters, queue, catchUp };
}

/** The inbox of this server. */
async function openInbox({ config }: CoreDeps, { local, node }: OpenData, opened: Opened): Promise<Inbox> {
  const inbox =
    config.databaseUrl === null || node === null
      ? local
      : await openTableInbox(openInboxTable(config.databaseUrl, node), local, translate);
  if (inbox !== local) opened.push(inbox.close);
  return inbox;
}
