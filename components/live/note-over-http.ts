import type { NoteAnswer, NoteKind, NoteRefusalCode } from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import { isTicket, membersOf } from './message-shapes';

/** A tap with the server's time of it. */
export type TimedTap = { noteId: string; kind: NoteKind; ticketId: string; at: string };

/** Tells a tap over HTTP, for a screen whose socket fails; null where nobody answers within `withinMs`. */
export async function noteOverHttp(
  { url, token }: Pick<BoardAddress, 'url' | 'token'>,
  { ticketId, ...note }: TimedTap,
  withinMs: number,
): Promise<NoteAnswer | null> {
  try {
    const response = await fetch(`${url}/api/v1/tickets/${encodeURIComponent(ticketId)}/notes`, {
      method: 'POST',
      body: JSON.stringify(note),
      signal: AbortSignal.timeout(withinMs),
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
    // Who may not see the board any more hears so from the board's own answer.
    if (response.status === 401) return null;
    const answer: unknown = await response.json();
    const { ticket, code, detail } = membersOf(answer);
    if (response.ok) return isTicket(ticket) ? { ticket } : null;
    if (typeof code !== 'string') return null;
    return { error: { code: code as NoteRefusalCode, message: String(detail ?? '') } };
  } catch {
    return null;
  }
}
