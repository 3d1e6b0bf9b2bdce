import type { OrderKind } from '../contract/constants';
import type { InstantText } from '../contract/live';

/** Epoch milliseconds by the POS's clock, unless the name says otherwise. */
export type Instant = number;

/** When the steps of a course were pressed; null for those that were not. */
export type CourseSteps = { startedAt: Instant | null; readyAt: Instant | null; servedAt: Instant | null };

/**
 * The identifiers of an order in the POS. `otherOrderId` is the cafeteria order that was sent along with a table order.
 */
export type OrderNames = {
  kind: OrderKind;
  orderId: string | null;
  otherOrderId: string | null;
  year: number | null;
  number: number | null;
  ticketNumber: number | null;
};

/** A table as one event names it: number and sub-number are strings because they are bigints in the POS. */
export type TableNamed = { number: string; subNumber: string; name: string | null; guests: number | null };

/** The table in one event. Without a number it identifies no table, but has the name and size of the party. */
export type FactTable = TableNamed | { number: null; subNumber: null; name: string | null; guests: number | null };

export type CourseNamed = { number: number; name: string | null; abbreviation: string | null; sequence: number | null };

type FactBase = {
  at: Instant;
  /** Used only to break ties: it normally increases, but restarts occasionally. */
  counter: number | null;
  /** SHA-256 of the delivery's body, lower-case hexadecimal. */
  bodySha256: string;
  order: OrderNames;
  table: FactTable | null;
  course: CourseNamed;
  /** The expected preparation time from the POS, in its own, unknown unit. */
  expectedRaw: number | null;
};

export type CourseStarted = FactBase & { type: 'CourseStarted' };
/** `posRaw` is the preparation time that the POS measured, in its own unit. */
export type CourseCompleted = FactBase & { type: 'CourseCompleted'; posRaw: number | null };
export type CourseServed = FactBase & { type: 'CourseServed' };

/** One event from the POS about one course of one order. */
export type Fact = CourseStarted | CourseCompleted | CourseServed;
export type FactType = Fact['type'];

/** The order of steps at the same instant (F1); also the number that the database stores for a step. */
export const STEP: Record<FactType, 1 | 2 | 3> = { CourseStarted: 1, CourseCompleted: 2, CourseServed: 3 };

/** F1: sorts the facts of one order, independently of their order of arrival. */
export function compareFacts(a: Fact, b: Fact): number {
  return (
    a.at - b.at ||
    STEP[a.type] - STEP[b.type] ||
    compareCounters(a, b) ||
    a.course.number - b.course.number ||
    compareText(a.bodySha256, b.bodySha256)
  );
}

/** F1: whether `challenger` replaces `holder` when two deliveries contain the same fact. */
export function outranks(challenger: Fact, holder: Fact): boolean {
  return (compareCounters(challenger, holder) || compareText(challenger.bodySha256, holder.bodySha256)) > 0;
}

/** F1: the identity of a fact within its order. */
export function factKey(fact: Fact): string {
  return `${fact.course.number}/${STEP[fact.type]}/${fact.at}`;
}

/** F1: the same as comparing `factKey`, without allocating strings. */
export function isSameFact(a: Fact, b: Fact): boolean {
  return a.at === b.at && a.type === b.type && a.course.number === b.course.number;
}

function compareCounters(a: Fact, b: Fact): number {
  if (a.counter === b.counter) return 0;
  if (a.counter === null) return -1;
  if (b.counter === null) return 1;
  return a.counter - b.counter;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Converts epoch milliseconds to ISO 8601; null stays null. */
export function toIso(at: Instant): InstantText;
export function toIso(at: Instant | null): InstantText | null;
export function toIso(at: Instant | null): InstantText | null {
  return at === null ? null : new Date(at).toISOString();
}
