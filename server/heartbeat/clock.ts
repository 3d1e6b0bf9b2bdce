import { isAheadOf } from '../../domain/set-back';
import type { Settings } from '../../domain/settings-in-force';
import type { Boards } from '../board/boards';
import type { BranchState } from '../board/branch-state';
import type { BoardQueue } from '../board/stages';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import { evictOld, isAnythingDue, stageDueChanges } from './due-changes';
import { isLater, stageSetBack } from './set-back';

const TICK_MS = 500;
const TICKS_TO_EVICT = 60;

export type ClockDeps = {
  queue: BoardQueue;
  boards: Boards;
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/**
 * F9: commits changes by time when they are due, and removes old orders from memory from time to time. Resolves when the
 * changes that became due while the server was down are committed. Call the result to stop.
 */
export async function startClock(
  { queue, boards, settings, now, log }: ClockDeps,
  tickMs: number = TICK_MS,
): Promise<() => void> {
  let ticks = 0;
  let isRunning = false;
  /** The last reading of the clock; null before the first. */
  let readAt: number | null = null;

  function isDue(state: BranchState | undefined): boolean {
    return state !== undefined && isAnythingDue(state, settings, now());
  }

  async function commitDue(): Promise<void> {
    const due = boards.branches().filter(isDue);
    if (due.length === 0) return;
    const numbers = due.map(({ row }) => row.number);
    await queue.run(async (sql, stages) => {
      // A branch that another node has locked is left to it, or to the next tick.
      const locked = await stages.lock(sql, numbers, { isPatient: false });
      // Another node may have committed the changes meanwhile.
      for (const number of locked)
        if (isDue(boards.branch(number))) stageDueChanges(stages.of(number), settings, now());
    });
  }

  /** F9: what changed by time meanwhile is undone where the clock was set back, also while the server was stopped. */
  async function followSetBack(): Promise<void> {
    const serverNow = now();
    const hasRun = readAt !== null;
    const isSetBack = hasRun
      ? isAheadOf(readAt, serverNow)
      : boards.branches().some((state) => isLater(state, serverNow));
    if (!isSetBack) return;
    await queue.run(async (sql, stages) => {
      // What was over at the later time has left memory.
      if (hasRun) (await boards.reload(sql, settings))();
      await stageSetBack(sql, stages, boards, settings, serverNow);
    });
  }

  /** Runs as a command, so that no transaction loses an order from memory while it uses it. */
  async function evict(): Promise<void> {
    await queue.run(async () => {
      for (const state of boards.branches()) evictOld(state, now() - state.posOffsetMs);
    });
  }

  async function tick(): Promise<void> {
    // While the database cannot be written, nothing can be committed.
    if (isRunning || queue.state().isAway) return;
    isRunning = true;
    ticks += 1;
    try {
      await followSetBack();
      readAt = now();
      await commitDue();
      if (ticks % TICKS_TO_EVICT === 0) await evict();
    } catch (error) {
      log.warn({ error: shortOf(error) }, 'due changes could not be committed: retrying');
    } finally {
      isRunning = false;
    }
  }

  await tick();
  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
