import type { NoteKind, Ticket } from '../../contract/live';

/** A course in the list. Durations in milliseconds. */
export type ListedCourse = {
  ticket: Ticket;
  businessDay: string;
  overtime: { isLate: boolean; cookingMs: number; passMs: number };
};

/** An order and how its evening went. */
export type ListedEvening = {
  orderKey: number;
  courses: ListedCourse[];
  lateCourses: number;
  overMs: number;
  longestWaitMs: number | null;
  visitMs: number | null;
};

/** What a page of history shows. */
export type Listing =
  | {
      by: 'course';
      courses: ListedCourse[];
      /** How many fit in all; null where they are too many to be counted quickly. */
      count: number | null;
      /** Where older ones begin. */
      next: string | null;
      /** Whether this is not the beginning of the list. */
      isFurther: boolean;
    }
  | {
      by: 'table';
      evenings: ListedEvening[];
      total: number;
      /** The courses that fit, of all these orders. */
      count: number;
      offset: number;
      next: string | null;
    }
  | { by: 'table'; mostDays: number };

/** All that is known of a course. */
export type Story = ListedCourse & {
  /** Its table's evening; without a table its order. */
  evening: Ticket[];
  notes: { id: string; kind: NoteKind; screen: string; at: string }[];
  deliveries: StoryDelivery[];
  /** More than are there where somebody repeated for ever. */
  deliveryCount: number;
};

/** A message of the POS that told of the course. */
export type StoryDelivery = {
  id: string;
  receivedAt: string;
  outcome: 'applied' | 'repeat' | 'ignored' | 'unreadable' | 'follow-up';
  step: number;
  at: string;
  round: number | null;
  bodySha256: string;
  bytes: number;
  body: string | null;
  pretty: string | null;
};
