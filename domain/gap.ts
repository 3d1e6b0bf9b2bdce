import type { GapCause } from '../contract/live';
import { type BranchCalendar, localMinute } from './business-day';
import type { Instant } from './fact';
import { intoBusinessDay, type ServiceSpan, serviceAt } from './service-at';

/** F21: a period in which events may be missing, by the server's clock; `to` is null while it lasts. */
export type Gap = { from: Instant; to: Instant | null; cause: GapCause };
export type EndedGap = Gap & { to: Instant };

/** F21d: screens show a gap for this long after its end. */
export const GAP_SHOWN_MS = 60 * 60_000;
/** F21d: gaps less than this apart are shown as one. */
const ONE_GAP_MS = 60_000;
/** F21a: a kitchen with nothing in flight counts as closed once its POS has sent nothing for this long. */
const AT_WORK_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** What a branch was doing while the server was down. Instants by the server's clock. */
export type AtWork = {
  /** Courses in flight when the server restarts. */
  inFlight: number;
  lastDeliveryAt: Instant | null;
  services: readonly ServiceSpan[];
  calendar: BranchCalendar;
};

/** F21a: whether the server may have missed events of a branch between `from` and `to`. */
export function mayHaveMissed(from: Instant, to: Instant, { inFlight, lastDeliveryAt, services, calendar }: AtWork) {
  if (inFlight > 0) return true;
  const minute = localMinute(from, calendar.timeZone);
  const service = services[serviceAt(minute, services, calendar.cutOffMinute)];
  const intoDay = intoBusinessDay(minute, calendar.cutOffMinute);
  const until = intoDay + (to - from) / MINUTE_MS;
  // A period that spans the cut-off is a server that was switched off overnight, when the kitchen was closed.
  if (until < 24 * 60 && lastDeliveryAt !== null && from - lastDeliveryAt < AT_WORK_MS) return true;
  const begunAt = service && from - (intoDay - service.from) * MINUTE_MS;
  if (begunAt !== undefined && (lastDeliveryAt === null || lastDeliveryAt < begunAt)) return true;
  return services.some((next) => [next.from, next.from + 24 * 60].some((at) => at > intoDay && at < until));
}

/** F21d: the gaps that screens show: those that ended within the last hour, oldest first, close ones merged. */
export function gapsToShow(gaps: readonly Gap[], now: Instant): EndedGap[] {
  const shown: EndedGap[] = [];
  const ended = gaps.filter((gap): gap is EndedGap => gap.to !== null && gap.to > now - GAP_SHOWN_MS);
  for (const gap of ended.toSorted((a, b) => a.from - b.from)) {
    const last = shown.at(-1);
    if (!last || gap.from - last.to >= ONE_GAP_MS) shown.push({ ...gap });
    else last.to = Math.max(last.to, gap.to);
  }
  return shown;
}
