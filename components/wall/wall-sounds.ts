import type { Ticket } from '../../contract/live';
import type { SoundRules } from '../sound/board-sounds';
import type { SoundEvent } from '../sound/tones';
import { urgencyOf } from '../ticket/ticket-state';
import type { WallOptions } from './wall-options';
import { isHiddenOn, isOn } from './wall-tickets';

/** Sounds of a kitchen wall. */
export const WALL_SOUNDS: readonly SoundEvent[] = ['new', 'warn', 'late', 'ready', 'lost'];

/**
 * The sound rules of a wall for the tickets that it shows. Food that waits on the pass makes no sound: a cook
 * cannot help, and in a branch that never presses serve it would sound all evening.
 */
export function wallSoundRules(options: WallOptions, screen: number | null): SoundRules {
  return {
    urgencyOf: (ticket, now) => (ticket.readyAt === null ? urgencyOf(ticket, now) : 'ready'),
    isShown: (ticket: Ticket) => isOn(ticket, options) && !isHiddenOn(ticket, screen),
    isMine: () => false,
  };
}
