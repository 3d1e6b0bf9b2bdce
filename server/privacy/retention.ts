import { setTimeout as wait } from 'node:timers/promises';
import { limitsOf } from '../../domain/sealed';
import type { Settings } from '../../domain/settings';
import { HOUR_MS, MINUTE_MS } from '../../lib/time';
import type { BoardQueue } from '../board/stages';
import type { Config } from '../config';
import type { Inbox } from '../intake/inbox';
import type { Log } from '../log';
import type { Reader } from '../reader/queries';
import { isReserved, reserveLog } from '../storage/database-file';
import { shortOf } from '../storage/failure';
import { eraseBodiesBefore, eraseNamesBefore, type PastLimitsDeps } from './erase-past-limits';

const MAX_TRIES = 20;
const BUSY_PAUSE_MS = 250;

type ScrubDeps = {
  config: Pick<Config, 'databaseUrl' | 'databaseFile' | 'inboxFile'>;
  inbox: Pick<Inbox, 'scrub'>;
  reader: Pick<Reader, 'read'>;
  log: Pick<Log, 'warn'>;
};

/** A larger difference between two readings is no drift: the clock was set, or the machine slept. */
const TOLERANCE_MS = MINUTE_MS;

const TICK_MS = 60_000;
const EVERY_MS = HOUR_MS;
/** Between two transactions, so that other work of the database has most of its time. */
const PAUSE_MS = 20;

type RetentionState = {
  isRunning: boolean;
  /** When everything past the limits was erased last, by the server's clock; null: not since the start. */
  finishedAt: number | null;
  /** Since the start. */
  bodies: number;
  names: number;
  /** Why the last attempt ended early; null if it did not. */
  problem: string | null;
};

/** F27a: erases what is older than the limits of the settings, once the clock has not been set for an hour. */
export type Retention = {
  /** Erases everything past the limits now. Resolves when it is done. @throws Unwritable */
  run: () => Promise<void>;
  /** Removes what files still contain of what was erased. */
  scrub: () => Promise<void>;
  state: () => RetentionState;
  close: () => Promise<void>;
};

type RetentionDeps = {
  queue: BoardQueue;
  reader: Pick<Reader, 'read'>;
  settings: Settings;
  /** Removes what files of the data folder keep of erased rows. `before`: names that are older, by the server's clock. */
  scrub: (before: number) => Promise<void>;
  now: () => number;
  log: Pick<Log, 'info' | 'warn'>;
};

export function createRetention(deps: RetentionDeps): Retention {
  const { queue, settings, now, log } = deps;
  const state: RetentionState = { isRunning: false, finishedAt: null, bodies: 0, names: 0, problem: null };
  let running: Promise<void> | null = null;
  let isClosing = false;
  let lastDays = '';
  const isClockSteady = createSteadyClock(now);

  const erasing: PastLimitsDeps = {
    ...deps,
    /** Lets deliveries through before the next transaction. */
    async afterTransaction({ bodies, names }) {
      state.bodies += bodies;
      state.names += names;
      do await wait(PAUSE_MS);
      while (!isClosing && isBusy(queue));
    },
    isClosing: () => isClosing,
  };

  function run(): Promise<void> {
    running ??= (async () => {
      state.isRunning = true;
      lastDays = JSON.stringify(daysOf(settings));
      try {
        await erasePastLimits(deps, erasing, state);
        if (!isClosing) [state.finishedAt, state.problem] = [now(), null];
      } catch (error) {
        state.problem = shortOf(error);
        throw error;
      } finally {
        state.isRunning = false;
        running = null;
      }
    })();
    return running;
  }

  function tick(): void {
    // What is erased by a clock that is ahead does not come back.
    if (!isClockSteady()) return;
    const isOld = state.finishedAt === null || Math.abs(now() - state.finishedAt) >= EVERY_MS;
    const isDue = isOld || state.problem !== null;
    if ((!isDue && lastDays === JSON.stringify(daysOf(settings))) || queue.state().isAway) return;
    run().catch((error) => log.warn({ error: shortOf(error) }, 'names and bodies could not be erased: retrying'));
  }

  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  return {
    run,
    scrub: () => deps.scrub(0),
    state: () => ({ ...state }),
    async close() {
      isClosing = true;
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}

async function erasePastLimits(
  { settings, scrub, now, log }: RetentionDeps,
  erasing: PastLimitsDeps,
  state: Readonly<RetentionState>,
): Promise<void> {
  const limits = limitsOf(daysOf(settings), now());
  if (limits.bodies === null) return;
  const before = { ...state };
  await eraseBodiesBefore(erasing, limits.bodies);
  if (limits.names !== null) await eraseNamesBefore(erasing, limits.names);
  if (erasing.isClosing()) return;
  await scrub(limits.bodies);
  const erased = { bodies: state.bodies - before.bodies, names: state.names - before.names };
  if (erased.bodies + erased.names > 0) log.info(erased, 'names and bodies past their limits were erased');
}

function daysOf(settings: Settings) {
  return { bodies: settings.value('bodyDays', null), names: settings.value('nameDays', null) };
}

function isBusy(queue: BoardQueue): boolean {
  const { isBehind, isAway, waiting } = queue.state();
  return !isAway && (isBehind || waiting > 0);
}

/**
 * Creates a check whether the clock `now` (epoch ms) has run for an hour since the start, and since it was last set: a
 * machine without a real-time clock gets the time from the network some minutes after it has started. Call it every
 * minute.
 */
function createSteadyClock(now: () => number): () => boolean {
  let steadySince = performance.now();
  let offset = now() - steadySince;
  return () => {
    const elapsed = performance.now();
    const previous = offset;
    offset = now() - elapsed;
    if (Math.abs(offset - previous) > TOLERANCE_MS) steadySince = elapsed;
    return elapsed - steadySince >= HOUR_MS;
  };
}

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
    await wait(BUSY_PAUSE_MS);
  }
  log.warn({}, 'the log of the database could not be emptied after an erasure: trying again in an hour');
}
