import type { DeliveryOutcome } from './constants';
import type { InstantText, Ticket, TicketActionKind } from './live';

/** How far a course exceeded its limits, in milliseconds; 0 if it did not or if that is unknown. */
export type Overtime = {
  /** F11: became ready after the cooking limit, or still cooks and has reached it: `late` in history. */
  isLate: boolean;
  cookingMs: number;
  /** Time on the pass beyond the limit. */
  passMs: number;
};

export type HistoryCourse = { ticket: Ticket; businessDay: string; overtime: Overtime };

/** The visit of one order, at a table or the counter. Durations in ms. */
export type HistoryVisit = {
  orderKey: number;
  /** The courses that began in the range, in order of their start. */
  courses: HistoryCourse[];
  lateCourses: number;
  /** Sum of the times by which its courses exceeded their limits, in the kitchen and on the pass. */
  overMs: number;
  /** Longest wait of the guests for food; null if unknown. */
  longestWaitMs: number | null;
  /** F15c; null if unknown. */
  visitMs: number | null;
};

/** Everything known about a course. */
export type CourseDetails = HistoryCourse & {
  /** Courses of all parties at its table on its business day; without a table, of its order. Oldest first. */
  tableCourses: Ticket[];
  /** The ticket actions on it, in order of receipt. */
  actions: CourseAction[];
  /** The deliveries about the course, in any round, in order of arrival. */
  deliveries: CourseDelivery[];
  /** How many there are, if not all are listed. */
  deliveryCount: number;
};

/** An action on a screen, with its time by the POS's clock of the branch. */
export type CourseAction = { id: string; kind: TicketActionKind; screen: string; at: InstantText };

/** A delivery of the POS about a course. */
export type CourseDelivery = {
  id: string;
  receivedAt: InstantText;
  pathEvent: string;
  outcome: DeliveryOutcome;
  /** 1 started, 2 completed, 3 served. */
  step: number;
  /** The instant of the event as the POS wrote it, by its own clock. */
  at: InstantText;
  /** The round of its fact; null if it has none. */
  round: number | null;
  /** When the body was erased; null while it is there. */
  erasedAt: InstantText | null;
  /** The body as text; null if it is not UTF-8, or was erased. */
  body: string | null;
  /** The body if it is not UTF-8. */
  bodyBase64: string | null;
};
