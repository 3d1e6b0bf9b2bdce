import type { TicketActionAnswer, TicketActionKind, TicketActionRefusalCode } from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import type { BoardPolling } from './board-polling';
import type { BoardSocket } from './board-socket';
import type { LinkHealth } from './link-health';
import { isTicket, membersOf } from './message-shapes';

/** A tap with its server time. */
type TimedAction = { noteId: string; kind: TicketActionKind; ticketId: string; at: string };

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

/** Sends a tap over HTTP, for a screen whose socket fails; null without an answer within `withinMs`. */
async function ticketActionOverHttp(
  { url, token }: Pick<BoardAddress, 'url' | 'token'>,
  { ticketId, ...note }: TimedAction,
  withinMs: number,
): Promise<TicketActionAnswer | null> {
  try {
    const response = await fetch(`${url}/api/v1/tickets/${encodeURIComponent(ticketId)}/notes`, {
      method: 'POST',
      body: JSON.stringify(note),
      signal: AbortSignal.timeout(withinMs),
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
    // The answer for the board itself reports a screen that may no longer see it.
    if (response.status === 401) return null;
    const answer: unknown = await response.json();
    const { ticket, code, detail } = membersOf(answer);
    if (response.ok) return isTicket(ticket) ? { ticket } : null;
    if (typeof code !== 'string') return null;
    return { error: { code: code as TicketActionRefusalCode, message: String(detail ?? '') } };
  } catch {
    return null;
  }
}
