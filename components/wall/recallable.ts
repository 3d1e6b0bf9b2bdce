import type { Ticket } from '../../contract/live';
import { toMs } from '../time/to-ms';
import { isFor, isHiddenOn, isOn } from './arrange';
import type { WallOptions } from './wall-options';

/** Tickets that recently left a wall. */
export type Recallable = {
  /** Open tickets hidden on this screen, which can be restored. Newest start first. */
  hidden: Ticket[];
  /** Tickets served, taken by a waiter or closed within the last half hour, unchanged. Latest first. */
  gone: Ticket[];
};

/** Time for which the board still sends a closed ticket (contract, Board). */
const RECALLABLE_MS = 30 * 60_000;

/** Tickets that a wall with these filters hid or lost, at `now` (POS time, epoch ms). */
export function recallable(
  tickets: Iterable<Ticket>,
  { options, screen }: { options: WallOptions; screen: number | null },
  now: number,
): Recallable {
  const own = [...tickets].filter((ticket) => isFor(ticket, options));
  const left = own.flatMap((ticket) => {
    const at = leftAt(ticket);
    return at === null || now - at >= RECALLABLE_MS ? [] : [{ ticket, at }];
  });
  return {
    hidden: own
      .filter((ticket) => isOn(ticket, options) && isHiddenOn(ticket, screen))
      .sort((a, b) => beganAt(b) - beganAt(a)),
    gone: left.sort((a, b) => b.at - a.at).map(({ ticket }) => ticket),
  };
}

/** When a ticket left the wall for good (epoch ms); null if it has not. */
function leftAt({ collected, closedAt }: Ticket): number | null {
  return toMs(collected?.at ?? closedAt);
}

function beganAt({ startedAt, readyAt }: Ticket): number {
  return Date.parse(startedAt ?? readyAt ?? '') || 0;
}
