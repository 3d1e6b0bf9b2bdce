import type { CoursePace, LiveFigures, OldestOpen, OpenCourses, Pace } from '../contract/live-branches';
import { groupBy } from '../lib/collections';
import { percentile } from '../lib/percentile';
import { bulkSpans, isWithin, type Span } from './bulk';
import { overtimeOf } from './course-times';
import { type Instant, toIso } from './fact';
import { inSeconds } from './preparation-unit';
import { deadlines, type KeptTicket, type Reading, ticketId } from './ticket';

/** F20: the live figures cover this period up to now. */
const LIVE_FIGURES_MS = 15 * 60_000;
/** The branch's now may be this much behind its POS's clock without being corrected (contract, Time). */
const CLOCKS_DIFFER_MS = 2_000;

/** F20: the live figures of a branch at `now` (POS time), from its open and recently closed tickets. */
export function liveFigures(tickets: Iterable<KeptTicket>, reading: Reading, now: Instant): LiveFigures {
  const known = [...tickets];
  const ready: KeptTicket[] = [];
  const cooking: KeptTicket[] = [];
  const onPass: KeptTicket[] = [];
  for (const ticket of known) {
    if (ticket.readyAt !== null && ticket.readyAt > now - LIVE_FIGURES_MS && ticket.readyAt <= now + CLOCKS_DIFFER_MS)
      ready.push(ticket);
    if (isInFlight(ticket)) (isCooking(ticket) ? cooking : onPass).push(ticket);
  }
  return {
    pace: paceOf(ready, bulksAmong(known), reading),
    cooking: openCourses(cooking, reading, now),
    onPass: openCourses(onPass, reading, now),
    oldest: oldestOf([...cooking, ...onPass], reading),
  };
}

/** Whether a course is still in the kitchen or on the pass: not closed, collected or presumed served (F22). */
export function isInFlight({
  closedAt,
  effects,
  presumed,
}: Pick<KeptTicket, 'closedAt' | 'effects' | 'presumed'>): boolean {
  return closedAt === null && effects.collected === null && presumed === null;
}

/** Whether a course is in flight, and not ready yet. */
export function isCooking(ticket: Pick<KeptTicket, 'closedAt' | 'effects' | 'presumed' | 'readyAt'>): boolean {
  return isInFlight(ticket) && ticket.readyAt === null;
}

/** F14: the periods in which courses were completed, or served, in bulk. */
type Bulks = { completed: Span[]; served: Span[] };

function bulksAmong(tickets: readonly KeptTicket[]): Bulks {
  const spans = (step: 'readyAt' | 'servedAt') => {
    const steps = tickets
      .flatMap((ticket) => (ticket[step] === null ? [] : [{ at: ticket[step], order: ticket.orderKey }]))
      .toSorted((a, b) => a.at - b.at);
    return bulkSpans(
      steps.map(({ at }) => at),
      steps.map(({ order }) => order),
    );
  };
  return { completed: spans('readyAt'), served: spans('servedAt') };
}

function isBulk({ readyAt, servedAt }: KeptTicket, { completed, served }: Bulks): boolean {
  return (readyAt !== null && isWithin(completed, readyAt)) || (servedAt !== null && isWithin(served, servedAt));
}

function paceOf(ready: readonly KeptTicket[], bulks: Bulks, reading: Reading): Pace {
  const counted = ready.filter(isMeasured).filter((ticket) => !isBulk(ticket, bulks));
  const leftOut = ready.filter((ticket) => !isMeasured(ticket) || isBulk(ticket, bulks));
  return {
    counted: counted.map(ticketId),
    leftOut: leftOut.map(ticketId),
    preparationSeconds: counted.length === 0 ? null : medianPreparation(counted),
    against: againstExpected(counted, reading),
    late: counted.filter((ticket) => wasLate(ticket, reading)).map(ticketId),
    courses: [...groupBy(counted, ({ course }) => course.number)]
      .toSorted(([a], [b]) => a - b)
      .map(([, tickets]) => coursePace(tickets, reading)),
  };
}

function coursePace(tickets: readonly Measured[], reading: Reading): CoursePace {
  const newest = tickets.reduce((last, ticket) => (isNewer(ticket, last) ? ticket : last));
  return {
    course: newest.course,
    counted: tickets.map(ticketId),
    preparationSeconds: medianPreparation(tickets),
    against: againstExpected(tickets, reading),
  };
}

/** Compares ids if both became ready at the same instant, so that the result does not depend on the order in memory. */
function isNewer(a: Measured, b: Measured): boolean {
  const [readyA, readyB] = [a.readyAt ?? 0, b.readyAt ?? 0];
  return readyA === readyB ? ticketId(a) > ticketId(b) : readyA > readyB;
}

function medianPreparation(tickets: readonly Measured[]): number {
  return percentile(
    tickets.map(({ measuredMs }) => measuredMs / 1000),
    0.5,
  );
}

/** F20a */
function againstExpected(tickets: readonly Measured[], { unit }: Reading): Pace['against'] {
  const differences = tickets.flatMap(({ expectedRaw, measuredMs }) => {
    const expected = inSeconds(expectedRaw, unit);
    return expected === null ? [] : [measuredMs / 1000 - expected];
  });
  return differences.length === 0 ? null : { count: differences.length, behindSeconds: percentile(differences, 0.5) };
}

type Measured = KeptTicket & { measuredMs: number };

function isMeasured(ticket: KeptTicket): ticket is Measured {
  return ticket.measuredMs !== null;
}

function wasLate(ticket: Measured, reading: Reading): boolean {
  const expected = inSeconds(ticket.expectedRaw, reading.unit);
  return overtimeOf(ticket, expected, reading.limitsOf(ticket.course.number), ticket.lastNewsAt).isLate;
}

function openCourses(tickets: readonly KeptTicket[], reading: Reading, now: Instant): OpenCourses {
  const guests = new Map(tickets.map(({ orderKey, table }) => [orderKey, table?.guests ?? 0]));
  return {
    tickets: tickets.map(ticketId),
    guests: [...guests.values()].reduce((sum, count) => sum + count, 0),
    late: tickets.filter((ticket) => (lateAtOf(ticket, reading) ?? Number.POSITIVE_INFINITY) <= now).map(ticketId),
  };
}

function lateAtOf(ticket: KeptTicket, reading: Reading): Instant | null {
  const expected = inSeconds(ticket.expectedRaw, reading.unit);
  return deadlines(ticket, expected, reading.limitsOf(ticket.course.number)).lateAt;
}

function oldestOf(open: readonly KeptTicket[], reading: Reading): OldestOpen | null {
  const [oldest] = open.toSorted((a, b) => sinceOf(a) - sinceOf(b) || (ticketId(a) < ticketId(b) ? -1 : 1));
  if (!oldest) return null;
  return {
    ticket: ticketId(oldest),
    course: oldest.course,
    table: oldest.table,
    orderNumber: oldest.order.number,
    ticketNumber: oldest.order.ticketNumber,
    state: oldest.readyAt === null ? 'cooking' : 'ready',
    since: toIso(sinceOf(oldest)),
    lateAt: toIso(lateAtOf(oldest, reading)),
  };
}

function sinceOf({ startedAt, readyAt, lastNewsAt }: KeptTicket): Instant {
  return startedAt ?? readyAt ?? lastNewsAt;
}
