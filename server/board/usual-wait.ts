import type { UsualWait } from '../../contract/live';
import type { Instant } from '../../domain/fact';
import { isSame } from '../../lib/same';
import type { Log } from '../log';
import { shortOf } from '../storage/failure';
import type { Boards } from './boards';

/** F24: how long parties of a branch usually wait for food. Recomputed from history every hour. */
export type UsualWaits = {
  of: (branch: number) => readonly UsualWait[];
  /** Recomputes. Never rejects. */
  learn: () => Promise<void>;
  close: () => void;
};

const FIRST_AFTER_MS = 30_000;
const EVERY_MS = 3_600_000;
/** Older waits may belong to another menu. */
const HISTORY_MS = 60 * 86_400_000;

export type UsualWaitsDeps = {
  reader: { read: (name: 'usualWaits', question: { branch: number; since: Instant }) => Promise<UsualWait[]> };
  boards: Pick<Boards, 'branches'>;
  /** Server time, epoch ms. */
  now: () => number;
  log: Pick<Log, 'warn'>;
};

/** Computes them for the first time after a delay, because screens load right after a start. */
export function createUsualWaits({ reader, boards, now, log }: UsualWaitsDeps): UsualWaits {
  const learned = new Map<number, UsualWait[]>();
  let isClosed = false;

  const learn = async () => {
    for (const { row, posOffsetMs } of boards.branches()) {
      try {
        const since = now() - posOffsetMs - HISTORY_MS;
        const news = await reader.read('usualWaits', { branch: row.number, since });
        if (!isSame(news, learned.get(row.number))) learned.set(row.number, news);
      } catch (error) {
        if (isClosed) return; // the reader was closed too
        log.warn({ branch: row.number, error: shortOf(error) }, 'the usual waits could not be computed');
      }
    }
  };
  let timer = setTimeout(async function again() {
    await learn();
    if (isClosed) return;
    timer = setTimeout(again, EVERY_MS);
    timer.unref();
  }, FIRST_AFTER_MS);
  timer.unref();

  return {
    of: (branch) => learned.get(branch) ?? [],
    learn,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
