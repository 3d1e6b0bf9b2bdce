import { randomFillSync } from 'node:crypto';
import { v7 as timeOrderedId } from 'uuid';

const RANDOM_BYTES = 16;
const IDS_PER_FILL = 256;

/**
 * Returns a generator of ids for deliveries: UUIDs of version 7, each greater than the previous one, also within a
 * millisecond and after the clock was set back. `now` is epoch ms. Random bytes are fetched for many ids at once.
 */
export function createDeliveryIds(): (now: number) => string {
  const pool = Buffer.alloc(RANDOM_BYTES * IDS_PER_FILL);
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
      // The highest bit stays 0, so that the sequence can be counted up within this millisecond.
      sequence = random.readUInt32BE(6) & 0x7fff_ffff;
    } else {
      sequence += 1;
    }
    return timeOrderedId({ random, msecs: at, seq: sequence });
  };
}
