import type { OrderKind } from '../contract/constants';
import type { ClosedBy, KitchenTicketState, Mark, Ticket } from '../contract/live';
import type { PreparationUnit } from '../contract/settings';
import { type BranchCalendar, nextCutOff } from './business-day';
import { type Instant, type OrderNames, type TableNamed, toIso } from './fact';
import type { FoldedTicket } from './fold';
import type { Limits } from './limits';
import { inSeconds } from './preparation-unit';
import { type Company, type Presumed, type PresumingLimits, presumedServed } from './presumed';
import {
  type ActionBy,
  type ActionEffects,
  claimEndsAt,
  foldActions,
  heldAt,
  type TicketAction,
  withoutClaim,
} from './ticket-action';

/** A folded ticket with its order, table and actions, as it is kept in memory. */
export type KeptTicket = FoldedTicket & {
  orderKey: number;
  branch: number;
  order: OrderNames;
  table: TableNamed | null;
  /** When its order came to that table. */
  seatedAt: Instant;
  closedAt: Instant | null;
  closedBy: ClosedBy | null;
  /** F10: the effect of the actions on it. */
  effects: ActionEffects;
  /** F22: null until it is presumed served. */
  presumed: Presumed | null;
  version: number;
};

type Steps = Pick<FoldedTicket, 'startedAt' | 'readyAt' | 'servedAt' | 'lastNewsAt'>;
type ClosingLimits = PresumingLimits & Pick<Limits, 'autoCloseMs' | 'collectedClosesMs'>;

type RoundOfCourse = Pick<FoldedTicket, 'course' | 'round'>;

/** Whether two tickets of the same order are the same round of the same course. */
export function isSameRound(a: RoundOfCourse, b: RoundOfCourse): boolean {
  return a.round === b.round && a.course.number === b.course.number;
}

/** When a course began: its start or, if that is missing, its next known step. History is sorted by it. */
export function beganAtOf({ startedAt, readyAt, servedAt, lastNewsAt }: Steps): Instant {
  return startedAt ?? readyAt ?? servedAt ?? lastNewsAt;
}

/** F8: the state of a ticket as a value of the POS's enumeration. */
export function ticketState(ticket: Pick<Steps, 'readyAt' | 'servedAt'>): KitchenTicketState {
  if (ticket.servedAt !== null) return 'KITCHEN-TICKET-STATE-COMPLETED';
  return ticket.readyAt !== null ? 'KITCHEN-TICKET-STATE-READYFORPICKUP' : 'KITCHEN-TICKET-STATE-STARTED';
}

/** F9a: when a ticket is auto-closed; null if it was served, collected or confirmed. A later fact postpones it. */
export function closesAt(
  ticket: Steps & { effects: ActionEffects },
  limits: Pick<Limits, 'autoCloseMs'>,
  calendar: BranchCalendar,
): Instant | null {
  const { collected, confirmed } = ticket.effects;
  return ticket.servedAt === null && !collected && !confirmed ? forgottenAt(ticket, limits, calendar) : null;
}

function forgottenAt({ lastNewsAt }: Steps, limits: Pick<Limits, 'autoCloseMs'>, calendar: BranchCalendar): Instant {
  return Math.min(lastNewsAt + limits.autoCloseMs, nextCutOff(lastNewsAt, calendar));
}

/** The current time by both clocks: the branch's now (POS time), and the server's, which dates actions. */
export type Moment = { now: Instant; serverNow: Instant };

/** The part of a ticket that depends on actions and on the current time. */
export type Standing = {
  effects: ActionEffects;
  closedAt: Instant | null;
  closedBy: ClosedBy | null;
  presumed: Presumed | null;
};

type Folded = Steps & { order: { kind: OrderKind } };

/** F9, F10, F22: whether a ticket is open, presumed served, served, auto-closed, or closed by a screen at a moment. */
export function standingAt(
  ticket: Folded,
  actions: readonly TicketAction[],
  { now, serverNow }: Moment,
  limits: ClosingLimits,
  calendar: BranchCalendar,
  company: Company,
): Standing {
  const effects = heldAt(foldActions(actions, ticket), serverNow, limits);
  if (ticket.servedAt !== null) return { effects, closedAt: ticket.servedAt, closedBy: 'pos', presumed: null };
  const { collected, confirmed } = effects;
  const planned = presumedServed({ ...ticket, effects }, company, limits);
  const presumed = planned && planned.at <= now ? planned : null;
  if (confirmed) return { effects, closedAt: confirmed.at, closedBy: 'screen', presumed };
  if (collected) {
    // Compared in server time, because the offset of the POS's clock may have changed since the tap.
    const isOver = collected.receivedAt + limits.collectedClosesMs <= serverNow;
    return isOver
      ? { effects, closedAt: collected.at + limits.collectedClosesMs, closedBy: 'screen', presumed }
      : { effects, closedAt: null, closedBy: null, presumed };
  }
  const at = forgottenAt(ticket, limits, calendar);
  return at <= now
    ? {
        effects: withoutClaim(effects),
        closedAt: at,
        closedBy: 'heatlamp',
        presumed: presumed && presumed.at < at ? presumed : null,
      }
    : { effects, closedAt: null, closedBy: null, presumed };
}

