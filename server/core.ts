import { randomInt } from 'node:crypto';
import { createSettings, type Settings } from '../domain/settings-in-force';
import { type AuditLog, createAuditLog } from './audit/audit-log';
import { type Backups, createBackups } from './backup/backups';
import { type Boards, loadBoards } from './board/boards';
import { practicePlace } from './board/practice-place';
import type { BoardQueue } from './board/stages';
import { createUsualWaits, type UsualWaits } from './board/usual-wait';
import { CannotStart } from './cannot-start';
import { joinNodes, localInbox, lockFolder } from './claim-folder';
import type { Config } from './config';
import { type Configuration, loadConfiguration } from './configuration';
import { startClock } from './heartbeat/clock';
import { type Heartbeat, listenedUntil, startHeartbeat } from './heartbeat/heartbeat';
import { type Admission, createAdmission } from './http/admission';
import { createPairingBudget } from './http/budgets';
import { type Counters, createCounters } from './intake/counters';
import { localConnection } from './intake/local-connection';
import { importOldSpool } from './intake/old-spool';
import { openTableInbox } from './intake/table-inbox';
import { createWriteQueue } from './intake/write-queue';
import type { Log } from './log';
import { type Follower, NOBODY_TO_FOLLOW, startFollower } from './nodes/follower';
import { createSetUpLink, type SetUpLink } from './people/set-up-link';
import { createPractices, type Practices } from './practice/practices';
import { prepareDatabase } from './prepare-database';
import { createRetention, type Retention } from './privacy/retention';
import { scrub } from './privacy/scrub';
import { scheduleCheckpoints } from './reader/checkpoints';
import type { Reader } from './reader/queries';
import { scheduleReadAhead } from './reader/read-ahead';
import { openReader } from './reader/reader';
import { type CodeTries, createCodeTries } from './screens/code-tries';
import { storeLastSeen } from './screens/last-seen';
import { createPresence, type Presence } from './screens/presence';
import type { SecretBox } from './secrets/secret-box';
import { loadSettings } from './settings/load-settings';
import { AFTER_DAMAGE, describeDamage, isDamage } from './storage/damage';
import { NO_FILES, watchDatabaseFiles } from './storage/database-files';
import { shortOf } from './storage/failure';
import { openInboxTable } from './storage/inbox-table';
import { openRateLimits, type RateLimits } from './storage/rate-limits';
import { createRefusals, type Refusals } from './webhooks/refusals';
import { translate } from './webhooks/translate';

export type CoreDeps = {
  config: Config;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  log: Log;
};

/** The parts of a server on one data folder, which only this process uses. */
export type Core = CoreDeps &
  Configuration & {
    queue: BoardQueue;
    boards: Boards;
    settings: Settings;
    reader: Reader;
    usualWaits: UsualWaits;
    backups: Backups;
    /** Begins when the server listens. */
    heartbeat: Heartbeat;
    /** The screens that are connected now. */
    presence: Presence;
    counters: Counters;
    /** Erases names and bodies that are past their limits. */
    retention: Retention;
    audit: AuditLog;
    practices: Practices;
    setUpLink: SetUpLink;
    /** Requests that were refused since the start. */
    refusals: Refusals;
    /** Shares out connections, requests and memory. */
    admission: Admission;
    codeTries: CodeTries;
    rateLimits: RateLimits;
    /** Whether an address may ask for a code now. */
    takePairingStart: (address: string) => boolean;
    /** Signs the session cookies of managers. Never logged. */
    sessionSecret: string;
    follower: Follower;
    /** The number of this node where several may use the database; null: it is the only one. */
    node: number | null;
    /** Encrypts secrets before they are stored. */
    secretBox: SecretBox;
    close: () => Promise<void>;
  };

/**
 * Opens a data folder: locks it, applies migrations, loads the boards, and projects the inbox.
 * @throws CannotStart
 */
export async function openCore(deps: CoreDeps): Promise<Core> {
  const opened: (() => unknown)[] = [await lockFolder(deps.config)];
  const closeAll = async () => {
    let failure: unknown = null;
    for (const close of opened.toReversed())
      try {
        await close();
      } catch (error) {
        failure ??= error;
      }
    if (failure !== null) throw failure;
  };
  try {
    return await openLocked(deps, opened, closeAll);
  } catch (error) {
    await closeAll();
    if (error instanceof CannotStart) throw error;
    const { databaseUrl, databaseFile } = deps.config;
    if (databaseUrl !== null || !isDamage(error)) throw new CannotStart(shortOf(error));
    throw new CannotStart(
      `${databaseFile} is damaged: ${describeDamage(databaseFile)}. Copy the data folder, then ${AFTER_DAMAGE} (${shortOf(error)})`,
    );
  }
}

