import type { UsualWait } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { isSame } from '../../lib/collections';
import { DAY_MS, HOUR_MS } from '../../lib/time';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Boards } from './boards';

/** F24: how long parties of a branch usually wait for food. Recomputed from history every hour. */
export type UsualWaits = {
  of: (branch: number) => readonly UsualWait[];
  /** Recomputes. Never rejects. */
  refresh: () => Promise<void>;
  close: () => void;
};

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = HOUR_MS;
/** Older waits may belong to another menu. */
const HISTORY_MS = 60 * DAY_MS;

type UsualWaitsDeps = {
  reader: { read: (name: 'usualWaits', question: { branch: number; since: Instant }) => Promise<UsualWait[]> };
  boards: Pick<Boards, 'taken'>;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/**
 * Computes them for the first time after a delay (ms), because screens load right after a start, and then at each full
 * hour, as other nodes do: walls on different nodes should not differ.
 */
export function createUsualWaits(
  { reader, boards, now, log }: UsualWaitsDeps,
  firstAfterMs: number = FIRST_AFTER_MS,
): UsualWaits {
  const waitsByBranch = new Map<number, UsualWait[]>();
  let isClosed = false;

  const refresh = async () => {
    for (const { row, posOffsetMs } of boards.taken()) {
      try {
        const since = now() - posOffsetMs - HISTORY_MS;
        const news = await reader.read('usualWaits', { branch: row.number, since });
        if (!isSame(news, waitsByBranch.get(row.number))) waitsByBranch.set(row.number, news);
      } catch (error) {
        if (isClosed) return; // the reader was closed too
        log.warn({ branch: row.number, error: shortOf(error) }, 'the usual waits could not be computed');
      }
    }
  };
  let timer = setTimeout(async function schedule() {
    await refresh();
    if (isClosed) return;
    timer = setTimeout(schedule, EVERY_MS - (now() % EVERY_MS));
    timer.unref();
  }, firstAfterMs);
  timer.unref();

  return {
    of: (branch) => waitsByBranch.get(branch) ?? [],
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
