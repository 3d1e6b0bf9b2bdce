import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS, AUDIT_WAYS, type AuditList } from '../../contract/audit';
import { cursorText } from '../http/cursor';
import {
  cursorParameter,
  instantParameter,
  limitParameter,
  oneOf,
  refineRange,
  textParameter,
} from '../http/parameters';
import { endpoint } from './endpoint';
import { instant, int32 } from './shapes';

const auditCursor = z.strictObject({ id: int32 });

const values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]),
);

export const auditEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'Sign-ins, failed ones, views of names of guests, and changes, newest first.',
  views: [],
  managers: 'owners',
  query: refineRange(
    z.strictObject({
      kind: oneOf(AUDIT_KINDS).optional(),
      by: textParameter.optional().describe('Name of a manager or screen.'),
      from: instantParameter.optional(),
      to: instantParameter.optional(),
      limit: limitParameter,
      cursor: cursorParameter(auditCursor).optional(),
    }),
  ),
  reply: z.object({
    entries: z.array(
      z.object({
        id: z.int(),
        at: instant,
        lastAt: instant.describe('The last of those that are counted in this entry.'),
        count: z.int(),
        kind: z.enum(AUDIT_KINDS),
        action: z.enum(AUDIT_ACTIONS),
        by: z
          .string()
          .nullable()
          .describe('The manager or screen; null for the command line, and where it is unknown.'),
        via: z.enum(AUDIT_WAYS),
        address: z.string().nullable(),
        subject: z.string().nullable(),
        branch: z.int().nullable(),
        course: z.int().nullable(),
        query: z.string().nullable().describe('The query of a view.'),
        before: values.nullable(),
        after: values.nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }) satisfies z.ZodType<AuditList>,
  async handle({ deps, query }) {
    const { kind = null, by = null, from = null, to = null, limit, cursor = null } = query;
    const { entries, next } = await deps.reader.read('audit', { kind, by, from, to, limit, cursor });
    return { entries, nextCursor: cursorText(next) };
  },
});
