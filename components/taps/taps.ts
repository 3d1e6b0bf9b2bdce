import type { NoteKind, NoteRefusalCode, Ticket } from '../../contract/live';
import type { Tapped } from '../live/live-store';

/** A tap as this screen made it; instants are ms on the page's monotonic clock. */
export type Tap = {
  noteId: string;
  kind: NoteKind;
  /** The ticket as it was when it was tapped. */
  ticket: Ticket;
  sentAt: number;
  /** The same for taps that were made as one: they are said, and taken back, together. */
  batch?: string;
};

/** What is tapped for this device alone. It is done at once, nothing is sent, and `takeBack` undoes it. */
export type OwnTap = Omit<Tap, 'kind'> & { kind: 'seen'; takeBack: () => void };

export type RefusedFor = NoteRefusalCode | 'offline' | 'unanswered' | 'cooking';

/**
 * What the bar says. `until` is when it says it no more, or when its undo is too late; `also` are the others of its batch,
 * `undos` those that the server has not answered yet.
 */
export type Said =
  | { says: 'done'; tap: Tap | OwnTap; also: readonly Tap[]; until: number }
  | { says: 'taking-back'; tap: Tap; also: readonly Tap[]; undos: readonly Tap[] }
  | { says: 'taken-back'; tap: Tap | OwnTap; also: readonly Tap[]; until: number }
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
  return { ...taps, said: { says: 'done', tap, also: [], until: tap.sentAt + UNDO_MS } };
}

/** A tap that this screen does not send at all. */
export function afterRefusal(taps: Taps, tap: Tap, code: RefusedFor): Taps {
  return { ...taps, said: { says: 'refused', tap, code, until: tap.sentAt + REFUSED_MS } };
}

/** The undo of what the bar tells of; the same where there is nothing to undo, or no time is left. */
export function afterUndo(taps: Taps, newId: () => string, now: number): Taps {
  const { said, sent } = taps;
  if (said?.says !== 'done' || now >= said.until) return taps;
  const { tap, also } = said;
  // The server takes back the last of them: with another on its way that would not be what the bar tells of.
  const isUnanswered = tap.batch !== undefined && sent.some(({ batch }) => batch === tap.batch);
  if (isUnanswered || [tap, ...also].some(({ ticket }) => pendingOn(taps, ticket.id) !== null)) return taps;
  if (tap.kind === 'seen') return { sent, said: { says: 'taken-back', tap, also, until: now + TAKEN_BACK_MS } };
  const undos = [tap, ...also].map(({ ticket }): Tap => ({ noteId: newId(), kind: 'undo', ticket, sentAt: now }));
  return { sent: [...sent, ...undos], said: { says: 'taking-back', tap, also, undos } };
}

/** What the server said to a tap: the newest one that was answered takes the older one's place. */
export function afterAnswer(taps: Taps, noteId: string, answer: Tapped, now: number): Taps {
  const tap = taps.sent.find((each) => each.noteId === noteId);
  if (!tap) return taps;
  const sent = taps.sent.filter((each) => each !== tap);
  const { said } = taps;
  const isOfSaid = said?.says === 'done' && tap.batch !== undefined && said.tap.batch === tap.batch;
  if ('error' in answer) {
    // What was taken of its batch can still be taken back.
    if (isOfSaid) return { sent, said };
    return { sent, said: { says: 'refused', tap, code: answer.error.code, until: now + REFUSED_MS } };
  }
  if (tap.kind !== 'undo') {
    if (isOfSaid) return { sent, said: { ...said, also: [...said.also, tap] } };
    // The server's receipt was after it was sent: counted from then, an undo that is offered is one that is taken.
    return { sent, said: { says: 'done', tap, also: [], until: Math.max(now, tap.sentAt + UNDO_MS - MARGIN_MS) } };
  }
  if (said?.says !== 'taking-back' || !said.undos.includes(tap)) return { ...taps, sent };
  const undos = said.undos.filter((each) => each !== tap);
  if (undos.length > 0) return { sent, said: { ...said, undos } };
  return { sent, said: { says: 'taken-back', tap: said.tap, also: said.also, until: now + TAKEN_BACK_MS } };
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
