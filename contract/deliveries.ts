import type { BoardGap, InstantText, OrderKind } from './live';

// What the journal tells of deliveries, of requests that were refused and of subscriptions: to programs and to pages.

/** The outcome of a delivery (contract, Deliveries). */
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
  'read-before',
  'till',
  'unknown-event',
  'same-bytes',
  'pos-reports',
  'path-slip',
  'told-twice',
  'left-out',
] as const;
export type DeliveryCause = (typeof CAUSES)[number];

/** What a delivery says of a course, as it was read. What is not known is null. */
export type ParsedCourse = {
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
  told: ParsedCourse | null;
  /** Those that help to understand it; of a signature only the beginning. */
  headers: Record<string, string>;
  bodySha256: string;
  /** The body as text; null where its bytes are none. */
  body: string | null;
  /** The bytes of a body that is not text, as Base64. */
  bodyBase64: string | null;
};

/** A stretch of a branch in which events may be missing. */
export type JournalGap = BoardGap & { branch: number };

export type JournalPage = {
  deliveries: JournalDelivery[];
  /** Those that began in the stretch of this page, newest first; none where only some deliveries are asked for. */
  gaps: JournalGap[];
  nextCursor: string | null;
  /** Set where the page was ended before it was full, so as not to keep anybody waiting: so far back it has looked. */
  lookedBackTo: InstantText | null;
};

export type OutcomeCounts = Record<DeliveryOutcome, number>;

/** F20e: a workplace of the POS, and what a manager should know of it. */
export type WorkplaceNews = {
  workplace: number;
  lastDeliveryAt: InstantText;
  /** Set while others of the branch speak, and this one has not for 15 minutes. */
  quietSince: InstantText | null;
  /**
   * How far its clock is behind that of most workplaces, in milliseconds; negative where it is ahead. Null up to 5 s.
   */
  clockOffMs: number | null;
};

/** How many deliveries came lately. */
export type JournalCounts = {
  countedAt: InstantText;
  lastHour: OutcomeCounts;
  lastDay: OutcomeCounts;
  /** False where so many came that only the newest of the day were counted. */
  isWholeDay: boolean;
  /** All that could not be read, of any day. */
  unreadable: number;
  /** Those of the branch that spoke in the last week, by number. */
  workplaces: WorkplaceNews[];
};

export type JournalReplay = {
  replayed: number;
  applied: number;
  /** As they are now. */
  deliveries: JournalDelivery[];
  nextCursor: string | null;
};

/** Why a request is refused: the codes that POS and receivers use among each other (pos-interface, section 1). */
export const REFUSAL_CODES = [
  'NO_SUBSCRIPTION_ID',
  'INVALID_SUBSCRIPTION_ID',
  'NO_SIGNATURE',
  'INVALID_SIGNATURE',
  'NO_CONTENT_TYPE',
  'INVALID_CONTENT_TYPE',
  'INVALID_JSON',
  'INVALID_DATA',
  'NO_EVENT_DETAILS',
  'NO_SCANNED_CODE',
  'METHOD_NOT_ALLOWED',
  'UNAVAILABLE',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The message that goes with each code. */
export const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  NO_SUBSCRIPTION_ID: 'The request carries no X-…-Subscription-Id header.',
  INVALID_SUBSCRIPTION_ID: 'This subscription is not known here.',
  NO_SIGNATURE: 'The request carries no X-…-Signature header.',
  INVALID_SIGNATURE: 'The signature is not that of this body with this subscription’s secret.',
  NO_CONTENT_TYPE: 'The request carries no Content-Type header.',
  INVALID_CONTENT_TYPE: 'The Content-Type must be application/json.',
  INVALID_JSON: 'The body cannot be read as JSON.',
  INVALID_DATA: 'The request is not of the documented shape.',
  NO_EVENT_DETAILS: 'The body has no details for this event.',
  NO_SCANNED_CODE: 'The body has no scanned code.',
  METHOD_NOT_ALLOWED: 'Webhooks are posted.',
  UNAVAILABLE: 'The delivery could not be stored. Send it again.',
};

/** Why a request could not even be read to its end. */
export const BODY_PROBLEMS = ['too-large', 'encoded', 'cut-short', 'too-slow', 'gone'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];

export const SECRET_ENCODINGS = ['base64', 'utf8'] as const;
export const SIGNATURE_ENCODINGS = ['base64', 'hex'] as const;
export const ALGORITHMS = ['sha256', 'sha1', 'sha512'] as const;

/** How a signature is made that is not the one that was agreed on; what is as agreed is null. */
export type SignedOtherwise = {
  secretEncoding: (typeof SECRET_ENCODINGS)[number] | null;
  signatureEncoding: (typeof SIGNATURE_ENCODINGS)[number] | null;
  algorithm: (typeof ALGORITHMS)[number] | null;
};

/** What is found out about a signature that does not match. */
export type SignatureFinding =
  | { is: 'other-subscription'; id: string }
  | ({ is: 'signed-otherwise' } & SignedOtherwise)
  | { is: 'ended-secret' }
  | { is: 'unknown-secret' };

/** Requests that were refused for one cause, and the last of them. */
export type CountedRefusal = {
  code: RefusalCode;
  /** For INVALID_DATA. */
  problem: BodyProblem | null;
  /** The subscription that was claimed, if it is one of ours. */
  subscriptionId: string | null;
  count: number;
  firstAt: InstantText;
  lastAt: InstantText;
  /** What the last one might have meant, in words. */
  hint: string | null;
  /** The same for programs; null where nothing was looked for. */
  finding: SignatureFinding | null;
  last: {
    /** Of the path. */
    event: string;
    address: string;
    /** Those that help to understand it; of a signature only the beginning. */
    headers: Record<string, string>;
  };
};

export type JournalRefusals = {
  /** When the server started: they are counted in memory. */
  since: InstantText;
  refusals: CountedRefusal[];
};

/** A subscription as both sides have to know it. Its secrets never leave the server. */
export type JournalSubscription = {
  id: string;
  /** The event that it is pinned to. */
  event: string | null;
  secretEncoding: (typeof SECRET_ENCODINGS)[number];
  signatureEncoding: (typeof SIGNATURE_ENCODINGS)[number];
  algorithm: (typeof ALGORITHMS)[number];
  /** How many secrets hold: two while one is rotated. */
  secrets: number;
  /** While one is rotated: until when the old one holds. */
  oldSecretUntil: InstantText | null;
  createdAt: InstantText;
  lastDeliveryAt: InstantText | null;
};

export type JournalSubscriptions = {
  /** Under which the POS reaches this server, where that was set. */
  publicUrl: string | null;
  /** What `X-<prefix>-…` headers must be called; null for any. */
  headerPrefix: string | null;
  /** The events that the POS should send. */
  events: string[];
  subscriptions: JournalSubscription[];
};
