import type { Ticket } from '../../contract/live';
import type { Listen } from '../sound/sounds-of';
import { urgencyOf } from '../ticket/urgency';
import { isEscalated, type Waiter, waits } from './arrange';
import type { Shown } from './ready-choices';

type Hearing = {
  waiter: Waiter;
  shown: Shown;
  escalateMs: number | null;
  /** POS time, epoch ms. */
  now: () => number;
};

/**
 * What a waiter hears: that something is ready, more of it where it is theirs; that theirs is late; and whatever nobody
 * has for too long. What somebody has is quiet as long as they have it, and what cooks is the kitchen's.
 */
export function waiterListens({ waiter, shown, escalateMs, now }: Hearing): Listen {
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
    isMine: waiter.isMyTable,
  };
}
