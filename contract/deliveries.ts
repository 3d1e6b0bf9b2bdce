import type { BoardGap, InstantText, OrderKind } from './live';

// Deliveries, refused requests and subscriptions, as programs and pages see them.

/** The events of the kitchen, by the names that the POS gives them (pos-interface, section 3). */
export const KITCHEN_EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
export type KitchenEvent = (typeof KITCHEN_EVENTS)[number];

export function isKitchenEvent(event: string): event is KitchenEvent {
  return (KITCHEN_EVENTS as readonly string[]).includes(event);
}

/** The outcome of a delivery (contract, Deliveries). */
export const OUTCOMES = ['applied', 'repeat', 'ignored', 'unreadable', 'follow-up'] as const;
export type DeliveryOutcome = (typeof OUTCOMES)[number];

/** Why a delivery is unreadable, for reasons that have a name. */
export const UNREADABLE_CAUSES = [
  'content-type',
  'not-json',
  'no-details',
  'no-order',
  'member',
  'not-stored',
  'dated-ahead',
  'other-branch',
  'read-before',
] as const;

/** Why a delivery had its outcome, for reasons that have a name. */
export const CAUSES = [
  ...UNREADABLE_CAUSES,
  'till',
  'unknown-event',
  'same-bytes',
  'sealed',
  'pos-reports',
  'path-slip',
  'told-twice',
  'left-out',
] as const;
export type DeliveryCause = (typeof CAUSES)[number];

/** What a delivery says of a course, as it was parsed. Unknown values are null. */
export type ParsedCourse = {
  event: string;
  /** POS time. */
  at: InstantText;
  order: { kind: OrderKind; number: number | null; ticketNumber: number | null };
  table: { number: string; subNumber: string; name: string | null; guests: number | null } | null;
  course: { number: number; name: string | null; abbreviation: string | null };
};

/** A stored delivery. */
export type ListedDelivery = {
  id: string;
  receivedAt: InstantText;
  subscription: string;
  pathEvent: string;
  outcome: DeliveryOutcome;
  reason: string | null;
  /** Null too for a reason that has no name. */
  cause: DeliveryCause | null;
  branch: number | null;
  ticketId: string | null;
  /** Null for a delivery that is about no course. */
  told: ParsedCourse | null;
  /** The headers that help to understand it; of a signature only the beginning. */
  headers: Record<string, string>;
  bodySha256: string;
  /** When the body was erased (F27), server time; null while it is there. */
  erasedAt: InstantText | null;
  /** The body; null if it is not UTF-8 text, or was erased. */
  body: string | null;
  /** The bytes of a body that is not text, as Base64. */
  bodyBase64: string | null;
};

/** A period of a branch in which events may be missing. */
export type BranchGap = BoardGap & { branch: number };

export type DeliveryList = {
  deliveries: ListedDelivery[];
  /** The gaps that began in the period of this page, newest first; empty if deliveries are filtered. */
  gaps: BranchGap[];
  nextCursor: string | null;
  /** How far back the search has come, if it took too long and the page is not full. */
  lookedBackTo: InstantText | null;
};

export type OutcomeCounts = Record<DeliveryOutcome, number>;

/** F20e: the state of a workplace of the POS. */
export type WorkplaceNews = {
  workplace: number;
  lastDeliveryAt: InstantText;
  /** Its last delivery, if it has been silent for 15 minutes during a service while another workplace was not. */
  quietSince: InstantText | null;
  /**
   * How far its clock is behind that of most workplaces, in milliseconds; negative if it is ahead. Null if it
   * differs by 5 s or less.
   */
  clockOffMs: number | null;
};

/** How many deliveries came recently. */
export type DeliveryCounts = {
  countedAt: InstantText;
  lastHour: OutcomeCounts;
  lastDay: OutcomeCounts;
  /** False if there were so many that only the newest of the last 24 hours were counted. */
  isWholeDay: boolean;
  /** All unreadable deliveries, of any day. */
  unreadable: number;
  /** The workplaces that sent deliveries in the last week, by number. */
  workplaces: WorkplaceNews[];
};

export type ReplayResult = {
  replayed: number;
  applied: number;
  /** As they are now. */
  deliveries: ListedDelivery[];
  nextCursor: string | null;
};

