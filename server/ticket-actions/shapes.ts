import { z } from 'zod';
import type { ScreenView, TicketActionKind } from '../../contract/live';
import { TICKET_ID } from '../../domain/ticket-ids';

/** The views whose screens may act on tickets (contract, Who). */
export const ACTING_VIEWS: readonly ScreenView[] = ['kitchen', 'pass', 'ready', 'tables'];

const KINDS = [
  'claim',
  'collect',
  'still-here',
  'confirm-served',
  'hide',
  'recall',
  'undo',
] as const satisfies readonly TicketActionKind[];

export const actionBodyShape = z.strictObject({
  noteId: z
    .guid('must be a UUID')
    .transform((id) => id.toLowerCase())
    .meta({ type: 'string', format: 'uuid' })
    .describe('Of the screen’s making: the same tap sent twice is one.'),
  kind: z.enum(KINDS, { error: `must be one of ${KINDS.join(', ')}` }),
  at: z.iso
    .datetime({ offset: true, error: 'must be an instant, such as 2026-06-19T15:30:00.000Z' })
    .optional()
    .describe('Server time of the tap. One that is older than 30 s is refused.'),
});

export const ticketIdShape = z.string().regex(TICKET_ID, 'must be the id of a ticket: <order key>-<course>-<round>');

/** An action as a socket sends it. */
export const actionShape = actionBodyShape.extend({ ticketId: ticketIdShape });
export type ActionRequest = z.infer<typeof actionShape>;
