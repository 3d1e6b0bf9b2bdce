import type { Delivery, Service, Truth, TruthCourse } from './service';
import { atOffset, offsetOf } from './timestamp';

/** A service moved in time: the instant `from` becomes `to` (epoch ms), and what follows goes `speed` times as fast. */
export type Retiming = { from: number; to: number; speed: number };

const timestampMember = /("eventTimestamp"\s*:\s*")([^"\\]*)(")/g;
const preparationMember = /("(?:expected|actual)PreparationTime"\s*:\s*"?)(\d+(?:\.\d+)?)/g;

/**
 * The retiming that makes the first delivery's moment `now` (epoch ms) and lets no event lie in the future when it is
 * sent. Null when no body has a time stamp to go by.
 */
export function startingNow(deliveries: readonly Delivery[], now: number, speed: number): Retiming | null {
  let opensAt = Number.NEGATIVE_INFINITY;
  let firstAtMs = Number.POSITIVE_INFINITY;
  for (const delivery of deliveries) {
    const text = [...delivery.body.matchAll(timestampMember)][0]?.[2] ?? '';
    // Arrival is the event plus its way here; the quickest delivery is the best estimate of the start.
    if (offsetOf(text) !== null) opensAt = Math.max(opensAt, Date.parse(text) - delivery.atMs);
    firstAtMs = Math.min(firstAtMs, delivery.atMs);
  }
  return Number.isFinite(opensAt) ? { from: opensAt + firstAtMs, to: now, speed } : null;
}

/** An instant (epoch ms) after the retiming, to the millisecond. */
export function retimeInstant(instant: number, { from, to, speed }: Retiming): number {
  return to + Math.round((instant - from) / speed);
}

/**
 * The deliveries of a service moved in time. Only the digits of the time stamps change, and at another speed those of
 * the preparation times and `atMs`; every other byte of a body stays as it was, odd spacing and escapes included.
 */
export function retimeDeliveries(deliveries: readonly Delivery[], retiming: Retiming): Delivery[] {
  return deliveries.map((delivery) => ({
    ...delivery,
    atMs: Math.round(delivery.atMs / retiming.speed),
    body: retimeBody(delivery.body, retiming),
  }));
}

/** The truth of a service after the same retiming; `date` becomes the UTC day, for a truth names no offset. */
export function retimeTruth(truth: Truth, retiming: Retiming): Truth {
  const opensAt = retimeText(truth.opensAt, retiming);
  return {
    ...truth,
    opensAt,
    date: opensAt.slice(0, 10),
    courses: truth.courses.map((c) => retimeCourse(c, retiming)),
  };
}

/** Both of them. */
export function retimeService(service: Service, retiming: Retiming): Service {
  return { deliveries: retimeDeliveries(service.deliveries, retiming), truth: retimeTruth(service.truth, retiming) };
}

function retimeBody(body: string, retiming: Retiming): string {
  const moved = body.replace(timestampMember, (_, before: string, text: string, after: string) => {
    return before + retimeText(text, retiming) + after;
  });
  if (retiming.speed === 1) return moved;
  return moved.replace(preparationMember, (_, before: string, digits: string) => {
    // The POS says an integer; 0 means that nothing was measured, and stays.
    if (Number(digits) === 0) return before + digits;
    return before + String(Math.max(1, Math.round(Number(digits) / retiming.speed)));
  });
}

/** The same form as before: local time at the offset that the text names. What is no time stamp stays as it is. */
function retimeText(text: string, retiming: Retiming): string {
  const offset = offsetOf(text);
  return offset === null ? text : atOffset(retimeInstant(Date.parse(text), retiming), offset);
}

function retimeCourse(course: TruthCourse, retiming: Retiming): TruthCourse {
  const move = (instant: string | null) => (instant === null ? null : retimeText(instant, retiming));
  const { speed } = retiming;
  return {
    ...course,
    startedAt: move(course.startedAt),
    readyAt: move(course.readyAt),
    servedAt: move(course.servedAt),
    expectedSeconds: course.expectedSeconds / speed,
    measuredSeconds: course.measuredSeconds === null ? null : course.measuredSeconds / speed,
  };
}
