import type { InstantText } from './live';

// The audit log, as programs and pages see it.

export const AUDIT_KINDS = ['sign-in', 'failed-sign-in', 'view', 'change'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** How something was done: by a manager on a page, on a paired device, by a program with a token, or on the command line. */
export const AUDIT_WAYS = ['page', 'screen', 'api', 'command-line'] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

export const SIGN_IN_ACTIONS = ['signed-in', 'password-set', 'signed-out'] as const;
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
  'backup',
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

/** Members of a thing before or after a change. */
export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

export type AuditEntry = {
  id: number;
  at: InstantText;
  /** The last of those that are counted in this entry. */
  lastAt: InstantText;
  count: number;
  kind: AuditKind;
  action: AuditAction;
  /** The manager or screen, by name at that time; null for the command line, and where it is unknown. */
  by: string | null;
  via: AuditWay;
  address: string | null;
  /** What was changed, or whose sign-in failed. */
  subject: string | null;
  branch: number | null;
  course: number | null;
  /** The query of a view. */
  query: string | null;
  before: AuditValues | null;
  after: AuditValues | null;
};

export type AuditList = { entries: AuditEntry[]; nextCursor: string | null };
