import { randomBytes } from 'node:crypto';
import { HEARTBEAT_EVERY_MS, isAheadOf } from '../domain/heartbeat';
import { isInFlight } from '../domain/live-figures';
import type { Settings } from '../domain/settings';
import { type AuditLog, createAuditLog } from './audit/audit-log';
import { type Backups, createBackups } from './backup/backups';
import { type Boards, loadBoards } from './board/boards';
import { calendarOf } from './board/branch-state';
import { type AsOf, type BoardSource, timeZoneOf } from './board/read-board';
import type { BoardDeps, BoardQueue } from './board/stages';
import { createUsualWaits, type UsualWaits } from './board/usual-wait';
import { CannotStart, cannotUse } from './cannot-start';
import { lockFolder } from './claim-folder';
import { startClock } from './clock/clock';
import { type Heartbeat, type HeartbeatDeps, listenedUntil, startHeartbeat } from './clock/heartbeat';
import type { Config } from './config';
import type { Configuration } from './configuration';
import { type Admission, createAdmission } from './http/admission';
import { BUDGETS, connectionLimits, createDeviceBudget, createPairingBudget, type DeviceBudget } from './http/budgets';
import { createLocalName, type LocalName } from './http/local-name';
import { localConnection } from './intake/database-outage';
import { type Counters, createCounters } from './intake/delivery';
import type { Inbox } from './intake/inbox';
import { openTableInbox } from './intake/table-inbox';
import { createWriteQueue } from './intake/write-queue';
import { createAsOf, type Follower, NOBODY_TO_FOLLOW, startFollower } from './nodes/follower';
import { followTimeline } from './nodes/timeline';
import { type CoreDeps, type OpenData, type Opened, openData } from './open-data';
import { createSetUpLink, type SetUpLink } from './people/people';
import { createPracticeNodes, createPractices, type PracticePlace, type Practices } from './practice/practices';
import { createRetention, type Retention, scrub } from './privacy/retention';
import type { Reader } from './reader/queries';
import { openReader, scheduleCheckpoints } from './reader/reader';
import { storeLastSeen } from './screens/last-seen';
import { type CodeTries, createCodeTries } from './screens/pairings';
import { createPresence, type Presence } from './screens/presence';
import type { SecretBox } from './secrets/secret-box';
import { epochOn, RENEW_EPOCHS } from './sql/node-statements';
import type { Sql } from './storage/database';
import { AFTER_DAMAGE, isDamage, NO_FILE, watchDatabaseFile } from './storage/database-file';
import { failureOf, shortOf, sqliteCode } from './storage/failure';
import { openInboxTable } from './storage/inbox-file';
import { tooFewConnections } from './storage/postgresql';
import { openRateLimits, type RateLimits } from './storage/rate-limits';
import { createRefusals, type Refusals } from './webhooks/refusals';
import { translate } from './webhooks/translate';

type OpenQueue = {
  boards: Boards;
  inbox: Inbox;
  reader: Reader;
  counters: Counters;
  queue: BoardQueue;
  /** Brings all of memory to what other nodes have committed. */
  catchUp: (sql: Sql) => Promise<void>;
};

type Services = {
  /** Begins when the server listens. */
  heartbeat: Heartbeat;
  follower: Follower;
  rateLimits: RateLimits;
  audit: AuditLog;
  usualWaits: UsualWaits;
  /** Erases names and bodies that are past their limits. */
  retention: Retention;
  backups: Backups;
};

/** The cut-off of a branch without a delivery does not matter: a practice is over long before the next one. */
const MIDNIGHT = 0;

/** The parts of a server on one data folder, which only this process uses. */
export type Core = CoreDeps &
  Configuration &
  Services &
  Pick<OpenQueue, 'queue' | 'boards' | 'counters'> & {
    settings: Settings;
    reader: Reader;
    asOf: AsOf;
    /** The screens that are connected now. */
    presence: Presence;
    practices: Practices;
    setUpLink: SetUpLink;
    localName: LocalName;
    /** Counts refused requests. */
    refusals: Refusals;
    /** Shares out connections, requests and memory. */
    admission: Admission;
    codeTries: CodeTries;
    takeFromDevice: DeviceBudget;
    /** Whether an address may ask for a code now. */
    takePairingStart: (address: string) => boolean;
    /** Signs the session cookies of managers. Never logged. */
    sessionSecret: string;
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
  const opened: Opened = [await lockFolder(deps.config)];
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
    throw cannotOpen(error, deps.config);
  }
}

/** The error of opening a data folder, as one that explains it. */
export function cannotOpen(error: unknown, config: Config): CannotStart {
  return error instanceof CannotStart ? error : cannotUse(config.dataDir, error, explanationOf(error, config));
}

/** Why the database cannot be opened, and what to do. */
function explanationOf(error: unknown, { databaseUrl, databaseFile }: Config): string {
  const short = shortOf(error);
  if (databaseUrl !== null) return failureOf(error) === 'unavailable' ? tooFewConnections(databaseUrl, error) : short;
  if (isDamage(error)) return `${databaseFile} is damaged. Copy the data folder, then ${AFTER_DAMAGE} (${short})`;
  const code = sqliteCode(error) ?? '';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return `another program is using ${databaseFile} (${code}): close it`;
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
    return `${databaseFile} cannot be opened (${code}): make it, and the files beside it, readable and writable for the user that runs Heatlamp`;
  return short;
}

