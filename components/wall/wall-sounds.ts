import type { Ticket } from '../../contract/live';
import type { SoundEvent } from '../sound/sound-options';
import type { Listen } from '../sound/sounds-of';
import { urgencyOf } from '../ticket/urgency';
import { isHiddenOn, isOn } from './arrange';
import type { WallOptions } from './wall-options';

/** What a kitchen hears. */
export const WALL_SOUNDS: readonly SoundEvent[] = ['new', 'warn', 'late', 'ready', 'lost'];

/**
 * What a wall listens for: the tickets that it shows. Food that waits on the pass calls nobody here: no cook can help,
 * and where waiters never press serve it would call all evening.
 */
export function listenOn(options: WallOptions, screen: number | null): Listen {
  return {
    urgencyOf: (ticket, now) => (ticket.readyAt === null ? urgencyOf(ticket, now) : 'ready'),
    isShown: (ticket: Ticket) => isOn(ticket, options) && !isHiddenOn(ticket, screen),
    isMine: () => false,
  };
}