/** Opens a locked folder. Adds a function to `opened` for everything to close; call them in reverse order. */
async function openLocked(deps: CoreDeps, opened: (() => unknown)[], close: () => Promise<void>): Promise<Core> {
  const { config, log, now } = deps;
  const local = localInbox(config);
  opened.push(local.close);
  const link = await joinNodes(config);
  if (link) opened.push(link.close);
  const { database, secretBox, sessionSecret, sealAll } = await prepareDatabase(deps, { local, link, opened });
  const settings = createSettings(await loadSettings(database));
  /** Any number that no other node has. */
  const node = link && randomInt(1, 2 ** 31 - 1);
  const configuration = await loadConfiguration(database, settings, secretBox, node);
  const { reload } = configuration;
  const boardDeps = { settings, now, newEpoch: deps.newEpoch, node, log };
  const boards = await loadBoards(database, {
    ...boardDeps,
    defaultTimeZone: config.timeZone,
    followConfig: () => configuration.follow(database),
  });
  const inbox =
    config.databaseUrl === null || node === null
      ? local
      : await openTableInbox(openInboxTable(config.databaseUrl, node), local, translate);
  if (inbox !== local) opened.push(inbox.close);
  await importOldSpool(config.oldSpoolDir, inbox, translate, log);
  const files = config.databaseUrl === null ? watchDatabaseFiles(config.databaseFile) : NO_FILES;
  const reader = openReader(config, log, files.problem);
  opened.push(reader.close);
  const counters = createCounters();
  const connection =
    node === null
      ? localConnection(database, files, reader)
      : {
          ...{ isLocal: false, isCut: () => false, problem: () => null },
          async recover() {
            await configuration.follow(database);
            await boards.follow(database, null);
          },
        };
  const queue = createWriteQueue({ ...boardDeps, database, boards, inbox, counters, connection });
  opened.push(queue.close);
  await queue.projectAll();
  opened.push(await startClock({ ...boardDeps, queue, boards }));
  const heartbeat = startHeartbeat({
    ...boardDeps,
    queue,
    boards,
    listenedUntil: link?.hadOthers ? now() : await listenedUntil(database),
  });
  opened.push(() => heartbeat.end(now()));
  opened.push(storeLastSeen(queue, configuration.screens));
  const follower =
    link && node !== null
      ? startFollower({ node, database, queue, boards, configuration, inbox, link, log })
      : NOBODY_TO_FOLLOW;
  opened.push(follower.close);
  const rateLimits = openRateLimits(config.databaseUrl);
  opened.push(rateLimits.close);
  const audit = createAuditLog({ queue, now, log });
  opened.push(audit.close);
  const usualWaits = createUsualWaits({ reader, boards, now, log });
  opened.push(usualWaits.close);
  const retention = createRetention({
    ...boardDeps,
    queue,
    reader,
    scrub: (before) => scrub({ ...deps, inbox, reader }, before),
  });
  opened.push(retention.close);
  opened.push(scheduleReadAhead({ reader, log }));
  if (config.databaseUrl === null) opened.push(scheduleCheckpoints({ reader, queue, log }));
  const backups = createBackups({
    ...boardDeps,
    config,
    database,
    queue,
    reader,
    boards,
    usualWaits,
    heartbeat,
    async reload(sql) {
      // A backup may have been made with another key, or without one.
      await sealAll();
      return reload(sql);
    },
    files,
  });
  opened.push(backups.close);

  return {
    ...deps,
    ...configuration,
    queue,
    boards,
    settings,
    reader,
    usualWaits,
    backups,
    heartbeat,
    retention,
    presence: createPresence(() => performance.now()),
    counters,
    audit,
    practices: createPractices(practicePlace({ ...deps, boards, settings })),
    setUpLink: createSetUpLink(configuration.people),
    refusals: createRefusals(now()),
    admission: createAdmission({ config, log, monotonicNow: () => performance.now() }),
    rateLimits,
    codeTries: createCodeTries(rateLimits),
    takePairingStart: createPairingBudget(() => performance.now()),
    sessionSecret,
    follower,
    node,
    secretBox,
    close,
  };
}
