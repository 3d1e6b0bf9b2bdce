import type { NoteKind, NoteRefusalCode, Ticket } from '../../domain/live-contract';
import type { Tapped } from '../live/live-store';

/** A tap as this screen made it; instants are ms on the page's monotonic clock. */
export type Tap = {
  noteId: string;
  kind: NoteKind;
  /** The ticket as it was when it was tapped. */
  ticket: Ticket;
  sentAt: number;
};

/** What is tapped for this device alone. It is done at once, nothing is sent, and `takeBack` undoes it. */
export type OwnTap = Omit<Tap, 'kind'> & { kind: 'seen'; takeBack: () => void };

export type RefusedFor = NoteRefusalCode | 'offline' | 'unanswered' | 'cooking';

/** What the bar says. `until` is when it says it no more, or when its undo is too late. */
export type Said =
  | { says: 'done'; tap: Tap | OwnTap; until: number }
  | { says: 'taking-back'; tap: Tap; undo: Tap }
  | { says: 'taken-back'; tap: Tap | OwnTap; until: number }
  | { says: 'refused'; tap: Tap; code: RefusedFor; until: number };

export type Taps = {
  /** On their way to the server, oldest first. */
  sent: readonly Tap[];
  said: Said | null;
};

export const NO_TAPS: Taps = { sent: [], said: null };

/** The server takes an undo for five seconds from its receipt. */
const UNDO_MS = 5_000;
/** What the way there may take. */
const MARGIN_MS = 300;
const TAKEN_BACK_MS = 2_000;
const REFUSED_MS = 4_000;

/** A tap on a ticket whose last one is still on its way is no other tap. */
export function afterTap(taps: Taps, tap: Tap): Taps {
  if (pendingOn(taps, tap.ticket.id) !== null) return taps;
  return { ...taps, sent: [...taps.sent, tap] };
}

/** What this device alone knows of is told, and can be taken back, as anything that is tapped. */
export function afterOwnTap(taps: Taps, tap: OwnTap): Taps {
  return { ...taps, said: { says: 'done', tap, until: tap.sentAt + UNDO_MS } };
}

/** A tap that this screen does not send at all. */
export function afterRefusal(taps: Taps, tap: Tap, code: RefusedFor): Taps {
  return { ...taps, said: { says: 'refused', tap, code, until: tap.sentAt + REFUSED_MS } };
}

/** The undo of what the bar tells of; the same where there is nothing to undo, or no time is left. */
export function afterUndo(taps: Taps, noteId: string, now: number): Taps {
  const { said, sent } = taps;
  if (said?.says !== 'done' || now >= said.until) return taps;
  // The server takes back the last of them: with another on its way that would not be what the bar tells of.
  if (pendingOn(taps, said.tap.ticket.id) !== null) return taps;
  const { tap } = said;
  if (tap.kind === 'seen') return { sent, said: { says: 'taken-back', tap, until: now + TAKEN_BACK_MS } };
  const undo: Tap = { noteId, kind: 'undo', ticket: tap.ticket, sentAt: now };
  return { sent: [...sent, undo], said: { says: 'taking-back', tap, undo } };
}

/** What the server said to a tap: the newest one that was answered takes the older one's place. */
export function afterAnswer(taps: Taps, noteId: string, answer: Tapped, now: number): Taps {
  const tap = taps.sent.find((each) => each.noteId === noteId);
  if (!tap) return taps;
  const sent = taps.sent.filter((each) => each !== tap);
  if ('error' in answer) {
    return { sent, said: { says: 'refused', tap, code: answer.error.code, until: now + REFUSED_MS } };
  }
  if (tap.kind !== 'undo') {
    // The server's receipt was after it was sent: counted from then, an undo that is offered is one that is taken.
    return { sent, said: { says: 'done', tap, until: Math.max(now, tap.sentAt + UNDO_MS - MARGIN_MS) } };
  }
  const { said } = taps;
  if (said?.says !== 'taking-back' || said.undo !== tap) return { ...taps, sent };
  return { sent, said: { says: 'taken-back', tap: said.tap, until: now + TAKEN_BACK_MS } };
}

/** Nothing is said longer than it holds. */
export function afterTime(taps: Taps, now: number): Taps {
  const { said } = taps;
  return said && 'until' in said && now >= said.until ? { ...taps, said: null } : taps;
}

/** What was tapped on a ticket and is on its way. */
export function pendingOn({ sent }: Taps, ticketId: string): NoteKind | null {
  return sent.find(({ ticket }) => ticket.id === ticketId)?.kind ?? null;
}

/** The whole seconds that are left for an undo, at least one while it is offered. */
export function secondsLeft(said: Said | null, now: number): number {
  return said?.says === 'done' ? Math.max(0, Math.ceil((said.until - now) / 1000)) : 0;
}