/** Opens a locked folder. Adds what it opens to `opened`. */
async function openLocked(deps: CoreDeps, opened: Opened, close: () => Promise<void>): Promise<Core> {
  const { config, log, now } = deps;
  const data = await openData(deps, opened);
  const { settings, configuration, node, secretBox, sessionSecret } = data;
  const boardDeps = { ...deps, settings, node };
  const open = await openQueue(boardDeps, data, opened);
  const limits = connectionLimits();
  if (limits.all < 2 * BUDGETS.strangerConnections)
    log.warn(limits, 'the limit of open files leaves room for few connections: see docs/operating.md');
  const admission = createAdmission({ config, limits, log, monotonicNow: () => performance.now() });
  const services = await startServices({ ...boardDeps, admission }, data, open, opened);
  const { queue, boards, reader, counters } = open;
  const localName = createLocalName(config, log);
  opened.push(localName.close);

  return {
    ...deps,
    ...configuration,
    ...services,
    queue,
    boards,
    reader,
    counters,
    asOf: createAsOf({ queue, follower: services.follower, now }),
    settings,
    presence: createPresence(() => performance.now()),
    practices: createPractices(
      practicePlace({ ...deps, boards, settings }),
      createPracticeNodes(node, { now, monotonicNow: () => performance.now() }),
    ),
    setUpLink: createSetUpLink(
      configuration.people,
      node === null ? randomBytes(32).toString('base64url') : sessionSecret,
    ),
    localName,
    refusals: createRefusals(now(), () => performance.now()),
    admission,
    codeTries: createCodeTries(services.rateLimits),
    takeFromDevice: createDeviceBudget(() => performance.now()),
    takePairingStart: createPairingBudget(() => performance.now()),
    sessionSecret,
    node,
    secretBox,
    close,
  };
}

/** What practices need of the branches in which they run. */
function practicePlace(source: Pick<BoardSource, 'boards' | 'settings' | 'config' | 'now'>): PracticePlace {
  const { boards, settings, now } = source;
  return {
    now,
    posOffsetMs: (branch) => boards.branch(branch)?.posOffsetMs ?? 0,
    revision: (branch) => boards.branch(branch)?.row.revision ?? 0,
    deliveredIn: (branch) => boards.branch(branch)?.deliveredIn ?? 0,
    openCourses(branch) {
      const state = boards.branch(branch);
      const open = [...(state?.openOrders ?? [])].flatMap((key) => state?.orders.get(key)?.tickets ?? []);
      return open.filter(isInFlight).length;
    },
    rules(branch) {
      const state = boards.branch(branch);
      return {
        limitsOf: (course) => settings.limitsOf(branch, course),
        calendar: state ? calendarOf(state.row) : { timeZone: timeZoneOf(source, branch), cutOffMinute: MIDNIGHT },
      };
    },
  };
}

/** Starts what runs beside the queue: changes by time, other nodes, figures, erasure, upkeep of the database, backups. */
async function startServices(
  deps: CoreDeps & BoardDeps & Pick<HeartbeatDeps, 'admission'>,
  data: OpenData,
  open: OpenQueue,
  opened: Opened,
): Promise<Services> {
  const { config, now, log } = deps;
  const { database, configuration, link, node } = data;
  const { queue, boards, inbox, reader } = open;
  opened.push(await startClock({ ...deps, queue, boards }));
  const stored = await listenedUntil(database);
  // While other nodes listen there is no gap, but a clock that is behind theirs may be wrong (F21b). One that was connected
  // at the start may have stopped since, or be dead already: then it has stored nothing for a while.
  const areListening = stored === null || !isAheadOf(now(), stored + 2 * HEARTBEAT_EVERY_MS);
  const listened = link?.hadOthers && areListening && !isAheadOf(stored, now()) ? now() : stored;
  const heartbeat = startHeartbeat({ ...deps, queue, boards, listenedUntil: listened });
  opened.push(() => heartbeat.end(now()));
  opened.push(storeLastSeen(queue, configuration.screens));
  const { catchUp } = open;
  const follower =
    link && node !== null
      ? startFollower({ ...deps, node, database, queue, boards, configuration, inbox, link, catchUp })
      : NOBODY_TO_FOLLOW;
  opened.push(follower.close);
  const rateLimits = openRateLimits(config.databaseUrl);
  opened.push(rateLimits.close);
  const audit = createAuditLog({ queue, now, log, node });
  opened.push(audit.close);
  const usualWaits = createUsualWaits({ reader, boards, now, log });
  opened.push(usualWaits.close);
  const retention = createRetention({
    ...deps,
    queue,
    reader,
    scrub: (before) => scrub({ ...deps, inbox, reader }, before),
  });
  opened.push(retention.close);
  if (config.databaseUrl === null) opened.push(scheduleCheckpoints({ reader, queue, log }));
  const backups = createBackups({ config, queue });
  opened.push(backups.close);
  return { heartbeat, follower, rateLimits, audit, usualWaits, retention, backups };
}

/** Loads the boards, and projects what the inbox has received before. */
async function openQueue(deps: CoreDeps & BoardDeps, data: OpenData, opened: Opened): Promise<OpenQueue> {
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