/** F9: whether a ticket was closed or presumed served by time after `now`, because now was later when it was computed. */
export function changedAfter(
  { closedAt, closedBy, presumed }: Pick<KeptTicket, 'closedAt' | 'closedBy' | 'presumed'>,
  now: Instant,
): boolean {
  return (closedBy === 'heatlamp' && closedAt !== null && closedAt > now) || (presumed !== null && presumed.at > now);
}

/**
 * F9, F10, F22: when an open ticket must be updated because it closes, is presumed served, or its claim expires; infinity
 * for never. In server time, which is `posOffsetMs` ahead of POS time.
 */
export function ticketDueAt(
  ticket: Pick<KeptTicket, 'effects' | 'closedAt' | 'presumed'> & Folded,
  posOffsetMs: number,
  limits: ClosingLimits,
  calendar: BranchCalendar,
  company: Company,
): Instant {
  if (ticket.closedAt !== null) return Number.POSITIVE_INFINITY;
  const { claim, collected } = ticket.effects;
  const claimEnds = claim ? claimEndsAt(claim, limits) : Number.POSITIVE_INFINITY;
  if (collected) return Math.min(claimEnds, collected.receivedAt + limits.collectedClosesMs);
  const closes = ticket.servedAt === null ? forgottenAt(ticket, limits, calendar) : Number.POSITIVE_INFINITY;
  const planned = ticket.presumed || ticket.readyAt === null ? null : presumedServed(ticket, company, limits);
  return Math.min(claimEnds, Math.min(closes, planned?.at ?? closes) + posOffsetMs);
}

type Deadlines = { warnAt: Instant | null; lateAt: Instant | null; veryLateAt: Instant | null };

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

/** F11: the limits of the preparation, ignoring later steps. */
export function cookingDeadlines(startedAt: Instant | null, expectedSeconds: number | null, limits: Limits): Deadlines {
  if (startedAt === null) return NO_DEADLINES;
  if (expectedSeconds === null) {
    return {
      warnAt: startedAt + limits.fallbackWarnMs,
      lateAt: startedAt + lateAfterMs(null, limits),
      veryLateAt: startedAt + limits.fallbackVeryLateMs,
    };
  }
  const after = (percent: number) => startedAt + Math.round(expectedSeconds * 10 * percent);
  return {
    warnAt: after(limits.warnPercent),
    lateAt: startedAt + lateAfterMs(expectedSeconds, limits),
    veryLateAt: after(limits.veryLatePercent),
  };
}

/** F11: how long a preparation may take before it is late, in ms. `expectedSeconds` is null if unknown. */
export function lateAfterMs(
  expectedSeconds: number | null,
  limits: Pick<Limits, 'latePercent' | 'fallbackLateMs'>,
): number {
  return expectedSeconds === null ? limits.fallbackLateMs : Math.round(expectedSeconds * 10 * limits.latePercent);
}

/** The settings of a branch that are needed to read its tickets: the unit of its POS, and the limits of each course. */
export type Reading = { unit: PreparationUnit | null; limitsOf: (courseNumber: number) => Limits };

/** Returns `<order key>-<course>-<round>`. */
export function ticketId(ticket: { orderKey: number; course: { number: number }; round: number }): string {
  return `${ticket.orderKey}-${ticket.course.number}-${ticket.round}`;
}

/** Converts a kept ticket to a ticket of the contract. */
export function readTicket(kept: KeptTicket, reading: Reading): Ticket {
  const expectedSeconds = inSeconds(kept.expectedRaw, reading.unit);
  const limits = deadlines(kept, expectedSeconds, reading.limitsOf(kept.course.number));
  const open = kept.closedAt === null && kept.presumed === null;
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
    startedAt: toIso(kept.startedAt),
    readyAt: toIso(kept.readyAt),
    servedAt: toIso(kept.servedAt),
    closedAt: toIso(kept.closedAt),
    closedBy: kept.closedBy,
    expectedSeconds,
    posSeconds: inSeconds(kept.posRaw, reading.unit),
    measuredSeconds: kept.measuredMs === null ? null : kept.measuredMs / 1000,
    warnAt: open ? toIso(limits.warnAt) : null,
    lateAt: open ? toIso(limits.lateAt) : null,
    veryLateAt: open ? toIso(limits.veryLateAt) : null,
    claim: shownAction(kept.effects.claim),
    collected: shownAction(kept.effects.collected),
    presumedServed: kept.presumed && { at: toIso(kept.presumed.at), reason: kept.presumed.reason },
    hiddenOn: kept.effects.hiddenOn,
    marks: marksOf(kept, reading.unit),
    changes: kept.changes,
    version: kept.version,
  };
}

function marksOf(kept: KeptTicket, unit: PreparationUnit | null): Mark[] {
  const marks: Mark[] = [...kept.marks];
  const hasRawTimes = (kept.expectedRaw ?? 0) > 0 || (kept.posRaw ?? 0) > 0;
  if (unit === null && hasRawTimes) marks.push('unit-unknown');
  if (kept.closedBy === 'heatlamp') marks.push('auto-closed');
  if (kept.closedBy === 'screen' && kept.effects.collected) marks.push('collected');
  if (kept.presumed) marks.push('presumed-served');
  return marks;
}

function shownAction(action: ActionBy | null): Ticket['claim'] {
  return action && { by: action.by, at: toIso(action.at) };
}
