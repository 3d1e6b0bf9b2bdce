import type { Ticket } from '../../contract/live';
import type { SoundRules } from '../sound/board-sounds';
import { urgencyOf } from '../ticket/ticket-state';
import type { Shown } from './ready-options';
import { isEscalated, type Waiter, waits } from './ready-rows';

type WaiterRules = {
  waiter: Waiter;
  shown: Shown;
  escalateMs: number | null;
  /** POS time, epoch ms. */
  now: () => number;
};

/**
 * The sound rules of a waiter's screen: something is ready, louder if it is mine; mine is late; a course is
 * escalated. Claimed courses are silent, and cooking ones are for the kitchen.
 */
export function waiterSoundRules({ waiter, shown, escalateMs, now }: WaiterRules): SoundRules {
  const isTheirs = (ticket: Ticket) => !waiter.hasTables || waiter.isMyTable(ticket);
  return {
    urgencyOf(ticket, at) {
      if (ticket.claim !== null) return 'ready';
      // Looked at as if nobody had collected it, so that taking that back is no news.
      if (isEscalated({ ...ticket, collected: null }, escalateMs, at)) return 'very-late';
      return isTheirs(ticket) && urgencyOf(ticket, at) === 'ready-late' ? 'ready-late' : 'ready';
    },
    isShown(ticket) {
      if (!waits(ticket) || ticket.claim !== null) return false;
      return shown === 'all' || isTheirs(ticket) || isEscalated(ticket, escalateMs, now());
    },
    isMine: (ticket) => waiter.hasTables && waiter.isMyTable(ticket),
  };
}
