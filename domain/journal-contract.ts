import type { OrderKind } from './fact';
import type { InstantText } from './live-contract';

// What the journal tells of deliveries, of requests that were refused and of subscriptions: to programs and to pages.

/** What became of a delivery (design, section 3). */
export const OUTCOMES = ['applied', 'repeat', 'ignored', 'unreadable', 'follow-up'] as const;
export type DeliveryOutcome = (typeof OUTCOMES)[number];

/** Why a delivery came to its outcome, as far as the journal says more than that. */
export const CAUSES = [
  'content-type',
  'not-json',
  'no-details',
  'no-order',
  'member',
  'not-stored',
  'till',
  'unknown-event',
  'same-bytes',
  'pos-reports',
  'path-slip',
  'told-twice',
] as const;
export type DeliveryCause = (typeof CAUSES)[number];

/** What a delivery says of a course, as it was read. What is not known is null. */
export type ToldCourse = {
  event: string;
  /** POS time. */
  at: InstantText;
  order: { kind: OrderKind; number: number | null; ticketNumber: number | null };
  table: { number: string; subNumber: string; name: string | null; guests: number | null } | null;
  course: { number: number; name: string | null; abbreviation: string | null };
};

/** A delivery as the journal tells it. */
export type JournalDelivery = {
  id: string;
  receivedAt: InstantText;
  subscription: string;
  pathEvent: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  /** Null too for a reason that is none of those that have a name. */
  cause: DeliveryCause | null;
  branch: number | null;
  ticketId: string | null;
  /** Null for a delivery that tells of no course. */
  told: ToldCourse | null;
  /** Those that help to understand it; of a signature only the beginning. */
  headers: Record<string, string>;
  bodySha256: string;
  /** The body as text; null where its bytes are none. */
  body: string | null;
  /** The bytes of a body that is not text, as Base64. */
  bodyBase64: string | null;
};

export type JournalPage = {
  deliveries: JournalDelivery[];
  nextCursor: string | null;
  /** Set where the page was ended before it was full, so as not to keep anybody waiting: so far back it has looked. */
  lookedBackTo: InstantText | null;
};

export type OutcomeCounts = Record<DeliveryOutcome, number>;

/** How many deliveries came lately. */
export type JournalCounts = {
  countedAt: InstantText;
  lastHour: OutcomeCounts;
  lastDay: OutcomeCounts;
  /** False where so many came that only the newest of the day were counted. */
  isWholeDay: boolean;
  /** All that could not be read, of any day. */
  unreadable: number;
};

export type JournalReplay = {
  replayed: number;
  applied: number;
  /** As they are now. */
  deliveries: JournalDelivery[];
  nextCursor: string | null;
};
