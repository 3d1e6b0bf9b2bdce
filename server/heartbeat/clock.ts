import type { Settings } from '../../domain/settings-in-force';
import type { Boards } from '../board/boards';
import type { BoardQueue } from '../board/stages';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import { forgetOld, isAnythingDue, settleDue } from './due-changes';

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
 * F9: what time alone changes is a commit like any other, made when it is due; now and then what is old leaves memory.
 * What became due while the server was away is committed when this resolves. Returns the way to stop it.
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
      for (const state of due) settleDue(stages.of(state.row.number), settings, now());
    });
  }

  /** In the queue's turn: a transaction that has looked at an order must still find it when it looks again. */
  async function forget(): Promise<void> {
    await queue.run(async () => {
      for (const state of boards.branches()) forgetOld(state, now() - state.posOffsetMs);
    });
  }

  async function tick(): Promise<void> {
    // While the database is away nothing can be committed; the queue finds out by itself when it is back.
    if (isRunning || queue.state().isSpooling) return;
    isRunning = true;
    ticks += 1;
    try {
      await commitDue();
      if (ticks % TICKS_TO_FORGET === 0) await forget();
    } catch (error) {
      log.warn({ error: shortOf(error) }, 'what time has changed could not be committed; it is tried again');
    } finally {
      isRunning = false;
    }
  }

  await tick();
  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
