import { z } from 'zod';
import { endpoint } from '../http/endpoint';
import { Problem } from '../http/problem';
import { ticketShape } from '../http/shapes';
import { NoteRefused, STATUS_OF } from './refusals';
import { takeTap } from './tap';
import { noteShape, TAPPING_VIEWS, ticketIdShape } from './tap-shape';

export const notesEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/notes',
  summary:
    'Claims, collects, hides or recalls a ticket, or takes the last of these back. Changes nothing of the POS’s.',
  views: TAPPING_VIEWS,
  query: z.strictObject({ id: ticketIdShape }),
  body: noteShape,
  reply: z.object({ ticket: ticketShape }),
  alsoRefuses: [409, 503],
  async handle({ core, viewer, query, body }) {
    try {
      return { ticket: await takeTap(core, viewer.screen, { ...body, ticketId: query.id }) };
    } catch (error) {
      if (error instanceof NoteRefused) throw new Problem(STATUS_OF[error.code], error.message, [], {}, error.code);
      throw error;
    }
  },
});
