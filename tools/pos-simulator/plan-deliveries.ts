import { chosenShare, type Random, shuffled } from './random';
import type { Delivery } from './service';

/** Faults between the POS and Heatlamp. Shares are 0 to 1 of the deliveries. */
export type Disturbance = {
  /** How many times faster than the service went; Infinity waits for nothing but `delayMs`. */
  speed: number;
  shuffle: boolean;
  repeat: number;
  lose: number;
  forge: number;
  /** Every delivery waits a random time up to this, in milliseconds of the real clock. */
  delayMs: number;
};

/** A request to send, `dueMs` after the first. A forged one carries a signature that does not belong to its body. */
export type Posting = { dueMs: number; path: string; body: string; kind: 'delivery' | 'repeat' | 'forged' };

/** An evening without faults, in real time. */
export const undisturbed: Disturbance = { speed: 1, shuffle: false, repeat: 0, lose: 0, forge: 0, delayMs: 0 };

// A POS without a reply would retry within half a minute or not at all.
const repeatWithinMs = 30_000;

/**
 * The requests to send, in the order of sending. The same deliveries, options and random sequence give the same plan.
 * A lost delivery is neither repeated nor forged; shares are rounded to whole deliveries.
 */
export function planDeliveries(deliveries: readonly Delivery[], options: Disturbance, random: Random): Posting[] {
  const lost = chosenShare(random, deliveries.length, options.lose);
  const sent = deliveries.filter((_, position) => !lost.has(position));
  const repeated = chosenShare(random, sent.length, options.repeat);
  const forged = chosenShare(random, sent.length, options.forge);

  const inService: Array<Posting & { atMs: number }> = [];
  for (const [position, { atMs, path, body }] of sent.entries()) {
    inService.push({ atMs, dueMs: 0, path, body, kind: 'delivery' });
    if (repeated.has(position)) {
      inService.push({ atMs: atMs + random() * repeatWithinMs, dueMs: 0, path, body, kind: 'repeat' });
    }
    if (forged.has(position)) inService.push({ atMs, dueMs: 0, path, body, kind: 'forged' });
  }
  // Without waiting every delivery is due at once, so the order must be kept here.
  inService.sort((a, b) => a.atMs - b.atMs);

  const firstAtMs = inService[0]?.atMs ?? 0;
  const postings = inService.map(({ atMs, path, body, kind }) => {
    return { dueMs: (atMs - firstAtMs) / options.speed + random() * options.delayMs, path, body, kind };
  });
  postings.sort((a, b) => a.dueMs - b.dueMs);
  if (!options.shuffle) return postings;
  // The moments stay and the deliveries change places, so a shuffled evening is as long and as busy as before.
  return shuffled(random, postings).map((posting, slot) => ({ ...posting, dueMs: postings[slot]?.dueMs ?? 0 }));
}
