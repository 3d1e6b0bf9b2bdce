import type { AsOf } from '../board/read-board';
import type { WriteQueue } from '../intake/write-queue';
import type { Follower } from './follower';

export type AsOfDeps = {
  queue: Pick<WriteQueue<never>, 'waitingMs'>;
  follower: Pick<Follower, 'isCutOff' | 'unseenMs'>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** Boards are usually a few milliseconds behind, and in a rush a second. */
const USUAL_MS = 2_000;

export function createAsOf({ queue, follower, now }: AsOfDeps): AsOf {
  return () => {
    const ageMs = Math.max(queue.waitingMs(), follower.isCutOff() ? follower.unseenMs() : 0);
    return ageMs > USUAL_MS ? now() - ageMs : null;
  };
}
