'use client';

import { useMemo } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow, useLive } from '../live/live-context';
import type { MinutesOrOff } from '../screen/options';
import { type Arranged, arrange, isEscalated, isHeldBy, type Waiter, waitsTooLong } from './arrange';
import { msOf, type Shown } from './ready-choices';

export const NO_TICKETS: ReadonlyMap<string, Ticket> = new Map();

/** What waits on the pass under each tab, arranged anew when the board is another, or when one more is everybody's. */
export function useArranged(waiter: Waiter, escalate: MinutesOrOff): Record<Shown, Arranged> {
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const escalateMs = msOf(escalate);
  const isFirst = (ticket: Ticket, now: number) =>
    isEscalated(ticket, escalateMs, now) ||
    // It stays where it was tapped.
    (isHeldBy(ticket, waiter.screen) && waitsTooLong(ticket, escalateMs, now));
  const ids = useAtNow((now) => idsOf([...tickets.values()].filter((ticket) => isFirst(ticket, now))), '');
  return useMemo(() => {
    const escalated = new Set(ids.split(' '));
    return {
      mine: arrange(tickets.values(), waiter, 'mine', escalated),
      all: arrange(tickets.values(), waiter, 'all', escalated),
    };
  }, [tickets, waiter, ids]);
}

/** As one text, which is compared every second. */
export function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
