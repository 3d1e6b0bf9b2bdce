import type { GapCause } from '../contract/live';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from '../lib/time';
import { type BranchCalendar, calendarReader } from './business-day';
import type { Instant } from './fact';
import { intoBusinessDay, type ServiceSpan, serviceAt } from './services';

/** F21: a period in which events may be missing, by the server's clock; `to` is null while it lasts. */
export type Gap = { from: Instant; to: Instant | null; cause: GapCause };
export type EndedGap = Gap & { to: Instant };

/** F21d: screens show a gap for this long after its end. */
export const GAP_SHOWN_MS = HOUR_MS;
/** F21d: gaps less than this apart are shown as one. */
const ONE_GAP_MS = MINUTE_MS;
/** F21a: a kitchen with nothing in flight counts as closed once its POS has sent nothing for this long. */
const AT_WORK_MS = HOUR_MS;

/** What a branch was doing while the server was down. Instants by the server's clock. */
type AtWork = {
  /** Courses in flight when the server restarts. */
  inFlight: number;
  lastDeliveryAt: Instant | null;
  services: readonly ServiceSpan[];
  calendar: BranchCalendar;
};

/** F21a: whether the server may have missed events of a branch between `from` and `to`. */
export function mayHaveMissed(from: Instant, to: Instant, { inFlight, lastDeliveryAt, services, calendar }: AtWork) {
  if (inFlight > 0) return true;
  const placeOf = calendarReader(calendar);
  const [begin, end] = [placeOf(from), placeOf(to)];
  const service = services[serviceAt(begin.minute, services, calendar.cutOffMinute)];
  const intoDay = intoBusinessDay(begin.minute, calendar.cutOffMinute);
  // By the wall clock, in minutes since the same cut-off: a night may have an hour more or less.
  const until =
    (end.day - begin.day) * DAY_MINUTES +
    intoBusinessDay(end.minute, calendar.cutOffMinute) +
    (to % MINUTE_MS) / MINUTE_MS;
  // A period that spans the cut-off is a server that was switched off overnight, when the kitchen was closed.
  if (until < DAY_MINUTES && lastDeliveryAt !== null && from - lastDeliveryAt < AT_WORK_MS) return true;
  const begunAt = service && from - (from % MINUTE_MS) - (intoDay - service.from) * MINUTE_MS;
  if (begunAt !== undefined && (lastDeliveryAt === null || lastDeliveryAt < begunAt)) return true;
  return services.some((next) => [next.from, next.from + DAY_MINUTES].some((at) => at > intoDay && at < until));
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
