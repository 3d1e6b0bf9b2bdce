import type { Ticket } from '../../contract/live';
import type { SoundEvent } from '../sound/sound-options';
import type { SoundRules } from '../sound/sounds-of';
import { urgencyOf } from '../ticket/urgency';
import { isHiddenOn, isOn } from './arrange';
import type { WallOptions } from './wall-options';

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
