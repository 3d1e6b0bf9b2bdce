import type { TicketActionKind } from '../contract/live';
import type { Instant } from './fact';
import type { Limits } from './limits';

/** The screen on which something was tapped, with its name at that time. */
type ActingScreen = { id: number; name: string };

/** F10: one action on a ticket. */
export type TicketAction = {
  /** A UUID that the screen generated. */
  id: string;
  kind: TicketActionKind;
  by: ActingScreen;
  /** The branch's now (POS time) at receipt: the action takes effect at this instant. */
  at: Instant;
  /** Server time: an undo is accepted within 5 s of it. */
  receivedAt: Instant;
  /** When the ticket became ready, as the screen showed it; null while it was cooking. */
  seenReadyAt: Instant | null;
};

/** An action with the ticket of the order that it belongs to. */
export type PlacedAction = TicketAction & { courseNumber: number; round: number };

/** Who tapped and when: `at` (POS time) is shown, `receivedAt` (server time) starts the timers. */
export type ActionBy = Pick<TicketAction, 'by' | 'at' | 'receivedAt'>;

/** The combined effect of the actions on a ticket. */
export type ActionEffects = {
  /** Who claimed the ticket, while the claim lasts. */
  claim: ActionBy | null;
  /** When it was claimed last (POS time), also after that claim has ended; F22e needs it. Null once it was carried. */
  claimedAt: Instant | null;
  collected: ActionBy | null;
  /** F10e: somebody said that it is not served; overrides F22. */
  stillHere: ActionBy | null;
  /** F10e: somebody confirmed that it was served, as F22 presumed. */
  confirmed: ActionBy | null;
  /** Ids of screens, ascending. */
  hiddenOn: number[];
};

/** Shared by all tickets without actions, which are most of them. */
export const NO_EFFECTS: ActionEffects = Object.freeze({
  claim: null,
  claimedAt: null,
  collected: null,
  stillHere: null,
  confirmed: null,
  hiddenOn: [],
});

/** F10: the screen that made an action can undo it for this long. */
const UNDO_WITHIN_MS = 5_000;
/** F10: an action that took longer to arrive is rejected, because the user has moved on. */
export const ACTION_HOLDS_MS = 30_000;
/**
 * F10b: food that becomes ready later than this after an action is not the food that was tapped; less may be clock
 * skew.
 */
const SAME_FOOD_MS = 60_000;

type Stage = { readyAt: Instant | null; servedAt: Instant | null };

/**
 * F10: combines the actions on one ticket, in order of receipt. Does not depend on the current time: `heldAt` removes a
 * claim that has expired.
 */
export function foldActions(actions: readonly TicketAction[], { readyAt, servedAt }: Stage): ActionEffects {
  if (actions.length === 0) return NO_EFFECTS;
  let claim: ActionBy | null = null;
  let collected: ActionBy | null = null;
  let stillHere: ActionBy | null = null;
  let confirmed: ActionBy | null = null;
  const hiddenOn = new Set<number>();
  for (const action of standing(actions)) {
    const { kind, by, at, receivedAt } = action;
    if (kind === 'claim') claim = { by, at, receivedAt };
    if (kind === 'collect' && isSameFood(action, readyAt)) collected = { by, at, receivedAt };
    if (kind === 'still-here' && isSameFood(action, readyAt)) stillHere = { by, at, receivedAt };
    if (kind === 'confirm-served' && isSameFood(action, readyAt)) confirmed = { by, at, receivedAt };
    if (kind === 'hide') hiddenOn.add(by.id);
    if (kind === 'recall') hiddenOn.delete(by.id);
  }
  if (servedAt !== null || collected !== null || confirmed !== null) claim = null;
  return {
    claim,
    claimedAt: claim?.at ?? null,
    collected,
    stillHere,
    confirmed,
    hiddenOn: [...hiddenOn].sort((a, b) => a - b),
  };
}

/**
 * F10b: whether an action was about the food that is ready. `seenReadyAt` counts too because the POS's clock may be
 * ahead.
 */
function isSameFood({ at, seenReadyAt }: TicketAction, readyAt: Instant | null): boolean {
  return readyAt === null || readyAt <= Math.max(at, seenReadyAt ?? at) + SAME_FOOD_MS;
}

/** F10a: when a claim expires, by the server's clock. */
export function claimEndsAt(claim: ActionBy, limits: Pick<Limits, 'claimHoldsMs'>): Instant {
  return claim.receivedAt + limits.claimHoldsMs;
}

/** F10a: removes a claim that has expired at `serverNow`. Returns the same object if nothing changes. */
export function heldAt(
  effects: ActionEffects,
  serverNow: Instant,
  limits: Pick<Limits, 'claimHoldsMs'>,
): ActionEffects {
  return effects.claim && claimEndsAt(effects.claim, limits) <= serverNow ? withoutClaim(effects) : effects;
}

/** Removes the claim. Returns the same object if there is none. */
export function withoutClaim(effects: ActionEffects): ActionEffects {
  return effects.claim ? { ...effects, claim: null } : effects;
}

type Round = { course: { number: number }; round: number; readyAt: Instant | null };

/**
 * F10: the actions on one of an order's tickets. A late fact may move the food to another round after the tap: an
 * action belongs to the ticket that became ready at `seenReadyAt`, or else to its original round.
 */
export function actionsOn(
  ticket: Round,
  tickets: readonly Round[],
  actions: readonly PlacedAction[],
): readonly PlacedAction[] {
  if (actions.length === 0) return actions; // fast path: runs for every delivery, and most orders have no actions
  return actions.filter(
    (action) => roundOf(action, tickets) === ticket.round && action.courseNumber === ticket.course.number,
  );
}

function roundOf({ courseNumber, round, seenReadyAt }: PlacedAction, tickets: readonly Round[]): number {
  if (seenReadyAt === null) return round;
  const seen = tickets.find(({ course, readyAt }) => course.number === courseNumber && readyAt === seenReadyAt);
  return seen?.round ?? round;
}

/** F10d: the actions in order of receipt, without the undos and the actions that they undid. */
function standing(actions: readonly TicketAction[]): TicketAction[] {
  const kept: TicketAction[] = [];
  for (const action of actions) {
    if (action.kind !== 'undo') {
      kept.push(action);
      continue;
    }
    const undone = lastOwn(kept, action.by);
    if (undone && isInTime(undone, action.receivedAt)) kept.splice(kept.indexOf(undone), 1);
  }
  return kept;
}

/** The action that an undo would undo, or why it is rejected (F10d). */
type Undoable = { undoes: TicketAction } | { code: 'nothing' | 'not-yours' | 'undo-late' };

/** F10d: which of these actions the screen `by` can undo at `serverNow`. */
export function undoable(actions: readonly TicketAction[], by: ActingScreen, serverNow: Instant): Undoable {
  const kept = standing(actions);
  const own = lastOwn(kept, by);
  if (own) return isInTime(own, serverNow) ? { undoes: own } : { code: 'undo-late' };
  return { code: kept.length > 0 ? 'not-yours' : 'nothing' };
}

function lastOwn(actions: readonly TicketAction[], by: ActingScreen): TicketAction | undefined {
  return actions.findLast((action) => action.by.id === by.id);
}

/** Compares the absolute difference, so that a clock that was set back far does not keep the undo open. */
function isInTime(action: TicketAction, serverNow: Instant): boolean {
  return Math.abs(serverNow - action.receivedAt) <= UNDO_WITHIN_MS;
}
