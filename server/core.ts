import { access, constants, mkdir } from 'node:fs/promises';
import { type Boards, loadBoards } from './board/boards';
import type { QueueLog } from './board/committer';
import { openSpool } from './board/spool';
import { forgetOld, isAnythingDue, settleDue } from './board/tick';
import { createWriteQueue, type WriteQueue } from './board/write-queue';
import { writeStaged } from './board/write-staged';
import type { Config } from './config';
import type { Reader } from './read/messages';
import { loadScreens, type Screen } from './screens/screens';
import { createSettings, type Settings } from './settings/settings';
import { SETTINGS } from './sql/load-statements';
import { type SettingColumns, settingRows } from './sql/setting-row';
import { openSqlite, type Sql } from './storage/database';
import { holdLock, LockedElsewhere } from './storage/lock';
import { migrate } from './storage/migrate';
import { openReader } from './storage/reader';
import type { Subscription } from './webhooks/subscription';
import { loadSubscriptions } from './webhooks/subscriptions';

/** Why Heatlamp cannot run on a data folder; the message says what, why and what to do. */
export class CannotStart extends Error {}

export type CoreDeps = {
  config: Config;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
  log: QueueLog;
};

/** Everything behind the sockets: one data folder, held by this process alone. */
export type Core = CoreDeps & {
  queue: WriteQueue;
  boards: Boards;
  settings: Settings;
  reader: Reader;
  subscriptions: () => ReadonlyMap<string, Subscription>;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Reads subscriptions, screens and settings anew, in the transaction that changed them. Applied by its result. */
  reload: (sql: Sql) => Promise<() => void>;
  /** Calls back after every reload. Returns the way to stop it. */
  onReload: (listener: () => void) => () => void;
  close: () => Promise<void>;
};

const TICK_MS = 500;
const TICKS_TO_FORGET = 60;

/**
 * Opens a data folder: lock, migrations, boards, spool. What a crash left in the spool is in the database afterwards.
 * @throws CannotStart
 */
export async function openCore(deps: CoreDeps): Promise<Core> {
  const { config, log } = deps;
  const release = await holdFolder(config);
  try {
    const applied = await migrate(config.databaseFile);
    if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date');
  } catch (error) {
    release();
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }

  const database = openSqlite({ file: config.databaseFile, busyTimeoutMs: 0 });
  const settings = createSettings(settingRows(await database.$queryRawUnsafe<SettingColumns[]>(SETTINGS)));
  let subscriptions = await loadSubscriptions(database);
  let screens = await loadScreens(database);
  const boardDeps = { settings, now: deps.now, newEpoch: deps.newEpoch };
  const boards = await loadBoards(database, { ...boardDeps, defaultTimeZone: config.timeZone });
  const spool = await openSpool(config.spoolDir);
  const queue = createWriteQueue({ ...boardDeps, database, boards, spool, log });
  await queue.drainSpool();
  const listeners = new Set<() => void>();
  const reader = openReader(config.databaseFile);
  const clock = startClock(queue, boards, settings, deps);

  return {
    ...deps,
    queue,
    boards,
    settings,
    reader,
    subscriptions: () => subscriptions,
    screens: () => screens,
    async reload(sql) {
      const next = { subscriptions: await loadSubscriptions(sql), screens: await loadScreens(sql) };
      const rows = settingRows(await sql.$queryRawUnsafe<SettingColumns[]>(SETTINGS));
      return () => {
        for (const [hash, screen] of next.screens)
          screen.lastSeenAt = screens.get(hash)?.lastSeenAt ?? screen.lastSeenAt;
        subscriptions = next.subscriptions;
        screens = next.screens;
        settings.replace(rows);
        for (const listener of listeners) listener();
      };
    },
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearInterval(clock);
      await queue.close();
      await reader.close();
      await spool.close();
      await database.$disconnect();
      release();
    },
  };
}

async function holdFolder({ dataDir, lockFile }: Config): Promise<() => void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStart(
      `the data folder ${dataDir} cannot be written (${codeOf(error)}): make it writable, or set DATA_DIR to another`,
    );
  }
  try {
    return holdLock(lockFile);
  } catch (error) {
    if (error instanceof LockedElsewhere) {
      throw new CannotStart(`another Heatlamp runs on ${dataDir}: stop it, or set DATA_DIR to another folder`);
    }
    throw new CannotStart(
      `${lockFile} cannot be opened (${codeOf(error)}): make it writable, or set DATA_DIR to another folder`,
    );
  }
}

/** F9: what time alone changes is a commit like any other, made when it is due. */
function startClock(queue: WriteQueue, boards: Boards, settings: Settings, { now, log }: CoreDeps): NodeJS.Timeout {
  let ticks = 0;
  let isRunning = false;
  const tick = async () => {
    const due = boards.branches().filter((state) => isAnythingDue(state, settings, now() - state.posOffsetMs));
    if (due.length > 0) {
      await queue.run(async (sql, stages) => {
        for (const state of due) settleDue(stages.of(state.row.number), settings, now());
        await writeStaged(sql, stages.all());
      });
    }
    ticks += 1;
    if (ticks % TICKS_TO_FORGET === 0)
      for (const state of boards.branches()) forgetOld(state, now() - state.posOffsetMs);
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    tick()
      .catch((error) =>
        log.warn(
          { error: String(error).slice(0, 200) },
          'what time has changed could not be committed; it is tried again',
        ),
      )
      .finally(() => {
        isRunning = false;
      });
  }, TICK_MS);
  timer.unref();
  return timer;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
