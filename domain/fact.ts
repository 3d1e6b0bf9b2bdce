import type { OrderKind } from '../contract/live';

/** Epoch milliseconds by the POS's clock, unless a name says otherwise. */
export type Instant = number;

/** The names that the POS gives an order. `otherOrderId` is the cafeteria order that came beside a table order. */
export type OrderNames = {
  kind: OrderKind;
  orderId: string | null;
  otherOrderId: string | null;
  year: number | null;
  number: number | null;
  ticketNumber: number | null;
};

/** A table as one event names it: number and sub-number are text, because the POS's are bigints. */
export type TableNamed = { number: string; subNumber: string; name: string | null; guests: number | null };

/** What one event says of its table. Without a number it names no table, only the party at it. */
export type FactTable = TableNamed | { number: null; subNumber: null; name: string | null; guests: number | null };

export type CourseNamed = { number: number; name: string | null; abbreviation: string | null; sequence: number | null };

type Told = {
  at: Instant;
  /** A tie-break only: it normally rises and now and then restarts. */
  counter: number | null;
  /** SHA-256 of the delivery's body, lower-case hexadecimal. */
  bodySha256: string;
  order: OrderNames;
  table: FactTable | null;
  course: CourseNamed;
  /** The POS's expected preparation time in its own, unknown unit. */
  expectedRaw: number | null;
};

export type CourseStarted = Told & { type: 'CourseStarted' };
/** `posRaw` is the preparation time that the POS measured itself, in its own unit. */
export type CourseCompleted = Told & { type: 'CourseCompleted'; posRaw: number | null };
export type CourseServed = Told & { type: 'CourseServed' };

/** What the POS said of one course of one order. */
export type Fact = CourseStarted | CourseCompleted | CourseServed;
export type FactType = Fact['type'];

/** The order of steps at one instant (F1), and the number under which a step is stored. */
export const STEP: Record<FactType, 1 | 2 | 3> = { CourseStarted: 1, CourseCompleted: 2, CourseServed: 3 };

/** F1: the order in which the facts of one order count. Arrival is not part of it. */
export function compareFacts(a: Fact, b: Fact): number {
  return (
    a.at - b.at ||
    STEP[a.type] - STEP[b.type] ||
    compareCounters(a, b) ||
    a.course.number - b.course.number ||
    compareText(a.bodySha256, b.bodySha256)
  );
}

/** F1: of two deliveries that tell the same fact, whether `challenger` gives its content. */
export function outranks(challenger: Fact, holder: Fact): boolean {
  return (compareCounters(challenger, holder) || compareText(challenger.bodySha256, holder.bodySha256)) > 0;
}

/** F1: what makes two deliveries of one order the same fact. */
export function factKey(fact: Fact): string {
  return `${fact.course.number}/${STEP[fact.type]}/${fact.at}`;
}

/** F1: whether two deliveries of one order tell the same fact, without making a text of either. */
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
