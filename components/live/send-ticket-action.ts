import type { TicketActionAnswer, TicketActionKind } from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import type { BoardPolling } from './board-polling';
import type { BoardSocket } from './board-socket';
import type { LinkHealth } from './link-health';
import { ticketActionOverHttp } from './ticket-action-over-http';

/** A tap on a ticket. A repeated `noteId` is the same tap. */
export type TicketTap = { noteId: string; kind: TicketActionKind; ticketId: string };

/**
 * Outcome of a tap. `offline`: it was not sent and never will be. `unanswered`: it may have arrived, and then the board
 * shows it.
 */
export type TicketActionResult = TicketActionAnswer | { error: { code: 'offline' | 'unanswered' } };

export type TicketActionDeps = {
  address: BoardAddress;
  socket: BoardSocket;
  link: LinkHealth;
  polling: Pick<BoardPolling, 'poll'>;
  /** The server's time in epoch ms; null before the first message. */
  serverNow: () => number | null;
};

/** Longer than a busy server needs, and far shorter than a waiter waits. */
const ANSWER_WITHIN_MS = 4_000;

/** Sends a tap over the socket or over HTTP, whichever is live. Never rejects. */
export async function sendTicketAction(deps: TicketActionDeps, tap: TicketTap): Promise<TicketActionResult> {
  const { link } = deps;
  const now = deps.serverNow();
  const path = link.hasFreshSocket() ? 'socket' : link.isLiveOverHttp() ? 'http' : null;
  // Without this check the tap would wait in a buffer and take effect long after it was meant.
  if (path === null || now === null) return { error: { code: 'offline' } };
  const timed = { ...tap, at: new Date(now).toISOString() };
  const answer =
    path === 'socket'
      ? await deps.socket
          .timeout(ANSWER_WITHIN_MS)
          .emitWithAck('ticket:note', timed)
          .catch(() => null)
      : await ticketActionOverHttp(deps.address, timed, ANSWER_WITHIN_MS);
  if (path === 'http') void deps.polling.poll();
  return answer ?? { error: { code: 'unanswered' } };
}
