import type { Settings } from '../../domain/settings-in-force';
import type { Boards } from '../board/boards';
import type { BoardQueue } from '../board/stages';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import { forgetOld, isAnythingDue, stageDueChanges } from './due-changes';

const TICK_MS = 500;
const TICKS_TO_FORGET = 60;

export type ClockDeps = {
  queue: BoardQueue;
  boards: Boards;
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/**
 * F9: commits what time alone changes when it is due, and now and then removes old orders from memory. Resolves when
 * everything that became due while the server was down is committed. Call the result to stop.
 */
export async function startClock(
  { queue, boards, settings, now, log }: ClockDeps,
  tickMs: number = TICK_MS,
): Promise<() => void> {
  let ticks = 0;
  let isRunning = false;

  async function commitDue(): Promise<void> {
    const due = boards.branches().filter((state) => isAnythingDue(state, settings, now() - state.posOffsetMs));
    if (due.length === 0) return;
    await queue.run(async (_, stages) => {
      for (const state of due) stageDueChanges(stages.of(state.row.number), settings, now());
    });
  }

  /** Runs as a command: no transaction may lose an order from memory while it works on it. */
  async function forget(): Promise<void> {
    await queue.run(async () => {
      for (const state of boards.branches()) forgetOld(state, now() - state.posOffsetMs);
    });
  }

  async function tick(): Promise<void> {
    // Nothing can be committed then; the queue notices by itself when the database can be written again.
    if (isRunning || queue.state().isSpooling) return;
    isRunning = true;
    ticks += 1;
    try {
      await commitDue();
      if (ticks % TICKS_TO_FORGET === 0) await forget();
    } catch (error) {
      log.warn({ error: shortOf(error) }, 'due changes could not be committed; it is tried again');
    } finally {
      isRunning = false;
    }
  }

  await tick();
  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
