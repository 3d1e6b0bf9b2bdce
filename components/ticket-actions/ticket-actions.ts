import type { Ticket, TicketActionKind, TicketActionRefusalCode } from '../../contract/live';
import type { TicketActionResult } from '../live/board-connection';

/** An action on this screen; times are ms on the page's monotonic clock. */
export type TicketAction = {
  actionId: string;
  kind: TicketActionKind;
  /** The ticket at the time of the tap. */
  ticket: Ticket;
  sentAt: number;
  /** The same for all actions of a batch, which share a notice and an undo. */
  batch?: string;
};

/** An action on this device alone. It takes effect at once, nothing is sent, and `takeBack` reverts it. */
export type LocalAction = Omit<TicketAction, 'kind'> & { kind: 'seen'; takeBack: () => void };

export type RefusedFor = TicketActionRefusalCode | 'offline' | 'unanswered' | 'cooking';

/**
 * The notice in the bar. `until` is when it ends, or when its undo ends; `also` are the other accepted actions of its
 * batch, `refused` is the last one of it that was not, `undos` are the undo requests without an answer yet, and `before`
 * is what was done before, as long as it can still be undone.
 */
export type ActionNotice =
  | Done
  | {
      state: 'taking-back';
      action: TicketAction;
      also: readonly TicketAction[];
      undos: readonly TicketAction[];
      refused?: Refused;
      before?: Done | undefined;
    }
  | {
      state: 'taken-back';
      action: TicketAction | LocalAction;
      also: readonly TicketAction[];
      until: number;
      before?: Done | undefined;
    }
  | ({ state: 'refused'; until: number } & Refused);

type Done = {
  state: 'done';
  action: TicketAction | LocalAction;
  also: readonly TicketAction[];
  refused?: Refused;
  until: number;
  before?: Done | undefined;
};

export type Refused = { action: TicketAction; code: RefusedFor };

export type TicketActions = {
  /** Pending actions, oldest first. An action on a ticket with a pending undo waits for the answer to it. */
  sent: readonly TicketAction[];
  notice: ActionNotice | null;
};

export const NO_ACTIONS: TicketActions = { sent: [], notice: null };

/** The server accepts an undo for five seconds from its receipt of the action. */
const UNDO_MS = 5_000;
/** Allowance for the network delay. */
const MARGIN_MS = 300;
const TAKEN_BACK_MS = 2_000;
const REFUSED_MS = 4_000;

/** Adds an action, unless its ticket has one pending. */
export function afterAction(actions: TicketActions, action: TicketAction): TicketActions {
  if (pendingOn(actions, action.ticket.id) !== null) return actions;
  return { ...actions, sent: [...actions.sent, action] };
}

/** An action on this device alone gets a notice and an undo like any action. */
export function afterLocalAction(actions: TicketActions, action: LocalAction): TicketActions {
  const before = stillUndoable(undoable(actions), action.sentAt);
  return { ...actions, notice: { state: 'done', action, also: [], until: action.sentAt + UNDO_MS, before } };
}

/** Shows a refusal for an action that this screen does not send. */
export function afterRefusal(actions: TicketActions, action: TicketAction, code: RefusedFor): TicketActions {
  return { ...actions, notice: { state: 'refused', action, code, until: action.sentAt + REFUSED_MS } };
}

/** What an undo reverts: what the notice shows, or what was done before it once that is reverted itself. */
export function undoable({ notice }: TicketActions): Done | undefined {
  if (notice?.state === 'done') return notice;
  return notice?.state === 'taking-back' || notice?.state === 'taken-back' ? notice.before : undefined;
}

/** Without what is too old to be undone. */
function stillUndoable(done: Done | undefined, now: number): Done | undefined {
  return done && now < done.until ? { ...done, before: stillUndoable(done.before, now) } : undefined;
}

/** Adds the undo of what `undoable` returns; returns the same state if there is nothing to undo, or no time left. */
export function afterUndo(actions: TicketActions, newId: () => string, now: number): TicketActions {
  const { sent } = actions;
  const done = stillUndoable(undoable(actions), now);
  if (!done || undoWaitsFor(actions)) return actions;
  const { action, also, before } = done;
  if (action.kind === 'seen')
    return { sent, notice: { state: 'taken-back', action, also, until: now + TAKEN_BACK_MS, before } };
  const undos = [action, ...also].map(
    ({ ticket }): TicketAction => ({ actionId: newId(), kind: 'undo', ticket, sentAt: now }),
  );
  return { sent: [...sent, ...undos], notice: { state: 'taking-back', action, also, undos, before } };
}

