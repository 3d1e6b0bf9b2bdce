import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS, AUDIT_WAYS } from './constants';
import { instant, integer } from './parts';

// The audit log, as programs and pages see it.

const values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()])).readonly()]),
);
/** Members of a thing before or after a change. */
export type AuditValues = Readonly<z.infer<typeof values>>;

const entry = z.object({
  id: integer,
  at: instant,
  lastAt: instant.describe('The last of those that are counted in this entry.'),
  count: integer,
  kind: z.enum(AUDIT_KINDS),
  action: z.enum(AUDIT_ACTIONS),
  /** By name at that time. */
  by: z.string().nullable().describe('The manager or screen; null for the command line, and where it is unknown.'),
  via: z.enum(AUDIT_WAYS),
  address: z.string().nullable(),
  /** What was changed, or whose sign-in failed. */
  subject: z.string().nullable(),
  branch: integer.nullable(),
  course: integer.nullable(),
  query: z.string().nullable().describe('The query of a view.'),
  before: values.readonly().nullable(),
  after: values.readonly().nullable(),
});
export type AuditEntry = z.infer<typeof entry>;

export const auditListShape = z.object({ entries: z.array(entry), nextCursor: z.string().nullable() });
export type AuditList = z.infer<typeof auditListShape>;
