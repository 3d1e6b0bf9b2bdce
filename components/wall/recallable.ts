import type { Ticket } from '../../contract/live';
import { toMs } from '../time/to-ms';
import { type Arranging, isFor, isHiddenOn, isOn } from './arrange';

/** Tickets that recently left a wall. */
export type Recallable = {
  /** Open tickets hidden on this screen, which can be restored. Newest start first. */
  hidden: Ticket[];
  /** Other tickets that left the wall within the last half hour, latest first. */
  gone: Ticket[];
};

/** Time for which the board still sends a closed ticket (contract, Board). */
const RECALLABLE_MS = 30 * 60_000;

type Wall = Pick<Arranging, 'options' | 'screen' | 'readyLeavesMs'>;

/** Tickets that a wall with these filters hid or lost, at `now` (POS time, epoch ms). */
export function recallable(
  tickets: Iterable<Ticket>,
  { options, screen, readyLeavesMs }: Wall,
  now: number,
): Recallable {
  const own = [...tickets].filter((ticket) => isFor(ticket, options));
  const hidden = own.filter((ticket) => isOn(ticket, options) && isHiddenOn(ticket, screen));
  const left = own.flatMap((ticket) => {
    const at = leftAt(ticket, readyLeavesMs);
    return at > now || now - at >= RECALLABLE_MS || hidden.includes(ticket) ? [] : [{ ticket, at }];
  });
  return {
    hidden: hidden.sort((a, b) => beganAt(b) - beganAt(a)),
    gone: left.sort((a, b) => b.at - a.at).map(({ ticket }) => ticket),
  };
}

/**
 * When a ticket leaves the wall (epoch ms): taken, closed, or else presumed served or ready for long enough; infinity for
 * never.
 */
function leftAt({ collected, closedAt, presumedServed, readyAt }: Ticket, readyLeavesMs: number | null): number {
  const last = collected?.at ?? closedAt;
  if (last !== null) return Date.parse(last);
  const presumedAt = toMs(presumedServed?.at ?? null) ?? Number.POSITIVE_INFINITY;
  return readyAt === null || readyLeavesMs === null
    ? presumedAt
    : Math.min(presumedAt, Date.parse(readyAt) + readyLeavesMs);
}

function beganAt({ startedAt, readyAt }: Ticket): number {
  return Date.parse(startedAt ?? readyAt ?? '') || 0;
}
