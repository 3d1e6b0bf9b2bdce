import type { NoteKind } from '../contract/live';
import type { Instant } from './fact';
import type { Limits } from './limits';

/** The screen on which something was tapped, by the name that it had then. */
export type TappedBy = { id: number; name: string };

/** F10: what somebody tapped on a ticket. */
export type Note = {
  /** A UUID of the screen's making. */
  id: string;
  kind: NoteKind;
  by: TappedBy;
  /** The branch's now (POS time) when it came: what it does to the ticket is counted from here. */
  at: Instant;
  /** Server time: an undo counts within 5 s of it. */
  receivedAt: Instant;
  /** Since when the ticket was ready as the tap saw it; null while it was cooking. */
  seenReadyAt: Instant | null;
};

/** A note in its place among the tickets of an order. */
export type PlacedNote = Note & { courseNumber: number; round: number };

/** Who tapped, when by the POS's clock, which is told, and by the server's, from which it holds. */
export type NotedTap = Pick<Note, 'by' | 'at' | 'receivedAt'>;

/** What the notes on a ticket come to, beside what the POS said of it. */
export type Noted = {
  /** Who has it, as long as that holds. */
  claim: NotedTap | null;
  collected: NotedTap | null;
  /** F10e: it is not served, whatever F22 presumes. */
  stillHere: NotedTap | null;
  /** F10e: it was served, as F22 presumed. */
  confirmed: NotedTap | null;
  /** Screens, in ascending order. */
  hiddenOn: number[];
};

/** Most tickets: nobody tapped anything. */
export const NOTHING_NOTED: Noted = Object.freeze({
  claim: null,
  collected: null,
  stillHere: null,
  confirmed: null,
  hiddenOn: [],
});

/** F10: a tap can be taken back so long by who made it. */
export const UNDO_WITHIN_MS = 5_000;
/** F10: a tap that took longer to arrive is nobody's intention any more. */
export const TAP_HOLDS_MS = 30_000;
/** F10b: what becomes ready so much later is not what was collected. Less is the distance between two clocks. */
const SAME_FOOD_MS = 60_000;

type Stage = { readyAt: Instant | null; servedAt: Instant | null };

/**
 * F10: what the notes on one ticket, in order of receipt, come to after all facts. Knows no time but that of the notes:
 * `heldAt` tells whether the claim still holds.
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

/** F10b: whether what is ready is what the tap took. A POS's clock may be far ahead: what was seen ready, was. */
function isSameFood({ at, seenReadyAt }: Note, readyAt: Instant | null): boolean {
  return readyAt === null || readyAt <= Math.max(at, seenReadyAt ?? at) + SAME_FOOD_MS;
}

/** F10a: when a claim ends, by the server's clock. */
export function claimEndsAt(claim: NotedTap, limits: Pick<Limits, 'claimHoldsMs'>): Instant {
  return claim.receivedAt + limits.claimHoldsMs;
}

/** F10a: what holds at `serverNow`. The same object where that is all of it. */
export function heldAt(noted: Noted, serverNow: Instant, limits: Pick<Limits, 'claimHoldsMs'>): Noted {
  return noted.claim && claimEndsAt(noted.claim, limits) <= serverNow ? withoutClaim(noted) : noted;
}

/** Nobody has what is closed. The same object where nobody had it. */
export function withoutClaim(noted: Noted): Noted {
  return noted.claim ? { ...noted, claim: null } : noted;
}

type Round = { course: { number: number }; round: number; readyAt: Instant | null };

/**
 * F10: the notes on one of an order's tickets. A late fact may give the food another round than it had when it was
 * tapped: a note stays with what was ready at the instant that the tap saw, else with its round.
 */
export function notesOn(ticket: Round, tickets: readonly Round[], notes: readonly PlacedNote[]): readonly PlacedNote[] {
  if (notes.length === 0) return notes; // most orders, and this is on the way of every delivery
  return notes.filter((note) => roundOf(note, tickets) === ticket.round && note.courseNumber === ticket.course.number);
}

function roundOf({ courseNumber, round, seenReadyAt }: PlacedNote, tickets: readonly Round[]): number {
  if (seenReadyAt === null) return round;
  const seen = tickets.find(({ course, readyAt }) => course.number === courseNumber && readyAt === seenReadyAt);
  return seen?.round ?? round;
}

/** F10d: the notes that nobody took back, without the undos themselves. In order of receipt, whatever a clock said. */
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

/** Why an undo would take nothing back, or what it would (F10d). */
export type Undoable = { undoes: Note } | { code: 'nothing' | 'not-yours' | 'undo-late' };

/** F10d: what `by` would take back of these notes at `serverNow`. */
export function undoable(notes: readonly Note[], by: TappedBy, serverNow: Instant): Undoable {
  const kept = standing(notes);
  const own = lastOwn(kept, by);
  if (own) return isInTime(own, serverNow) ? { undoes: own } : { code: 'undo-late' };
  return { code: kept.length > 0 ? 'not-yours' : 'nothing' };
}

function lastOwn(notes: readonly Note[], by: TappedBy): Note | undefined {
  return notes.findLast((note) => note.by.id === by.id);
}

/** A clock that was set back a little between the two changes nothing; one that was set back far is no proof of haste. */
function isInTime(note: Note, serverNow: Instant): boolean {
  return Math.abs(serverNow - note.receivedAt) <= UNDO_WITHIN_MS;
}
