'use client';

import { useMemo } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow, useLive } from '../live/live-context';
import type { MinutesOrOff } from '../screen/url-options';
import { type Arranged, arrange, isEscalated, isHeldBy, type Waiter, waitsTooLong } from './arrange';
import { msOf, type Shown } from './ready-options';

export const NO_TICKETS: ReadonlyMap<string, Ticket> = new Map();

/** Waiting courses for each tab; computed again if the board changes or a course escalates. */
export function useArranged(waiter: Waiter, escalate: MinutesOrOff): Record<Shown, Arranged> {
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const escalateMs = msOf(escalate);
  const isFirst = (ticket: Ticket, now: number) =>
    isEscalated(ticket, escalateMs, now) ||
    // A claimed course stays where it was tapped.
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

/** The ids as one string, which is cheap to compare every second. */
export function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
