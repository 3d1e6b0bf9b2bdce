// The values that members may have, and limits that pages show too. Browsers load this file: no shapes here.

/** As the POS sends them (pos-interface, section 3). */
export const KITCHEN_EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse'] as const;
export type KitchenEvent = (typeof KITCHEN_EVENTS)[number];

export function isKitchenEvent(event: string): event is KitchenEvent {
  return (KITCHEN_EVENTS as readonly string[]).includes(event);
}

/** `<order key>-<course>-<round>`. Course numbers of a POS may be negative. */
export const TICKET_ID = /^(0|[1-9]\d{0,9})-(0|-?[1-9]\d{0,9})-(0|[1-9]\d{0,9})$/;

export const ORDER_KINDS = ['table', 'cafeteria'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** What a screen is for; a program has the view `api`. */
export const SCREEN_VIEWS = ['kitchen', 'pass', 'ready', 'tables', 'pickup', 'api'] as const;
export type ScreenView = (typeof SCREEN_VIEWS)[number];

/** The settings that a screen may have in place of its branch's (F11a): three in percent, the others in minutes. */
export const SCREEN_LIMITS = [
  'warnPercent',
  'latePercent',
  'veryLatePercent',
  'fallbackWarn',
  'fallbackLate',
  'fallbackVeryLate',
  'readyWarn',
  'readyLate',
] as const;

/** The `orderId` of the tickets of test courses and practice services. */
export const PRACTICE_ORDER = 'practice';
/** The order key of a test course, and the number of its table. */
export const TEST_ORDER_KEY = 0;
export const TEST_TABLE = 'TEST';
/** Order keys of a practice service begin here: no order in a database has such a high one. */
export const PRACTICE_ORDER_KEYS = 9_000_000_000;
/** How much faster than at its usual pace a practice service may run. */
export const PRACTICE_SPEEDS = [1, 2, 4] as const;
export type PracticeSpeed = (typeof PRACTICE_SPEEDS)[number];
/** F28b: why a practice service ended. `over`: by itself. `stopped`: by a manager. `real-work`: the POS sent something. */
export const PRACTICE_ENDS = ['over', 'stopped', 'real-work'] as const;
export type PracticeEnd = (typeof PRACTICE_ENDS)[number];
/** How far a test course is; `gone`: no screen shows it any more. */
export const TEST_STEPS = ['cooking', 'ready', 'served', 'gone'] as const;
export type TestStep = (typeof TEST_STEPS)[number];

/** The version of the messages of Socket.IO. A screen with another version gets the error `too-old`. */
export const LIVE_CONTRACT = 1;
/** How often a head is sent. */
export const HEAD_EVERY_MS = 2_000;

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
  'branch-removed',
  'pos-reports',
  'path-slip',
  'told-twice',
  'left-out',
] as const;
export type DeliveryCause = (typeof CAUSES)[number];

/** Why a request is refused: the codes between the POS and its receivers (pos-interface, section 1), and their messages. */
export const REFUSALS = {
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
} as const;
export type RefusalCode = keyof typeof REFUSALS;

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

/** Why the body of a request could not be read. `gone`: the client disconnected, so nobody would receive an answer. */
export const BODY_PROBLEMS = ['too-large', 'encoded', 'cut-short', 'too-slow', 'gone'] as const;
export type BodyProblem = (typeof BODY_PROBLEMS)[number];

export const SECRET_ENCODINGS = ['base64', 'utf8'] as const;
export const SIGNATURE_ENCODINGS = ['base64', 'hex'] as const;
export const ALGORITHMS = ['sha256', 'sha1', 'sha512'] as const;

/** Why the preparation of a course does not count; the first reason that applies is given (F13). */
export const EXCLUSIONS = ['no-start', 'no-ready', 'clock', 'bulk'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Why a course is left out of the figures of preparation, or (the last two) of all others. */
export const LEFT_OUT = [...EXCLUSIONS, 'auto-closed', 'presumed-served'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The times of a course that are measured (F13, F15). */
export const MEASURES = ['preparation', 'passWait', 'gap', 'visit'] as const;
export type Measure = (typeof MEASURES)[number];

export const ROLES = ['owner', 'manager'] as const;
export type Role = (typeof ROLES)[number];

/** How many characters a password has at least: length is what makes guessing hopeless. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longest password: hashing must be bounded. */
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_BRANCH_NAME = 200;
export const MAX_SCREEN_NAME = 60;
/** Pages list no more branches; any other is found by its number. */
export const MAX_LISTED_BRANCHES = 100;
/** The most visits in one answer, and in one request to erase them. */
export const MAX_VISITS = 50;

export const AUDIT_KINDS = ['sign-in', 'failed-sign-in', 'view', 'change'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** How something was done: by a manager on a page, on a paired device, by a program with a token, or on the command line. */
export const AUDIT_WAYS = ['page', 'screen', 'api', 'command-line'] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

export const SIGN_IN_ACTIONS = ['signed-in', 'password-set', 'password-recovered', 'signed-out'] as const;
export const FAILED_SIGN_IN_ACTIONS = ['wrong-password', 'wrong-code', 'wrong-link', 'too-many-attempts'] as const;
/** What shows names of guests, or a secret. */
export const VIEW_ACTIONS = [
  'history',
  'course',
  'history-csv',
  'deliveries',
  'delivery',
  'guests',
  'secret-shown',
] as const;
export const CHANGE_ACTIONS = [
  'setting',
  'branch',
  'branch-taken',
  'branch-removed',
  'screen-added',
  'screen-changed',
  'screen-limits',
  'screen-link',
  'screen-revoked',
  'manager-added',
  'manager-changed',
  'manager-removed',
  'password-reset',
  'manager-signed-out',
  'second-factor-added',
  'second-factor-removed',
  'subscription-added',
  'subscription-removed',
  'subscription-limited',
  'subscription-signing',
  'secret-added',
  'secret-ended',
  'guest-erased',
  'deliveries-replayed',
  'practice-started',
  'practice-stopped',
  'recovery-codes-made',
  'backup',
  'backup-downloaded',
  'restore',
  'copy',
] as const;

export const AUDIT_ACTIONS = [
  ...SIGN_IN_ACTIONS,
  ...FAILED_SIGN_IN_ACTIONS,
  ...VIEW_ACTIONS,
  ...CHANGE_ACTIONS,
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type ViewAction = (typeof VIEW_ACTIONS)[number];

/** What a finding of `doctor` is about. */
export const FINDING_TOPICS = [
  'branch',
  'noPos',
  'noSecret',
  'noScreen',
  'noOwner',
  'plainHttp',
  'clock',
  'unit',
  'refused',
  'network',
  'duplicate',
  'unreadable',
  'lost',
  'database',
  'replica',
  'cannotStore',
  'waiting',
  'noBackup',
  'oldBackup',
  'system',
  'variable',
  'disk',
  'privacy',
] as const;