/**
 * The pending action, if any, that an undo has to wait for: one of its batch, or a later one on its tickets, because the
 * server reverts the last action on a ticket.
 */
export function undoWaitsFor(actions: TicketActions): TicketAction | undefined {
  const done = undoable(actions);
  if (!done || done.action.kind === 'seen') return;
  const { action, also } = done;
  const ids = [action, ...also].map(({ ticket }) => ticket.id);
  return actions.sent.findLast(
    ({ kind, ticket, batch }) =>
      kind !== 'undo' && (ids.includes(ticket.id) || (batch !== undefined && batch === action.batch)),
  );
}

/** What actions that share an undo have in common. */
export const undoKey = ({ batch, actionId }: TicketAction | LocalAction) => batch ?? actionId;

/** Applies the server's answer to an action. It replaces the notice of an older one: answers may come in any order. */
export function afterAnswer(
  actions: TicketActions,
  actionId: string,
  answer: TicketActionResult,
  now: number,
): TicketActions {
  const action = actions.sent.find((each) => each.actionId === actionId);
  if (!action) return actions;
  const sent = actions.sent.filter((each) => each !== action);
  const { notice } = actions;
  const isOfNotice = notice?.state === 'done' && action.batch !== undefined && notice.action.batch === action.batch;
  if ('error' in answer) {
    const refused: Refused = { action, code: answer.error.code };
    // The accepted actions of the batch can still be undone.
    if (isOfNotice) return { sent, notice: { ...notice, refused } };
    if (notice?.state === 'taking-back' && notice.undos.includes(action))
      return { sent, notice: afterUndoAnswer({ ...notice, refused }, action, now) };
    return { sent, notice: { state: 'refused', ...refused, until: now + REFUSED_MS } };
  }
  if (action.kind !== 'undo') {
    if (isOfNotice) return { sent, notice: { ...notice, also: [...notice.also, action] } };
    if (notice?.state === 'done' && notice.action.sentAt > action.sentAt) return { sent, notice };
    const isRefusedInPart =
      notice?.state === 'refused' && action.batch !== undefined && notice.action.batch === action.batch;
    // The server received the action after it was sent, so an undo that is offered from then on is accepted in time.
    return {
      sent,
      notice: {
        state: 'done',
        action,
        also: [],
        ...(isRefusedInPart ? { refused: { action: notice.action, code: notice.code } } : {}),
        until: Math.max(now, action.sentAt + UNDO_MS - MARGIN_MS),
        before: stillUndoable(undoable(actions), now),
      },
    };
  }
  if (notice?.state !== 'taking-back' || !notice.undos.includes(action)) return { ...actions, sent };
  return { sent, notice: afterUndoAnswer(notice, action, now) };
}

type TakingBack = Extract<ActionNotice, { state: 'taking-back' }>;

/** The notice once an undo is answered. A refusal is shown when the others are answered too. */
function afterUndoAnswer(notice: TakingBack, undo: TicketAction, now: number): ActionNotice {
  const undos = notice.undos.filter((each) => each !== undo);
  if (undos.length > 0) return { ...notice, undos };
  const { action, also, refused, before } = notice;
  if (refused) return { state: 'refused', ...refused, until: now + REFUSED_MS };
  return { state: 'taken-back', action, also, until: now + TAKEN_BACK_MS, before };
}

/** Removes a notice whose time is over. */
export function afterTime(actions: TicketActions, now: number): TicketActions {
  const { notice } = actions;
  return notice && 'until' in notice && now >= notice.until ? { ...actions, notice: null } : actions;
}

/** The pending action on a ticket, if any; an undo does not count, because an action can follow it at once. */
export function pendingOn({ sent }: TicketActions, ticketId: string): TicketActionKind | null {
  return sent.find(({ kind, ticket }) => kind !== 'undo' && ticket.id === ticketId)?.kind ?? null;
}

/** Whole seconds left for an undo, at least one while it is offered. */
export function secondsLeft(notice: ActionNotice | null, now: number): number {
  return notice?.state === 'done' ? Math.max(0, Math.ceil((notice.until - now) / 1000)) : 0;
}
