import type { GapCause } from '../contract/live';
import { type BranchCalendar, localMinute } from './business-day';
import type { Instant } from './fact';
import { intoBusinessDay, type ServiceSpan, serviceAt } from './service-at';

/** F21: a stretch in which events may be missing, by the server's clock; `to` is null while it lasts. */
export type Gap = { from: Instant; to: Instant | null; cause: GapCause };
export type EndedGap = Gap & { to: Instant };

/** F21d: so long after its end a gap is told on screens. */
export const GAP_TOLD_MS = 60 * 60_000;
/** F21d: of gaps with less between them one is told. */
const ONE_GAP_MS = 60_000;
/** F21a: a kitchen whose POS has said nothing for so long, with nothing in flight, is not at work. */
const AT_WORK_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** What a branch was doing when nobody listened. Instants by the server's clock. */
export type AtWork = {
  /** Courses in flight when the server is back. */
  inFlight: number;
  lastDeliveryAt: Instant | null;
  services: readonly ServiceSpan[];
  calendar: BranchCalendar;
};

/** F21a: whether events of a branch may be missing because nobody listened in a stretch. */
export function mayHaveMissed(from: Instant, to: Instant, { inFlight, lastDeliveryAt, services, calendar }: AtWork) {
  if (inFlight > 0) return true;
  const minute = localMinute(from, calendar.timeZone);
  const service = services[serviceAt(minute, services, calendar.cutOffMinute)];
  const intoDay = intoBusinessDay(minute, calendar.cutOffMinute);
  const until = intoDay + (to - from) / MINUTE_MS;
  // Switched off after the last guest and on in the morning: nobody was at work meanwhile.
  if (until < 24 * 60 && lastDeliveryAt !== null && from - lastDeliveryAt < AT_WORK_MS) return true;
  const begunAt = service && from - (intoDay - service.from) * MINUTE_MS;
  if (begunAt !== undefined && (lastDeliveryAt === null || lastDeliveryAt < begunAt)) return true;
  return services.some((next) => [next.from, next.from + 24 * 60].some((at) => at > intoDay && at < until));
}

/** F21d: what screens are told: gaps that ended within the hour, the oldest first, those that all but touch as one. */
export function toldGaps(gaps: readonly Gap[], now: Instant): EndedGap[] {
  const told: EndedGap[] = [];
  const ended = gaps.filter((gap): gap is EndedGap => gap.to !== null && gap.to > now - GAP_TOLD_MS);
  for (const gap of ended.toSorted((a, b) => a.from - b.from)) {
    const last = told.at(-1);
    if (!last || gap.from - last.to >= ONE_GAP_MS) told.push({ ...gap });
    else last.to = Math.max(last.to, gap.to);
  }
  return told;
}
