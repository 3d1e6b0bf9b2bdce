import type { Ticket } from '../../contract/live';
import { isPresumed } from '../ticket/ticket-state';
import { toMs } from '../time/clock-text';

/** A time range, epoch ms by the POS's clock. An open one continues. */
export type Stretch = {
  from: number;
  to: number;
  isOpen: boolean;
  /** Start of the part that was too long; null if none was, or without a limit. */
  lateFrom: number | null;
};

/**
 * `forgotten`: nobody served it in the POS and Heatlamp closed it, so the time it left the pass is unknown. `presumed`: that
 * is unknown too, but it counts as served and may be brought back.
 */
type CourseEnd = 'cooking' | 'waiting' | 'served' | 'collected' | 'presumed' | 'forgotten';

/** Times of a course, as far as the POS or an action reported them. */
export type CourseTimes = {
  ticket: Ticket;
  began: number;
  cooking: Stretch | null;
  waiting: Stretch | null;
  /** When it was expected to be ready. */
  expectedAt: number | null;
  end: CourseEnd;
  /** When it reached the table. */
  foodAt: number | null;
  /** The last known time; now for an open course. */
  to: number;
};

/** Times of a course; null without any event. A clock that went back causes no negative duration. */
export function courseTimes(ticket: Ticket, now: number): CourseTimes | null {
  const [startedAt, readyAt, servedAt] = [ticket.startedAt, ticket.readyAt, ticket.servedAt].map(toMs);
  const collectedAt = toMs(ticket.collected?.at ?? null);
  const foodAt = least(servedAt, collectedAt);
  const began = startedAt ?? readyAt ?? foodAt;
  if (began === null || began === undefined) return null;

  const isOpen = ticket.closedAt === null && foodAt === null && !isPresumed(ticket);
  const ended = isOpen ? Math.max(began, now) : foodAt;
  const expectedAt =
    startedAt != null && ticket.expectedSeconds !== null ? startedAt + ticket.expectedSeconds * 1000 : null;
  const limit = isOpen ? toMs(ticket.lateAt) : null;
  const cooking = stretch(startedAt, readyAt ?? ended, isOpen && readyAt == null, expectedAt ?? limit);
  const waiting = stretch(readyAt, ended, isOpen, limit);
  return {
    ticket,
    began,
    cooking,
    waiting,
    expectedAt,
    end: endOf(ticket, isOpen, servedAt, collectedAt),
    foodAt,
    to: Math.max(began, cooking?.to ?? began, waiting?.to ?? began, readyAt ?? began, foodAt ?? began),
  };
}

type Known = number | null | undefined;

function stretch(from: Known, to: Known, isOpen: boolean, limit: Known): Stretch | null {
  if (from == null || to == null) return null;
  const end = Math.max(from, to);
  return { from, to: end, isOpen, lateFrom: limit != null && limit < end ? Math.max(from, limit) : null };
}

function endOf(ticket: Ticket, isOpen: boolean, servedAt: Known, collectedAt: Known): CourseEnd {
  if (collectedAt != null && collectedAt < (servedAt ?? Number.POSITIVE_INFINITY)) return 'collected';
  if (servedAt != null) return 'served';
  if (isPresumed(ticket)) return 'presumed';
  if (!isOpen) return 'forgotten';
  return ticket.readyAt === null ? 'cooking' : 'waiting';
}

function least(a: Known, b: Known): number | null {
  const known = [a, b].filter((instant) => instant != null);
  return known.length > 0 ? Math.min(...known) : null;
}
