import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { createSettings, type Settings } from '../domain/settings-in-force';
import { type AuditLog, createAuditLog } from './audit/audit-log';
import { type Backups, createBackups } from './backup/backups';
import { type Boards, loadBoards } from './board/boards';
import type { BoardQueue } from './board/stages';
import { createUsualWaits, type UsualWaits } from './board/usual-wait';
import type { Config } from './config';
import { startClock } from './heartbeat/clock';
import { type Heartbeat, listenedUntil, startHeartbeat } from './heartbeat/heartbeat';
import { type Admission, createAdmission } from './http/admission';
import { createPairingBudget } from './http/budgets';
import { type Counters, createCounters } from './intake/counters';
import { type FileInbox, type Inbox, openInbox } from './intake/inbox';
import { localConnection } from './intake/local-connection';
import { reportMissing } from './intake/missing-deliveries';
import { importOldSpool } from './intake/old-spool';
import { openTableInbox } from './intake/table-inbox';
import { createWriteQueue } from './intake/write-queue';
import type { Log } from './log';
import { loadPeople, type People } from './people/people';
import { hasSessionSecret, sessionSecret } from './people/session-secret';
import { createSetUpLink, type SetUpLink } from './people/set-up-link';
import { createTestCourses, type TestCourses } from './practice/test-courses';
import { scheduleCheckpoints } from './reader/checkpoints';
import type { Reader } from './reader/queries';
import { scheduleReadAhead } from './reader/read-ahead';
import { openReader } from './reader/reader';
import { type CodeTries, createCodeTries } from './screens/code-tries';
import { storeLastSeen } from './screens/last-seen';
import { loadPairings, type Pairing } from './screens/pairings';
import { createPresence, type Presence } from './screens/presence';
import { loadScreens, type Screen } from './screens/screens';
import { sealSecrets } from './secrets/seal-secrets';
import { createSecretBox, type SecretBox, UnknownKey } from './secrets/secret-box';
import { loadSettings } from './settings/load-settings';
import { AFTER_DAMAGE, describeDamage, isDamage } from './storage/damage';
import type { Sql } from './storage/database';
import { NO_FILES, watchDatabaseFiles } from './storage/database-files';
import { shortOf } from './storage/failure';
import { openInboxTable } from './storage/inbox-table';
import { acquireLock, isBusy, LockedElsewhere } from './storage/lock';
import { migrateDatabase, openDatabase } from './storage/open-database';
import { nameOf } from './storage/postgresql';
import { AlreadyLocked, createPostgresqlLock, type PostgresqlLock, takeAtStart } from './storage/postgresql-lock';
import { finishInterruptedRestore } from './storage/replace-file';
import { createRefusals, type Refusals } from './webhooks/refusals';
import type { Subscription } from './webhooks/subscription';
import { loadSubscriptions } from './webhooks/subscriptions';
import { translate } from './webhooks/translate';

/** Heatlamp cannot run on a data folder. The message says what is wrong, why, and what to do. */
export class CannotStart extends Error {}

export type CoreDeps = {
  config: Config;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  log: Log;
};

