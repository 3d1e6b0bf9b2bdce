import { randomFillSync } from 'node:crypto';
import { v7 as timeOrderedId } from 'uuid';

const RANDOM_BYTES = 16;
const IDS_A_FILL = 256;

/**
 * Gives deliveries their ids, UUIDs of version 7: each greater than the one before, within a millisecond and after the
 * clock was set back too. `now` is epoch ms. Randomness is asked for many ids at once: asking costs more than an id.
 */
export function createDeliveryIds(): (now: number) => string {
  const pool = Buffer.alloc(RANDOM_BYTES * IDS_A_FILL);
  let used = pool.length;
  let at = Number.NEGATIVE_INFINITY;
  let sequence = 0;

  return (now) => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + RANDOM_BYTES);
    used += RANDOM_BYTES;
    if (now > at) {
      at = now;
      // The highest bit stays free, so that the ids of this millisecond have somewhere to count up to.
      sequence = random.readUInt32BE(6) & 0x7fff_ffff;
    } else {
      sequence += 1;
    }
    return timeOrderedId({ random, msecs: at, seq: sequence });
  };
}
