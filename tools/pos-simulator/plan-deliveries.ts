import type { Delivery } from './generate-service';
import { pickShare, type Random, shuffled } from './random';

/** Faults between the POS and Heatlamp. Shares are 0 to 1 of the deliveries. */
export type DeliveryFaults = {
  /** Multiple of real time; Infinity waits only for `delayMs`. */
  speed: number;
  shuffle: boolean;
  repeat: number;
  lose: number;
  forge: number;
  /** Maximum of a random delay per delivery, in ms of real time. */
  delayMs: number;
};

/** A request to send, `dueMs` after the first. A forged one has a wrong signature. */
export type Posting = { dueMs: number; path: string; body: string; kind: 'delivery' | 'repeat' | 'forged' };

/** An evening without faults, in real time. */
export const NO_FAULTS: DeliveryFaults = { speed: 1, shuffle: false, repeat: 0, lose: 0, forge: 0, delayMs: 0 };

// A POS retries within 30 seconds or not at all.
const maxRepeatDelayMs = 30_000;

/**
 * Plans the requests in order of sending. The same deliveries, options and random sequence produce the same plan.
 * A lost delivery is neither repeated nor forged; shares are rounded to whole deliveries.
 */
export function planDeliveries(deliveries: readonly Delivery[], options: DeliveryFaults, random: Random): Posting[] {
  const lost = pickShare(random, deliveries.length, options.lose);
  const sent = deliveries.filter((_, position) => !lost.has(position));
  const repeated = pickShare(random, sent.length, options.repeat);
  const forged = pickShare(random, sent.length, options.forge);

  const inService: Array<Posting & { atMs: number }> = [];
  for (const [position, { atMs, path, body }] of sent.entries()) {
    inService.push({ atMs, dueMs: 0, path, body, kind: 'delivery' });
    if (repeated.has(position)) {
      inService.push({ atMs: atMs + random() * maxRepeatDelayMs, dueMs: 0, path, body, kind: 'repeat' });
    }
    if (forged.has(position)) inService.push({ atMs, dueMs: 0, path, body, kind: 'forged' });
  }
  // With speed Infinity all deliveries are due at once, so they are sorted before.
  inService.sort((a, b) => a.atMs - b.atMs);

  const firstAtMs = inService[0]?.atMs ?? 0;
  const postings = inService.map(({ atMs, path, body, kind }) => {
    return { dueMs: (atMs - firstAtMs) / options.speed + random() * options.delayMs, path, body, kind };
  });
  postings.sort((a, b) => a.dueMs - b.dueMs);
  if (!options.shuffle) return postings;
  // Deliveries swap their due times, so that a shuffled service is as long and as busy as before.
  return shuffled(random, postings).map((posting, slot) => ({ ...posting, dueMs: postings[slot]?.dueMs ?? 0 }));
}
