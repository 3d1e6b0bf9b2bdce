import type { AsOf } from '../board/as-of';
import type { WriteQueue } from '../intake/write-queue';
import type { Follower } from './follower';

export type AsOfDeps = {
  queue: Pick<WriteQueue<never>, 'waitingSince'>;
  follower: Pick<Follower, 'isCutOff' | 'unseenMs'>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** Boards are usually a few milliseconds behind, and in a rush a second. */
const USUAL_MS = 2_000;

export function createAsOf({ queue, follower, now }: AsOfDeps): AsOf {
  return () => {
    const seenUntil = follower.isCutOff() ? now() - follower.unseenMs() : Number.POSITIVE_INFINITY;
    const oldest = Math.min(queue.waitingSince() ?? Number.POSITIVE_INFINITY, seenUntil);
    return now() - oldest > USUAL_MS ? oldest : null;
  };
}
