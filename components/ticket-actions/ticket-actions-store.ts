import type { Ticket, TicketActionKind } from '../../contract/live';
import { createListeners } from '../../lib/listeners';
import type { LiveStore } from '../live/live-store';
import {
  afterAction,
  afterAnswer,
  afterLocalAction,
  afterRefusal,
  afterTime,
  afterUndo,
  type LocalAction,
  NO_ACTIONS,
  type RefusedFor,
  type TicketAction,
  type TicketActions,
  undoable,
  undoKey,
  undoWaitsFor,
} from './ticket-actions';

export type TicketActionsStore = {
  subscribe: (listener: () => void) => () => void;
  view: () => TicketActions;
  act: (kind: Exclude<TicketActionKind, 'undo'>, ticket: Ticket) => void;
  /** Sends the same action for each ticket; they share one notice and one undo. */
  actOnAll: (kind: Exclude<TicketActionKind, 'undo'>, tickets: readonly Ticket[]) => void;
  /** Shows a notice for an action on this device alone; `takeBack` reverts it. */
  actHere: (kind: LocalAction['kind'], ticket: Ticket, takeBack: () => void) => void;
  /** Shows why an action has no effect, without contacting the server. */
  refuse: (code: RefusedFor, kind: Exclude<TicketActionKind, 'undo'>, ticket: Ticket) => void;
  /**
   * Reverts what the notice shows, or what was done before it once that is reverted. If an action on its ticket or of its
   * batch is pending, it waits for the answer.
   */
  undo: () => void;
  /** Reverts the last action; if the server has not answered it yet, as soon as it accepts it. */
  undoLast: () => void;
  /** Ms on the page's monotonic clock. */
  now: () => number;
  close: () => void;
};

/** The actions of one screen, outside React: sends them, and removes each notice when its time is over. */
export function createTicketActions({
  sendAction,
  monotonicNow,
}: Pick<LiveStore, 'sendAction' | 'monotonicNow'>): TicketActionsStore {
  const { subscribe, notify } = createListeners();
  let actions = NO_ACTIONS;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  /** The `undoKey` of pending actions that are reverted as soon as the server has accepted them. */
  const awaited = new Set<string>();

  const show = (next: TicketActions) => {
    if (next === actions || isClosed) return;
    actions = next;
    forgetInTime();
    notify();
  };
  /** A timer may fire slightly early: then it is set again. */
  const forgetInTime = () => {
    clearTimeout(forgetting);
    if (!actions.notice || !('until' in actions.notice)) return;
    const inMs = Math.max(1, Math.ceil(actions.notice.until - monotonicNow()));
    forgetting = setTimeout(() => {
      const next = afterTime(actions, monotonicNow());
      if (next === actions) forgetInTime();
      else show(next);
    }, inMs);
  };
  const send = async (action: TicketAction) => {
    const { actionId, kind, ticket } = action;
    const answer = await sendAction({ actionId, kind, ticketId: ticket.id });
    if (isClosed) return;
    show(afterAnswer(actions, actionId, answer, monotonicNow()));
    const next = pendingFor(ticket);
    if (next) void send(next);
    undoIfAwaited(undoKey(action));
  };
  const pendingFor = ({ id }: Ticket) => actions.sent.find(({ ticket }) => ticket.id === id);
  /** Publishes the new state and sends the actions that it added, unless they follow an undo without an answer yet. */
  const take = (next: TicketActions) => {
    const fresh = next.sent.filter((action) => !actions.sent.includes(action));
    show(next);
    for (const action of fresh) if (pendingFor(action.ticket) === action) void send(action);
  };
  const undo = () => {
    const before = actions;
    const pending = undoWaitsFor(before);
    if (pending) awaited.add(undoKey(pending));
    take(afterUndo(before, uuid, monotonicNow()));
    const done = undoable(before);
    if (done?.action.kind === 'seen' && actions !== before) done.action.takeBack();
  };
  const undoIfAwaited = (key: string) => {
    const { sent, notice } = actions;
    if (sent.some((action) => undoKey(action) === key) || !awaited.delete(key)) return;
    if (notice?.state === 'done' && undoKey(notice.action) === key) undo();
  };

  return {
    subscribe,
    view: () => actions,
    now: monotonicNow,
    act: (kind, ticket) => take(afterAction(actions, { actionId: uuid(), kind, ticket, sentAt: monotonicNow() })),
    actOnAll(kind, tickets) {
      const [batch, sentAt] = [uuid(), monotonicNow()];
      take(
        tickets.reduce((all, ticket) => afterAction(all, { actionId: uuid(), kind, ticket, sentAt, batch }), actions),
      );
    },
    actHere: (kind, ticket, takeBack) =>
      show(afterLocalAction(actions, { actionId: uuid(), kind, ticket, sentAt: monotonicNow(), takeBack })),
    refuse: (code, kind, ticket) =>
      show(afterRefusal(actions, { actionId: uuid(), kind, ticket, sentAt: monotonicNow() }, code)),
    undo,
    undoLast() {
      const pending = actions.sent.findLast(({ kind }) => kind !== 'undo');
      const { notice } = actions;
      if (!pending || (notice?.state === 'done' && notice.action.sentAt > pending.sentAt)) undo();
      else awaited.add(undoKey(pending));
    },
    close() {
      isClosed = true;
      clearTimeout(forgetting);
    },
  };
}

/**
 * Returns a random UUID, version 4. `crypto.randomUUID` exists only over HTTPS, which a restaurant's network mostly
 * does not have.
 */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
