import * as z from 'zod';
import { auditListShape } from '../../contract/audit';
import { AUDIT_KINDS } from '../../contract/constants';
import { int32, oneOf } from '../../contract/parts';
import { cursorText } from '../http/cursor';
import { cursorParameter, instantParameter, limitParameter, refineRange, textParameter } from '../http/parameters';
import { type Endpoint, endpoint } from './endpoint';

const auditCursor = z.strictObject({ id: int32 });

export const auditEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Sign-ins, failed ones, views of names of guests, and changes, newest first.',
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
    reply: auditListShape,
    async handle({ deps, query }) {
      const { kind = null, by = null, from = null, to = null, limit, cursor = null } = query;
      const { entries, next } = await deps.reader.read('audit', { kind, by, from, to, limit, cursor });
      return { entries, nextCursor: cursorText(next) };
    },
  }),
];
