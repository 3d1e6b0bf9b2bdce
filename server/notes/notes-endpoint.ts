import { z } from 'zod';
import { endpoint } from '../http/endpoint';
import { Problem } from '../http/problem';
import { ticketShape } from '../http/shapes';
import { Unwritable } from '../storage/failure';
import { NoteRefused, STATUS_OF, UNAVAILABLE } from './refusals';
import { takeTap } from './tap';
import { noteShape, TAPPING_VIEWS, ticketIdShape } from './tap-shape';

export const notesEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/notes',
  summary:
    'Claims, collects, hides or recalls a ticket, or takes the last of these back. Changes nothing of the POS’s.',
  views: TAPPING_VIEWS,
  managers: 'none',
  query: z.strictObject({ id: ticketIdShape }),
  body: noteShape,
  reply: z.object({ ticket: ticketShape }),
  alsoRefuses: [409, 413, 503],
  async handle({ core, viewer, query, body }) {
    if (viewer.screen === null) throw new Problem(403, 'A note belongs to a screen.');
    try {
      return { ticket: await takeTap(core, viewer.screen.tokenHash, { ...body, ticketId: query.id }) };
    } catch (error) {
      const refused = error instanceof Unwritable ? UNAVAILABLE : error;
      if (refused instanceof NoteRefused)
        throw new Problem(STATUS_OF[refused.code], refused.message, [], {}, refused.code);
      throw error;
    }
  },
});
