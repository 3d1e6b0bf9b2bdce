import type { DeliveryOutcome } from '../../contract/deliveries';
import type { Ticket, TicketActionKind } from '../../contract/live';

/** A course in the list. Durations in milliseconds. */
export type ListedCourse = {
  ticket: Ticket;
  businessDay: string;
  overtime: { isLate: boolean; cookingMs: number; passMs: number };
};

/** An order and its visit. */
export type ListedVisit = {
  orderKey: number;
  courses: ListedCourse[];
  lateCourses: number;
  overMs: number;
  longestWaitMs: number | null;
  visitMs: number | null;
};

/** Data of a history page. */
export type Listing =
  | {
      by: 'course';
      courses: ListedCourse[];
      /** Total number of matches; null if counting would take too long. */
      count: number | null;
      /** Cursor of the next, older page. */
      next: string | null;
      /** Whether this is a later page. */
      isFurther: boolean;
    }
  | {
      by: 'table';
      visits: ListedVisit[];
      total: number;
      /** Number of matching courses in all these orders. */
      count: number;
      offset: number;
      next: string | null;
    }
  | { by: 'table'; mostDays: number };

/** All details of a course. */
export type CourseDetails = ListedCourse & {
  /** The visit of its table, or without a table its order. */
  tableCourses: Ticket[];
  actions: { id: string; kind: TicketActionKind; screen: string; at: string }[];
  deliveries: CourseDelivery[];
  /** More deliveries exist if the POS kept repeating. */
  deliveryCount: number;
};

/** A delivery of the POS about the course. */
export type CourseDelivery = {
  id: string;
  receivedAt: string;
  outcome: DeliveryOutcome;
  step: number;
  at: string;
  round: number | null;
  bodySha256: string;
  bytes: number;
  erasedAt: string | null;
  body: string | null;
  pretty: string | null;
};