/** The parts of a server on one data folder, which only this process uses. */
export type Core = CoreDeps & {
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
  audit: AuditLog;
  testCourses: TestCourses;
  setUpLink: SetUpLink;
  /** Requests that were refused since the start. */
  refusals: Refusals;
  /** Shares out connections, requests and memory. */
  admission: Admission;
  subscriptions: () => ReadonlyMap<string, Subscription>;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Devices that show a code, by the hash of their token, the oldest first. A new one is added after its commit. */
  pairings: () => Map<string, Pairing>;
  codeTries: CodeTries;
  /** Whether an address may ask for a code now. */
  takePairingStart: (address: string) => boolean;
  people: () => People;
  /** Signs the session cookies of managers. Never logged. */
  sessionSecret: string;
  /** Encrypts secrets before they are stored. */
  secretBox: SecretBox;
  /**
   * Reads subscriptions, screens, people and settings again, in the transaction that changed them. Call the result
   * after the commit.
   */
  reload: (sql: Sql) => Promise<() => void>;
  /** Calls back after every reload. Call the result to stop. */
  onReload: (listener: () => void) => () => void;
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
  const lock = await openDatabaseLock(config);
  opened.push(lock.release);
  const ended = await finishInterruptedRestore(config.databaseFile);
  if (ended) log.warn({ database: ended }, 'a restore was interrupted: Heatlamp continues with this database');
  refuseLostDatabase(config);
  const applied = await migrateDatabase(config).catch((error: unknown) => {
    if (isDamage(error)) throw error;
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  });
  if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date');

  const database = openDatabase(config);
  opened.push(() => database.$disconnect());
  if (config.databaseUrl === null) await reportMissing(database, local, deps);
  const settings = createSettings(await loadSettings(database));
  const secretBox = createSecretBox(config.secretsKey, config.oldSecretsKey);
  const sealAll = () => sealSecrets(database, secretBox, { isSqlite: config.databaseUrl === null, log });
  await sealAll().catch(refuseUnknownKey);
  let subscriptions = await loadSubscriptions(database, secretBox);
  let screens = await loadScreens(database);
  let pairings = await loadPairings(database);
  let people = await loadPeople(database);
  const secret = await sessionSecret(config.dataDir).catch((error: unknown) => {
    throw new CannotStart(
      `the session-secret in ${config.dataDir} cannot be read (${codeOf(error)}): make it readable`,
    );
  });
  const boardDeps = { settings, now, newEpoch: deps.newEpoch, log };
  const boards = await loadBoards(database, { ...boardDeps, defaultTimeZone: config.timeZone });
  const inbox = config.databaseUrl === null ? local : await tableInbox(config.databaseUrl, local);
  if (inbox !== local) opened.push(inbox.close);
  await importOldSpool(config.oldSpoolDir, inbox, translate, log);
  const files = config.databaseUrl === null ? watchDatabaseFiles(config.databaseFile) : NO_FILES;
  const reader = openReader(config, log, files.problem);
  opened.push(reader.close);
  const counters = createCounters();
  const connection =
    config.databaseUrl === null
      ? localConnection(database, files, reader)
      : {
          ...{ isLocal: false, isCut: () => !lock.isHeld(), problem: () => null },
          async recover() {
            await lock.take();
            const applyConfig = await reload(database);
            const applyBoards = await boards.reload(database, settings);
            applyConfig();
            applyBoards();
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
    listenedUntil: await listenedUntil(database),
  });
  opened.push(() => heartbeat.end(now()));
  opened.push(storeLastSeen(queue, () => screens));
  const audit = createAuditLog({ queue, now, log });
  opened.push(audit.close);
  const usualWaits = createUsualWaits({ reader, boards, now, log });
  opened.push(usualWaits.close);
  opened.push(scheduleReadAhead({ reader, log }));
  if (config.databaseUrl === null) opened.push(scheduleCheckpoints({ reader, queue, log }));
  const listeners = new Set<() => void>();
  const reload = async (sql: Sql) => {
    const next = {
      subscriptions: await loadSubscriptions(sql, secretBox),
      screens: await loadScreens(sql),
      pairings: await loadPairings(sql),
      people: await loadPeople(sql),
    };
    const rows = await loadSettings(sql);
    return () => {
      for (const [hash, screen] of next.screens) screen.lastSeenAt = screens.get(hash)?.lastSeenAt ?? screen.lastSeenAt;
      subscriptions = next.subscriptions;
      screens = next.screens;
      pairings = next.pairings;
      people = next.people;
      settings.replace(rows);
      for (const listener of listeners) listener();
    };
  };
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
    queue,
    boards,
    settings,
    reader,
    usualWaits,
    backups,
    heartbeat,
    presence: createPresence(),
    counters,
    audit,
    testCourses: createTestCourses({ posOffsetMs: (branch) => boards.branch(branch)?.posOffsetMs ?? 0, now }),
    setUpLink: createSetUpLink(() => people),
    refusals: createRefusals(now()),
    admission: createAdmission({ config, log, monotonicNow: () => performance.now() }),
    subscriptions: () => subscriptions,
    screens: () => screens,
    pairings: () => pairings,
    codeTries: createCodeTries(),
    takePairingStart: createPairingBudget(() => performance.now()),
    people: () => people,
    sessionSecret: secret,
    secretBox,
    reload,
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

function tableInbox(databaseUrl: string, local: Inbox): Promise<Inbox> {
  return openTableInbox(openInboxTable(databaseUrl), local, translate);
}

/** The inbox in the data folder, which no other process can open until it is closed. @throws CannotStart */
function localInbox({ inboxFile, dataDir }: Config): FileInbox {
  let inbox: FileInbox | null = null;
  try {
    inbox = openInbox(inboxFile, translate);
    inbox.claim();
    return inbox;
  } catch (error) {
    inbox?.close();
    if (error instanceof LockedElsewhere || isBusy(error)) throw new CannotStart(runsElsewhere(dataDir));
    throw new CannotStart(
      `the inbox ${inboxFile} cannot be opened (${codeOf(error)}): make it writable, or keep a copy and move it away if it is damaged`,
    );
  }
}

/** A start would silently make an empty database where there was one before. @throws CannotStart */
function refuseLostDatabase({ databaseUrl, databaseFile, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(databaseFile) || !hasSessionSecret(dataDir)) return;
  throw new CannotStart(
    `${databaseFile} is missing, and Heatlamp has run with this folder before. Put the database back, or restore a backup: npm run -s heatlamp -- restore FILE. To begin with an empty database, delete the session-secret in ${dataDir} as well`,
  );
}

/** @throws CannotStart */
function refuseUnknownKey(error: unknown): never {
  if (!(error instanceof UnknownKey)) throw error;
  throw new CannotStart(
    'the secrets in the database are encrypted, and not with this SECRETS_KEY: set SECRETS_KEY to the key that was in use, or to a new one with the key that was in use as SECRETS_KEY_OLD',
  );
}

/** Ensures that no other server writes to a PostgreSQL database. @throws CannotStart */
async function openDatabaseLock({ databaseUrl }: Config): Promise<Pick<PostgresqlLock, 'isHeld' | 'take' | 'release'>> {
  if (databaseUrl === null) return { isHeld: () => true, take: async () => {}, release: async () => {} };
  const lock = createPostgresqlLock(databaseUrl);
  await takeAtStart(lock).catch((error: unknown) => {
    if (error instanceof AlreadyLocked)
      throw new CannotStart(`${error.message}: stop it, or set DATABASE_URL to another database`);
    throw new CannotStart(
      `${nameOf(databaseUrl)} cannot be reached (${shortOf(error)}): start PostgreSQL, or correct DATABASE_URL`,
    );
  });
  return lock;
}

/** The version of Node-API that better-sqlite3 is built for. */
const DRIVER_NODE_API = 10;

/** Locks a data folder for this process. Call the result to unlock. @throws CannotStart */
export async function lockFolder({ dataDir, lockFile }: Config): Promise<() => void> {
  // An older Node would end with a segmentation fault.
  if (Number(process.versions['napi']) < DRIVER_NODE_API)
    throw new CannotStart(`Node ${process.versions.node} is too old for the database: install Node 22.14 or newer`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStart(
      `the data folder ${dataDir} cannot be written (${codeOf(error)}): make it writable, or set DATA_DIR to another`,
    );
  }
  try {
    return acquireLock(lockFile);
  } catch (error) {
    if (error instanceof LockedElsewhere) {
      throw new CannotStart(runsElsewhere(dataDir));
    }
    throw new CannotStart(
      `${lockFile} cannot be opened (${codeOf(error)}): make it writable, or set DATA_DIR to another folder`,
    );
  }
}

const runsElsewhere = (dataDir: string) =>
  `another Heatlamp runs on ${dataDir}: stop it, or set DATA_DIR to another folder`;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
