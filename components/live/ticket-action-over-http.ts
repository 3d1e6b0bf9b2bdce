import type { TicketActionAnswer, TicketActionKind, TicketActionRefusalCode } from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import { isTicket, membersOf } from './message-shapes';

/** A tap with its server time. */
export type TimedAction = { noteId: string; kind: TicketActionKind; ticketId: string; at: string };

/** Sends a tap over HTTP, for a screen whose socket fails; null without an answer within `withinMs`. */
export async function ticketActionOverHttp(
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
