import type { Instant } from './fact';
import type { Limits } from './limits';
import type { NoteKind } from './live-contract';

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

export type Tap = { by: TappedBy; at: Instant };

/** What the notes on a ticket come to, beside what the POS said of it. */
export type Noted = {
  /** Who has it, as long as that holds. */
  claim: Tap | null;
  collected: Tap | null;
  /** Screens, in ascending order. */
  hiddenOn: number[];
};

/** Most tickets: nobody tapped anything. */
export const NOTHING_NOTED: Noted = { claim: null, collected: null, hiddenOn: [] };

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
  let claim: Tap | null = null;
  let collected: Tap | null = null;
  const hiddenOn = new Set<number>();
  for (const note of standing(notes)) {
    const { kind, by, at } = note;
    if (kind === 'claim') claim = { by, at };
    if (kind === 'collect' && isSameFood(note, readyAt)) collected = { by, at };
    if (kind === 'hide') hiddenOn.add(by.id);
    if (kind === 'recall') hiddenOn.delete(by.id);
  }
  const isCarried = servedAt !== null || collected !== null;
  return { claim: isCarried ? null : claim, collected, hiddenOn: [...hiddenOn].sort((a, b) => a - b) };
}

/** F10b: whether what is ready is what the tap took. A POS's clock may be far ahead: what was seen ready, was. */
function isSameFood({ at, seenReadyAt }: Note, readyAt: Instant | null): boolean {
  return readyAt === null || readyAt <= Math.max(at, seenReadyAt ?? at) + SAME_FOOD_MS;
}

/** F10a: when a claim ends. */
export function claimEndsAt(claim: Tap, limits: Pick<Limits, 'claimHoldsMs'>): Instant {
  return claim.at + limits.claimHoldsMs;
}

/** F10a: what holds at `now` (POS time). The same object where that is all of it. */
export function heldAt(noted: Noted, now: Instant, limits: Pick<Limits, 'claimHoldsMs'>): Noted {
  return noted.claim && claimEndsAt(noted.claim, limits) <= now ? { ...noted, claim: null } : noted;
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

function isInTime(note: Note, serverNow: Instant): boolean {
  return serverNow - note.receivedAt <= UNDO_WITHIN_MS;
}