/** Why a request is refused: the codes between the POS and its receivers (pos-interface, section 1). */
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
  'TOO_MANY',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The codes of the requests that are not stored, but counted with their last one. */
export const COUNTED_CODES = [
  'NO_SUBSCRIPTION_ID',
  'INVALID_SUBSCRIPTION_ID',
  'NO_SIGNATURE',
  'INVALID_SIGNATURE',
  'INVALID_DATA',
  'UNAVAILABLE',
  'TOO_MANY',
] as const satisfies RefusalCode[];
export type CountedCode = (typeof COUNTED_CODES)[number];

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
  TOO_MANY: 'Too many requests: try again later.',
};

/** Why the body of a request could not be read. `gone`: the client disconnected, so nobody would receive an answer. */
export const BODY_PROBLEMS = ['too-large', 'encoded', 'cut-short', 'too-slow', 'gone'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];

export const SECRET_ENCODINGS = ['base64', 'utf8'] as const;
export const SIGNATURE_ENCODINGS = ['base64', 'hex'] as const;
export const ALGORITHMS = ['sha256', 'sha1', 'sha512'] as const;

/** How a signature differs from the agreed variant; null if it does not. */
export type SignedOtherwise = {
  secretEncoding: (typeof SECRET_ENCODINGS)[number] | null;
  signatureEncoding: (typeof SIGNATURE_ENCODINGS)[number] | null;
  algorithm: (typeof ALGORITHMS)[number] | null;
};

/** What was found out about a signature that does not match. */
export type SignatureFinding =
  | { is: 'other-subscription'; id: string }
  | ({ is: 'signed-otherwise' } & SignedOtherwise)
  | { is: 'ended-secret' }
  | { is: 'unknown-secret' };

/** The requests that were refused for one cause, and the last of them. */
export type CountedRefusal = {
  code: RefusalCode;
  /** For INVALID_DATA. */
  problem: BodyProblem | null;
  /** The subscription that was claimed, if it is one of ours. */
  subscriptionId: string | null;
  count: number;
  firstAt: InstantText;
  lastAt: InstantText;
  /** What was probably meant, in words. */
  hint: string | null;
  /** The same for programs; null if nothing was searched for. */
  finding: SignatureFinding | null;
  last: {
    /** Of the path. */
    event: string;
    address: string;
    /** The headers that help to understand it; of a signature only the beginning. */
    headers: Record<string, string>;
  };
};

export type RefusalList = {
  /** When the server started, because they are counted in memory; with several nodes, the last of them. */
  since: InstantText;
  refusals: CountedRefusal[];
};

/** What both sides agreed on for a subscription, without its secrets. */
export type SubscriptionInfo = {
  id: string;
  /** The only event that it accepts, if it is limited to one. */
  event: string | null;
  /** The only branches of which it may send, if it is limited. */
  branches?: readonly number[] | undefined;
  secretEncoding: (typeof SECRET_ENCODINGS)[number];
  signatureEncoding: (typeof SIGNATURE_ENCODINGS)[number];
  algorithm: (typeof ALGORITHMS)[number];
  /** How many secrets are valid: two during a rotation. */
  secrets: number;
  /** During a rotation: until when the old secret is valid. */
  oldSecretUntil: InstantText | null;
  /** No delivery signed with the newest secret was accepted yet, so it can be shown again. */
  isSecretUnused: boolean;
  createdAt: InstantText;
  lastDeliveryAt: InstantText | null;
};

export type SubscriptionList = {
  /** The address at which the POS reaches this server, if it is set. */
  publicUrl: string | null;
  /** The addresses under which other devices reach this server, the best one first. */
  baseUrls: string[];
  /** The required prefix of `X-<prefix>-…` headers; null for any. */
  headerPrefix: string | null;
  /** The events that the POS should send. */
  events: string[];
  subscriptions: SubscriptionInfo[];
};

/** The reply of POST /api/v1/subscriptions. The secret can be shown again until the first delivery. */
export type SubscriptionAdded = { id: string; secret: string; baseUrls: string[] };

/**
 * The reply of POST /api/v1/subscriptions/:id/rotate. The secret can be shown again until the first delivery with it.
 * `oldUntil` is null if there was no other.
 */
export type SecretAdded = { id: string; secret: string; oldUntil: InstantText | null };
