import type { NoteKind } from '../contract/live';
import type { Instant } from './fact';
import type { Limits } from './limits';

/** The screen on which something was tapped, with its name at that time. */
export type TappedBy = { id: number; name: string };

/** F10: one tap on a ticket. */
export type Note = {
  /** A UUID that the screen generated. */
  id: string;
  kind: NoteKind;
  by: TappedBy;
  /** The branch's now (POS time) at receipt: the tap takes effect at this instant. */
  at: Instant;
  /** Server time: an undo is accepted within 5 s of it. */
  receivedAt: Instant;
  /** When the ticket became ready, as the screen showed it; null while it was cooking. */
  seenReadyAt: Instant | null;
};

/** A note with the ticket of the order that it belongs to. */
export type PlacedNote = Note & { courseNumber: number; round: number };

/** Who tapped and when: `at` (POS time) is shown, `receivedAt` (server time) starts the timers. */
export type NotedTap = Pick<Note, 'by' | 'at' | 'receivedAt'>;

/** The combined effect of the notes on a ticket. */
export type Noted = {
  /** Who claimed the ticket, while the claim lasts. */
  claim: NotedTap | null;
  collected: NotedTap | null;
  /** F10e: somebody said that it is not served; overrides F22. */
  stillHere: NotedTap | null;
  /** F10e: somebody confirmed that it was served, as F22 presumed. */
  confirmed: NotedTap | null;
  /** Ids of screens, ascending. */
  hiddenOn: number[];
};

/** Shared by all tickets without notes, which are most of them. */
export const NOTHING_NOTED: Noted = Object.freeze({
  claim: null,
  collected: null,
  stillHere: null,
  confirmed: null,
  hiddenOn: [],
});

/** F10: the screen that made a tap can undo it for this long. */
export const UNDO_WITHIN_MS = 5_000;
/** F10: a tap that took longer to arrive is rejected, because the user has moved on. */
export const TAP_HOLDS_MS = 30_000;
/**
 * F10b: food that becomes ready later than this after a tap is not the food that was tapped; less may be clock skew.
 */
const SAME_FOOD_MS = 60_000;

type Stage = { readyAt: Instant | null; servedAt: Instant | null };

/**
 * F10: combines the notes on one ticket, in order of receipt. Does not depend on the current time: `heldAt` removes a
 * claim that has expired.
 */
export function foldNotes(notes: readonly Note[], { readyAt, servedAt }: Stage): Noted {
  if (notes.length === 0) return NOTHING_NOTED;
  let claim: NotedTap | null = null;
  let collected: NotedTap | null = null;
  let stillHere: NotedTap | null = null;
  let confirmed: NotedTap | null = null;
  const hiddenOn = new Set<number>();
  for (const note of standing(notes)) {
    const { kind, by, at, receivedAt } = note;
    if (kind === 'claim') claim = { by, at, receivedAt };
    if (kind === 'collect' && isSameFood(note, readyAt)) collected = { by, at, receivedAt };
    if (kind === 'still-here' && isSameFood(note, readyAt)) stillHere = { by, at, receivedAt };
    if (kind === 'confirm-served' && isSameFood(note, readyAt)) confirmed = { by, at, receivedAt };
    if (kind === 'hide') hiddenOn.add(by.id);
    if (kind === 'recall') hiddenOn.delete(by.id);
  }
  const isCarried = servedAt !== null || collected !== null || confirmed !== null;
  return {
    claim: isCarried ? null : claim,
    collected,
    stillHere,
    confirmed,
    hiddenOn: [...hiddenOn].sort((a, b) => a - b),
  };
}

/**
 * F10b: whether a tap was about the food that is ready. `seenReadyAt` counts too because the POS's clock may be ahead.
 */
function isSameFood({ at, seenReadyAt }: Note, readyAt: Instant | null): boolean {
  return readyAt === null || readyAt <= Math.max(at, seenReadyAt ?? at) + SAME_FOOD_MS;
}

/** F10a: when a claim expires, by the server's clock. */
export function claimEndsAt(claim: NotedTap, limits: Pick<Limits, 'claimHoldsMs'>): Instant {
  return claim.receivedAt + limits.claimHoldsMs;
}

/** F10a: removes a claim that has expired at `serverNow`. Returns the same object if nothing changes. */
export function heldAt(noted: Noted, serverNow: Instant, limits: Pick<Limits, 'claimHoldsMs'>): Noted {
  return noted.claim && claimEndsAt(noted.claim, limits) <= serverNow ? withoutClaim(noted) : noted;
}

/** Removes the claim. Returns the same object if there is none. */
export function withoutClaim(noted: Noted): Noted {
  return noted.claim ? { ...noted, claim: null } : noted;
}

type Round = { course: { number: number }; round: number; readyAt: Instant | null };

/**
 * F10: the notes on one of an order's tickets. A late fact may move the food to another round after the tap: a note
 * belongs to the ticket that became ready at `seenReadyAt`, or else to its original round.
 */
export function notesOn(ticket: Round, tickets: readonly Round[], notes: readonly PlacedNote[]): readonly PlacedNote[] {
  if (notes.length === 0) return notes; // fast path: runs for every delivery, and most orders have no notes
  return notes.filter((note) => roundOf(note, tickets) === ticket.round && note.courseNumber === ticket.course.number);
}

function roundOf({ courseNumber, round, seenReadyAt }: PlacedNote, tickets: readonly Round[]): number {
  if (seenReadyAt === null) return round;
  const seen = tickets.find(({ course, readyAt }) => course.number === courseNumber && readyAt === seenReadyAt);
  return seen?.round ?? round;
}

/** F10d: the notes in order of receipt, without the undos and the notes that they undid. */
function standing(notes: readonly Note[]): Note[] {
  const kept: Note[] = [];
  for (const note of notes) {
    if (note.kind !== 'undo') {
      kept.push(note);
      continue;
    }
    const undone = lastOwn(kept, note.by);
    if (undone && isInTime(undone, note.receivedAt)) kept.splice(kept.indexOf(undone), 1);
  }
  return kept;
}

/** The note that an undo would undo, or why it is rejected (F10d). */
export type Undoable = { undoes: Note } | { code: 'nothing' | 'not-yours' | 'undo-late' };

/** F10d: which of these notes the screen `by` can undo at `serverNow`. */
export function undoable(notes: readonly Note[], by: TappedBy, serverNow: Instant): Undoable {
  const kept = standing(notes);
  const own = lastOwn(kept, by);
  if (own) return isInTime(own, serverNow) ? { undoes: own } : { code: 'undo-late' };
  return { code: kept.length > 0 ? 'not-yours' : 'nothing' };
}

function lastOwn(notes: readonly Note[], by: TappedBy): Note | undefined {
  return notes.findLast((note) => note.by.id === by.id);
}

/** Compares the absolute difference, so that a clock that was set back far does not keep the undo open. */
function isInTime(note: Note, serverNow: Instant): boolean {
  return Math.abs(serverNow - note.receivedAt) <= UNDO_WITHIN_MS;
}
