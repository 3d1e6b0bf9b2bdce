import type { KeptTicket, Moment, Standing } from '../../domain/ticket';
import { actionsOn, type PlacedAction, TAP_HOLDS_MS, undoable } from '../../domain/ticket-action';
import { readTicketId, type TicketPlace } from '../../domain/ticket-ids';
import { BUDGETS } from '../http/budgets';
import type { Screen } from '../screens/screens';
import { ActionRefused } from './refusals';
import { ACTING_VIEWS, type ActionRequest } from './shapes';

/** An order with the actions on its tickets, in order of receipt. */
export type OrderWithActions = { tickets: readonly KeptTicket[]; actions: readonly PlacedAction[] };

/** By the hash of their token. */
type Screens = { screens: () => ReadonlyMap<string, Screen> };

/** The screen at the time of the commit: it may have been revoked meanwhile. */
export function actingScreen(deps: Screens, tokenHash: string): Screen {
  const screen = deps.screens().get(tokenHash);
  if (!screen || screen.revokedAt !== null) throw new ActionRefused('view', 'This screen was revoked: pair it again.');
  if (!ACTING_VIEWS.includes(screen.view))
    throw new ActionRefused('view', `A screen of view ${screen.view} shows courses and changes none.`);
  return screen;
}

export function placeOf(ticketId: string): TicketPlace {
  const place = readTicketId(ticketId);
  if (!place) throw unknown();
  return place;
}

/** The ticket with this course and round, or the one to which an earlier action belongs now. */
export function ticketOf(order: Pick<OrderWithActions, 'tickets'>, place: PlacedAction | TicketPlace): KeptTicket {
  const ticket = order.tickets.find((each) =>
    'id' in place
      ? actionsOn(each, order.tickets, [place]).length > 0
      : each.course.number === place.courseNumber && each.round === place.round,
  );
  if (!ticket) throw unknown();
  return ticket;
}

export function unknown(): ActionRefused {
  return new ActionRefused('unknown', 'This ticket does not exist, or no longer exists.');
}

/** The action of a request at a moment. */
export function actionOf(
  screen: Screen,
  { course, round, readyAt }: KeptTicket,
  { noteId, kind }: ActionRequest,
  { now, serverNow }: Moment,
): PlacedAction {
  return {
    id: noteId,
    kind,
    by: { id: screen.id, name: screen.name },
    at: now,
    receivedAt: serverNow,
    seenReadyAt: readyAt,
    courseNumber: course.number,
    round,
  };
}

/** @throws ActionRefused if the screen does not show the branch of the ticket */
export function refuseOtherBranch({ branches }: Screen, branch: number): void {
  if (!branches.includes(branch))
    throw new ActionRefused('branch', 'This ticket is of a branch that is not this screen’s.');
}

/** Refuses an id that was used for another action. */
export function refuseOtherUse(
  known: PlacedAction,
  orderKey: number,
  screen: Pick<Screen, 'id'>,
  { kind, ticketId }: ActionRequest,
): void {
  const place = placeOf(ticketId);
  const isSamePlace =
    orderKey === place.orderKey && known.courseNumber === place.courseNumber && known.round === place.round;
  if (known.kind !== kind || known.by.id !== screen.id || !isSamePlace)
    throw new ActionRefused('used', 'This noteId was used for another action.');
}

/** Every action of an order is read again for each delivery, so a broken or hostile tablet must not add thousands. */
export function refuseTooMany(action: PlacedAction, order: OrderWithActions, ticket: KeptTicket): void {
  const { most, withinMs, ever } = BUDGETS.tapsPerTicket;
  const own = actionsOn(ticket, order.tickets, order.actions).filter(({ by }) => by.id === action.by.id);
  const recent = own.filter(({ at }) => action.at - at < withinMs);
  if (recent.length >= most || own.length >= ever)
    throw new ActionRefused('unavailable', 'Too many taps on this ticket: wait a minute, and tap again.');
}

/** Refuses actions too long ago or in the future. `at` is server time as the screen estimates it. */
export function refuseWrongTime({ at }: ActionRequest, { receivedAt }: PlacedAction): void {
  if (at !== undefined && Math.abs(receivedAt - Date.parse(at)) > TAP_HOLDS_MS)
    throw new ActionRefused('late', 'This was not tapped within the last 30 seconds: look at the board and tap again.');
}

/**
 * Refuses an action that has no effect, or that would take a ticket from another screen. `earlier` are the actions on the
 * ticket before it, and `standing` computes how it stands now.
 */
export function refuseIneffective(
  action: PlacedAction,
  earlier: readonly PlacedAction[],
  { servedAt }: Pick<KeptTicket, 'servedAt'>,
  isShown: boolean,
  standing: () => Standing,
): void {
  if (action.kind === 'undo') {
    const undo = undoable(earlier, action.by, action.receivedAt);
    if ('code' in undo) throw new ActionRefused(undo.code, UNDO_MESSAGES[undo.code]);
    return;
  }
  const { noted, closedAt, presumed } = standing();
  if (closedAt !== null || !isShown)
    throw new ActionRefused('closed', `This course is ${servedAt === null ? 'closed' : 'served'} already.`);
  const { claim, collected, hiddenOn } = noted;
  const isHidden = hiddenOn.includes(action.by.id);
  if (collected && (action.kind === 'claim' || action.kind === 'collect'))
    throw new ActionRefused('collected', `${collected.by.name} has taken it to the table.`);
  if (action.kind === 'claim' && claim && claim.by.id !== action.by.id)
    throw new ActionRefused('claimed', `${claim.by.name} has it.`);
  if (!presumed && (action.kind === 'still-here' || action.kind === 'confirm-served'))
    throw new ActionRefused('not-presumed', 'This course is not presumed served.');
  if (action.kind === 'hide' && isHidden) throw new ActionRefused('hidden', 'It is hidden on this screen already.');
  if (action.kind === 'recall' && !isHidden) throw new ActionRefused('not-hidden', 'It is not hidden on this screen.');
}

const UNDO_MESSAGES = {
  nothing: 'There is nothing to undo on this ticket.',
  'not-yours': 'Only the screen that did this can undo it.',
  'undo-late': 'An action can be undone for 5 seconds only.',
} as const;
