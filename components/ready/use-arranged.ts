'use client';

import { useMemo } from 'react';
import type { Ticket } from '../../contract/live';
import { useAtNow, useLive } from '../live/live-context';
import type { MinutesOrOff } from '../screen/url-options';
import { type Arranged, arrange, lastTurn, type Waiter } from './arrange';
import { msOf, type Shown } from './ready-options';

export const NO_TICKETS: ReadonlyMap<string, Ticket> = new Map();

/** What waits on the pass, for each tab; arranged again only if the board changes, or time changes the arrangement. */
export function useArranged(waiter: Waiter, escalate: MinutesOrOff): Record<Shown, Arranged> {
  const tickets = useLive((view) => view.board?.tickets ?? NO_TICKETS);
  const escalateMs = msOf(escalate);
  const now = useAtNow((instant) => lastTurn(tickets.values(), escalateMs, instant), 0);
  return useMemo(() => {
    const time = { now, escalateMs };
    return {
      mine: arrange(tickets.values(), waiter, 'mine', time),
      all: arrange(tickets.values(), waiter, 'all', time),
    };
  }, [tickets, waiter, now, escalateMs]);
}

/** The ids as one string, which is cheap to compare every second. */
export function idsOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
