import type { NoteKind, NoteRefusalCode, Ticket } from '../../contract/live';
import type { Tapped } from '../live/live-store';

/** A tap on this screen; times are ms on the page's monotonic clock. */
export type Tap = {
  noteId: string;
  kind: NoteKind;
  /** The ticket at the time of the tap. */
  ticket: Ticket;
  sentAt: number;
  /** The same for all taps of a batch, which share a notice and an undo. */
  batch?: string;
};

/** An action on this device alone. It takes effect at once, nothing is sent, and `takeBack` reverts it. */
export type OwnTap = Omit<Tap, 'kind'> & { kind: 'seen'; takeBack: () => void };

export type RefusedFor = NoteRefusalCode | 'offline' | 'unanswered' | 'cooking';

/**
 * The notice in the bar. `until` is when it ends, or when its undo ends; `also` are the other taps of its batch, and
 * `undos` the undo requests without an answer yet.
 */
export type Said =
  | { says: 'done'; tap: Tap | OwnTap; also: readonly Tap[]; until: number }
  | { says: 'taking-back'; tap: Tap; also: readonly Tap[]; undos: readonly Tap[] }
  | { says: 'taken-back'; tap: Tap | OwnTap; also: readonly Tap[]; until: number }
  | { says: 'refused'; tap: Tap; code: RefusedFor; until: number };

export type Taps = {
  /** Pending taps, oldest first. */
  sent: readonly Tap[];
  said: Said | null;
};

export const NO_TAPS: Taps = { sent: [], said: null };

/** The server accepts an undo for five seconds from its receipt of the tap. */
const UNDO_MS = 5_000;
/** Allowance for the network delay. */
const MARGIN_MS = 300;
const TAKEN_BACK_MS = 2_000;
const REFUSED_MS = 4_000;

/** Adds a tap, unless its ticket has one pending. */
export function afterTap(taps: Taps, tap: Tap): Taps {
  if (pendingOn(taps, tap.ticket.id) !== null) return taps;
  return { ...taps, sent: [...taps.sent, tap] };
}

/** An action on this device alone gets a notice and an undo like any tap. */
export function afterOwnTap(taps: Taps, tap: OwnTap): Taps {
  return { ...taps, said: { says: 'done', tap, also: [], until: tap.sentAt + UNDO_MS } };
}

/** Shows a refusal for a tap that this screen does not send. */
export function afterRefusal(taps: Taps, tap: Tap, code: RefusedFor): Taps {
  return { ...taps, said: { says: 'refused', tap, code, until: tap.sentAt + REFUSED_MS } };
}

/** Adds the undo of the current notice; returns the same state if there is nothing to undo, or no time left. */
export function afterUndo(taps: Taps, newId: () => string, now: number): Taps {
  const { said, sent } = taps;
  if (said?.says !== 'done' || now >= said.until) return taps;
  const { tap, also } = said;
  // The server reverts the last tap on a ticket: with another one pending that would not be the one in the notice.
  const isUnanswered = tap.batch !== undefined && sent.some(({ batch }) => batch === tap.batch);
  if (isUnanswered || [tap, ...also].some(({ ticket }) => pendingOn(taps, ticket.id) !== null)) return taps;
  if (tap.kind === 'seen') return { sent, said: { says: 'taken-back', tap, also, until: now + TAKEN_BACK_MS } };
  const undos = [tap, ...also].map(({ ticket }): Tap => ({ noteId: newId(), kind: 'undo', ticket, sentAt: now }));
  return { sent: [...sent, ...undos], said: { says: 'taking-back', tap, also, undos } };
}

/** Applies the server's answer to a tap: the newest answered tap replaces the older notice. */
export function afterAnswer(taps: Taps, noteId: string, answer: Tapped, now: number): Taps {
  const tap = taps.sent.find((each) => each.noteId === noteId);
  if (!tap) return taps;
  const sent = taps.sent.filter((each) => each !== tap);
  const { said } = taps;
  const isOfSaid = said?.says === 'done' && tap.batch !== undefined && said.tap.batch === tap.batch;
  if ('error' in answer) {
    // The accepted taps of the batch can still be undone.
    if (isOfSaid) return { sent, said };
    return { sent, said: { says: 'refused', tap, code: answer.error.code, until: now + REFUSED_MS } };
  }
  if (tap.kind !== 'undo') {
    if (isOfSaid) return { sent, said: { ...said, also: [...said.also, tap] } };
    // The server received the tap after it was sent, so an undo that is offered from then on is accepted in time.
    return { sent, said: { says: 'done', tap, also: [], until: Math.max(now, tap.sentAt + UNDO_MS - MARGIN_MS) } };
  }
  if (said?.says !== 'taking-back' || !said.undos.includes(tap)) return { ...taps, sent };
  const undos = said.undos.filter((each) => each !== tap);
  if (undos.length > 0) return { sent, said: { ...said, undos } };
  return { sent, said: { says: 'taken-back', tap: said.tap, also: said.also, until: now + TAKEN_BACK_MS } };
}

/** Removes a notice whose time is over. */
export function afterTime(taps: Taps, now: number): Taps {
  const { said } = taps;
  return said && 'until' in said && now >= said.until ? { ...taps, said: null } : taps;
}

/** The pending tap on a ticket, if any. */
export function pendingOn({ sent }: Taps, ticketId: string): NoteKind | null {
  return sent.find(({ ticket }) => ticket.id === ticketId)?.kind ?? null;
}

/** Whole seconds left for an undo, at least one while it is offered. */
export function secondsLeft(said: Said | null, now: number): number {
  return said?.says === 'done' ? Math.max(0, Math.ceil((said.until - now) / 1000)) : 0;
}
