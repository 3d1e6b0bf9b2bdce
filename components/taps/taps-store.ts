import type { NoteKind, Ticket } from '../../contract/live';
import type { LiveStore } from '../live/live-store';
import {
  afterAnswer,
  afterOwnTap,
  afterRefusal,
  afterTap,
  afterTime,
  afterUndo,
  NO_TAPS,
  type OwnTap,
  type RefusedFor,
  type Tap,
  type Taps,
} from './taps';
import { uuid } from './uuid';

export type TapsStore = {
  subscribe: (listener: () => void) => () => void;
  view: () => Taps;
  tap: (kind: Exclude<NoteKind, 'undo'>, ticket: Ticket) => void;
  /** Sends the same tap for each ticket; they share one notice and one undo. */
  tapAll: (kind: Exclude<NoteKind, 'undo'>, tickets: readonly Ticket[]) => void;
  /** Shows a notice for an action on this device alone; `takeBack` reverts it. */
  tapHere: (kind: OwnTap['kind'], ticket: Ticket, takeBack: () => void) => void;
  /** Shows why a tap has no effect, without contacting the server. */
  refuse: (code: RefusedFor, kind: Exclude<NoteKind, 'undo'>, ticket: Ticket) => void;
  /** Reverts what the notice shows. */
  undo: () => void;
  /** Ms on the page's monotonic clock. */
  now: () => number;
  close: () => void;
};

/** The taps of one screen, outside React: sends them, and removes each notice when its time is over. */
export function createTaps({ note, monotonicNow }: Pick<LiveStore, 'note' | 'monotonicNow'>): TapsStore {
  const listeners = new Set<() => void>();
  let taps = NO_TAPS;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const show = (next: Taps) => {
    if (next === taps || isClosed) return;
    taps = next;
    forgetInTime();
    for (const listener of listeners) listener();
  };
  /** A timer may fire slightly early: then it is set again. */
  const forgetInTime = () => {
    clearTimeout(forgetting);
    if (!taps.said || !('until' in taps.said)) return;
    const inMs = Math.max(1, Math.ceil(taps.said.until - monotonicNow()));
    forgetting = setTimeout(() => {
      const next = afterTime(taps, monotonicNow());
      if (next === taps) forgetInTime();
      else show(next);
    }, inMs);
  };
  const send = async ({ noteId, kind, ticket }: Tap) => {
    const answer = await note({ noteId, kind, ticketId: ticket.id });
    show(afterAnswer(taps, noteId, answer, monotonicNow()));
  };
  /** Publishes the new state and sends the taps that it added. */
  const take = (next: Taps) => {
    const fresh = next.sent.filter((tap) => !taps.sent.includes(tap));
    show(next);
    for (const tap of fresh) void send(tap);
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => taps,
    now: monotonicNow,
    tap: (kind, ticket) => take(afterTap(taps, { noteId: uuid(), kind, ticket, sentAt: monotonicNow() })),
    tapAll(kind, tickets) {
      const [batch, sentAt] = [uuid(), monotonicNow()];
      take(tickets.reduce((all, ticket) => afterTap(all, { noteId: uuid(), kind, ticket, sentAt, batch }), taps));
    },
    tapHere: (kind, ticket, takeBack) =>
      show(afterOwnTap(taps, { noteId: uuid(), kind, ticket, sentAt: monotonicNow(), takeBack })),
    refuse: (code, kind, ticket) =>
      show(afterRefusal(taps, { noteId: uuid(), kind, ticket, sentAt: monotonicNow() }, code)),
    undo() {
      const { said } = taps;
      take(afterUndo(taps, uuid, monotonicNow()));
      if (said?.says === 'done' && said.tap.kind === 'seen' && taps.said !== said) said.tap.takeBack();
    },
    close() {
      isClosed = true;
      clearTimeout(forgetting);
    },
  };
}
