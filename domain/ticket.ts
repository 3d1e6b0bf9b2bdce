import { type BranchCalendar, nextCutOff } from './business-day';
import type { Instant, OrderNames, TableNamed } from './fact';
import type { FoldedTicket } from './fold';
import type { Limits } from './limits';
import type { ClosedBy, InstantText, KitchenTicketState, Mark, Ticket } from './live-contract';
import { inSeconds, type PreparationUnit } from './preparation-unit';

/** A folded ticket in its place: what is kept of it, and what every reading of it starts from. */
export type KeptTicket = FoldedTicket & {
  orderKey: number;
  branch: number;
  order: OrderNames;
  table: TableNamed | null;
  closedAt: Instant | null;
  closedBy: ClosedBy | null;
  version: number;
};

type Steps = Pick<FoldedTicket, 'startedAt' | 'readyAt' | 'servedAt' | 'lastNewsAt'>;

/** F8: the state of a ticket in the POS's own words. */
export function ticketState(ticket: Pick<Steps, 'readyAt' | 'servedAt'>): KitchenTicketState {
  if (ticket.servedAt !== null) return 'KITCHEN-TICKET-STATE-COMPLETED';
  return ticket.readyAt !== null ? 'KITCHEN-TICKET-STATE-READYFORPICKUP' : 'KITCHEN-TICKET-STATE-STARTED';
}

/** F9: when we close a ticket that nobody serves; null for a served one. Needs no now: a later fact moves it. */
export function closesAt(ticket: Steps, limits: Pick<Limits, 'autoCloseMs'>, calendar: BranchCalendar): Instant | null {
  if (ticket.servedAt !== null) return null;
  return Math.min(ticket.lastNewsAt + limits.autoCloseMs, nextCutOff(ticket.lastNewsAt, calendar));
}

/** F9: how a ticket stands at `now` by the POS's clock: open, served, or closed by us. */
export function closing(
  ticket: Steps,
  now: Instant,
  limits: Pick<Limits, 'autoCloseMs'>,
  calendar: BranchCalendar,
): { closedAt: Instant | null; closedBy: ClosedBy | null } {
  if (ticket.servedAt !== null) return { closedAt: ticket.servedAt, closedBy: 'pos' };
  const at = closesAt(ticket, limits, calendar);
  return at !== null && at <= now ? { closedAt: at, closedBy: 'heatlamp' } : { closedAt: null, closedBy: null };
}

export type Deadlines = { warnAt: Instant | null; lateAt: Instant | null; veryLateAt: Instant | null };

const NO_DEADLINES: Deadlines = { warnAt: null, lateAt: null, veryLateAt: null };

/** F11: the instants after which a ticket counts as slow, late and very late. `expectedSeconds` is null if unknown. */
export function deadlines(ticket: Steps, expectedSeconds: number | null, limits: Limits): Deadlines {
  if (ticket.servedAt !== null) return NO_DEADLINES;
  if (ticket.readyAt !== null) {
    return {
      warnAt: ticket.readyAt + limits.readyWarnMs,
      lateAt: ticket.readyAt + limits.readyLateMs,
      veryLateAt: null,
    };
  }
  return cookingDeadlines(ticket.startedAt, expectedSeconds, limits);
}

/** F11: the limits of the preparation alone, whatever came after it. */
export function cookingDeadlines(startedAt: Instant | null, expectedSeconds: number | null, limits: Limits): Deadlines {
  if (startedAt === null) return NO_DEADLINES;
  if (expectedSeconds === null) {
    return {
      warnAt: startedAt + limits.fallbackWarnMs,
      lateAt: startedAt + limits.fallbackLateMs,
      veryLateAt: startedAt + limits.fallbackVeryLateMs,
    };
  }
  const after = (percent: number) => startedAt + Math.round(expectedSeconds * 10 * percent);
  return {
    warnAt: after(limits.warnPercent),
    lateAt: after(limits.latePercent),
    veryLateAt: after(limits.veryLatePercent),
  };
}

/** How a branch reads its tickets: the unit of its POS, and the limits of a course. */
export type Reading = { unit: PreparationUnit | null; limitsOf: (courseNumber: number) => Limits };

/** `<order key>-<course>-<round>` */
export function ticketId(ticket: { orderKey: number; course: { number: number }; round: number }): string {
  return `${ticket.orderKey}-${ticket.course.number}-${ticket.round}`;
}

/** A kept ticket as the contract tells it to others. */
export function readTicket(kept: KeptTicket, reading: Reading): Ticket {
  const expectedSeconds = inSeconds(kept.expectedRaw, reading.unit);
  const limits = deadlines(kept, expectedSeconds, reading.limitsOf(kept.course.number));
  const open = kept.closedAt === null;
  return {
    id: ticketId(kept),
    branch: kept.branch,
    orderKind: kept.order.kind,
    orderId: kept.order.orderId,
    orderYear: kept.order.year,
    orderNumber: kept.order.number,
    ticketNumber: kept.order.ticketNumber,
    table: kept.table,
    course: kept.course,
    round: kept.round,
    state: ticketState(kept),
    startedAt: told(kept.startedAt),
    readyAt: told(kept.readyAt),
    servedAt: told(kept.servedAt),
    closedAt: told(kept.closedAt),
    closedBy: kept.closedBy,
    expectedSeconds,
    posSeconds: inSeconds(kept.posRaw, reading.unit),
    measuredSeconds: kept.measuredMs === null ? null : kept.measuredMs / 1000,
    warnAt: open ? told(limits.warnAt) : null,
    lateAt: open ? told(limits.lateAt) : null,
    veryLateAt: open ? told(limits.veryLateAt) : null,
    claim: null,
    collected: null,
    hiddenOn: [],
    marks: marksOf(kept, reading.unit),
    version: kept.version,
  };
}

/** An instant as the contract writes it. */
export function told(at: Instant): InstantText;
export function told(at: Instant | null): InstantText | null;
export function told(at: Instant | null): InstantText | null {
  return at === null ? null : new Date(at).toISOString();
}

function marksOf(kept: KeptTicket, unit: PreparationUnit | null): Mark[] {
  const marks: Mark[] = [...kept.marks];
  const hasRawTimes = (kept.expectedRaw ?? 0) > 0 || (kept.posRaw ?? 0) > 0;
  if (unit === null && hasRawTimes) marks.push('unit-unknown');
  if (kept.closedBy === 'heatlamp') marks.push('auto-closed');
  return marks;
}
