import * as z from 'zod';
import { actionBodyShape, ticketIdShape, ticketShape } from '../../contract/live';
import { BUDGETS } from '../http/budgets';
import { Problem } from '../http/problem';
import { Unwritable } from '../storage/failure';
import { ActionRefused, STATUS_OF, UNAVAILABLE } from '../ticket-actions/refusals';
import { ACTING_VIEWS, takeAction } from '../ticket-actions/ticket-actions';
import { endpoint } from './endpoint';

export const ticketActionsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/notes',
  summary:
    'Claims, collects, hides or recalls a ticket, restores or confirms one that is presumed served, or undoes the last ' +
    'of these actions. The times of the POS do not change.',
  views: ACTING_VIEWS,
  messages: BUDGETS.boardOrTap,
  managers: 'none',
  query: z.strictObject({ id: ticketIdShape }),
  body: actionBodyShape,
  reply: z.object({ ticket: ticketShape }),
  alsoRefuses: [409],
  async handle({ deps, viewer, query, body }) {
    if (viewer.screen === null) throw new Problem(403, 'Only a screen may do this.');
    try {
      return { ticket: await takeAction(deps, viewer.screen.tokenHash, { ...body, ticketId: query.id }) };
    } catch (error) {
      const refused = error instanceof Unwritable ? UNAVAILABLE : error;
      if (refused instanceof ActionRefused)
        throw new Problem(STATUS_OF[refused.code], refused.message, { code: refused.code });
      throw error;
    }
  },
});
