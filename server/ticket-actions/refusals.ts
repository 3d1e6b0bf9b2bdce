import type { TicketActionRefusalCode } from '../../contract/live';

/** A refused ticket action. Nothing has changed. The message is shown on the screen. */
export class ActionRefused extends Error {
  constructor(
    readonly code: TicketActionRefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/** The database is locked or full: the same action may be sent again. */
export const UNAVAILABLE = new ActionRefused(
  'unavailable',
  'The database cannot be written now. Tap again in a moment.',
);

export const STATUS_OF: Record<TicketActionRefusalCode, number> = {
  contract: 400,
  view: 403,
  branch: 403,
  'not-yours': 403,
  unknown: 404,
  late: 409,
  used: 409,
  closed: 409,
  claimed: 409,
  collected: 409,
  'not-presumed': 409,
  hidden: 409,
  'not-hidden': 409,
  nothing: 409,
  'undo-late': 409,
  unavailable: 503,
};
