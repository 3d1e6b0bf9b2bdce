import type { Delivery } from './generate-service';
import { atOffset, offsetOf } from './message';

/** Maps the instant `from` to `to` (epoch ms), and divides intervals by `speed`. */
type Retiming = { from: number; to: number; speed: number };

const timestampMember = /("eventTimestamp"\s*:\s*")([^"\\]*)(")/g;
const preparationMember = /("(?:expected|actual)PreparationTime"\s*:\s*"?)(\d+(?:\.\d+)?)/g;

/**
 * The retiming with which the first delivery is due at `now` (epoch ms), and no event is in the future when it is sent.
 * Null if no body has a time stamp.
 */
export function retimingToNow(deliveries: readonly Delivery[], now: number, speed: number): Retiming | null {
  let opensAt = Number.NEGATIVE_INFINITY;
  let firstAtMs = Number.POSITIVE_INFINITY;
  for (const delivery of deliveries) {
    const text = [...delivery.body.matchAll(timestampMember)][0]?.[2] ?? '';
    // Arrival is the event plus a latency; the delivery with the lowest latency gives the best estimate of the start.
    if (offsetOf(text) !== null) opensAt = Math.max(opensAt, Date.parse(text) - delivery.atMs);
    firstAtMs = Math.min(firstAtMs, delivery.atMs);
  }
  return Number.isFinite(opensAt) ? { from: opensAt + firstAtMs, to: now, speed } : null;
}

/** Retimes an instant (epoch ms), rounded to ms. */
function retimeInstant(instant: number, { from, to, speed }: Retiming): number {
  return to + Math.round((instant - from) / speed);
}

/**
 * Retimes deliveries. Only time stamps change, and at another speed preparation times and `atMs`. All other bytes of a
 * body are unchanged.
 */
export function retimeDeliveries(deliveries: readonly Delivery[], retiming: Retiming): Delivery[] {
  return deliveries.map((delivery) => ({
    ...delivery,
    atMs: Math.round(delivery.atMs / retiming.speed),
    body: retimeBody(delivery.body, retiming),
  }));
}

function retimeBody(body: string, retiming: Retiming): string {
  const moved = body.replace(timestampMember, (_, before: string, text: string, after: string) => {
    return before + retimeText(text, retiming) + after;
  });
  if (retiming.speed === 1) return moved;
  return moved.replace(preparationMember, (_, before: string, digits: string) => {
    // 0 means that nothing was measured.
    if (Number(digits) === 0) return before + digits;
    return before + String(Math.max(1, Math.round(Number(digits) / retiming.speed)));
  });
}

/** Retimes a time stamp and keeps its offset. Other text is returned unchanged. */
function retimeText(text: string, retiming: Retiming): string {
  const offset = offsetOf(text);
  return offset === null ? text : atOffset(retimeInstant(Date.parse(text), retiming), offset);
}
