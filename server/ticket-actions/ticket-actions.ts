import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { type KeptTicket, readTicket, standingAt } from '../../domain/ticket';
import { actionsOn, type PlacedAction, TAP_HOLDS_MS, undoable } from '../../domain/ticket-action';
import { readTicketId, type TicketPlace } from '../../domain/ticket-ids';
import type { Boards } from '../board/boards';
import { calendarOf, type LiveOrder } from '../board/branch-state';
import { loadOrders } from '../board/load-orders';
import { branchNow, ordersAt, presumptionContext, recomputeOrder, recomputeTable } from '../board/recompute';
import type { StagedBranch } from '../board/staged-branch';
import type { BoardQueue, Stages } from '../board/stages';
import { BUDGETS } from '../http/budgets';
import type { Screen } from '../screens/screens';
import { ticketActionOf } from '../sql/ticket-action-row';
import type { Sql } from '../storage/database';
import { ActionRefused } from './refusals';
import { ACTING_VIEWS, type ActionRequest } from './shapes';

/** The parts of the server that ticket actions need. */
export type ActionDeps = {
  queue: BoardQueue;
  boards: Pick<Boards, 'branches'>;
  settings: Settings;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Server time, epoch ms. */
  now: () => number;
};

/**
 * F10: stores an action of a screen on a ticket. Resolves to the changed ticket. An action that is sent again changes
 * nothing. @throws ActionRefused, Unwritable
 */
export async function takeAction(deps: ActionDeps, tokenHash: string, request: ActionRequest): Promise<Ticket> {
  return deps.queue.run((sql, stages) => stageAction(sql, stages, deps, tokenHash, request));
}

async function stageAction(
  sql: Sql,
  stages: Stages,
  deps: ActionDeps,
  tokenHash: string,
  request: ActionRequest,
): Promise<Ticket> {
  const screen = actingScreen(deps, tokenHash);
  const { order, staged, isShown } = await findOrder(sql, stages, deps, request);
  if (!screen.branches.includes(order.branch))
    throw new ActionRefused('branch', 'This ticket is of a branch that is not this screen’s.');
  const repeated = await repeatOf(sql, screen, request);
  if (repeated) return toTicket(deps, staged, ticketOf(order, repeated));

  const ticket = ticketOf(order, placeOf(request.ticketId));
  const action = actionOf(deps, staged, screen, ticket, request);
  refuseWrongTime(request, action);
  refuseTooMany(action, order, ticket);
  refuseIneffective(action, order, ticket, isShown, deps, staged);
  await sql.screenNote.create({ data: rowOf(action, order) });
  const next = { ...order, actions: [...order.actions, action] };
  recomputeOrder(staged, next, next, deps.settings, action.at);
  recomputeOwnTable(staged, next, deps, action.at);
  return toTicket(deps, staged, ticketOf(staged.order(order.key) ?? next, action));
}

/** Every action of an order is read again for each delivery, so a broken or hostile tablet must not add thousands. */
function refuseTooMany(action: PlacedAction, order: LiveOrder, ticket: KeptTicket): void {
  const { most, withinMs, ever } = BUDGETS.tapsPerTicket;
  const own = actionsOn(ticket, order.tickets, order.actions).filter(({ by }) => by.id === action.by.id);
  const recent = own.filter(({ at }) => action.at - at < withinMs);
  if (recent.length >= most || own.length >= ever)
    throw new ActionRefused('unavailable', 'Too many taps on this ticket: wait a minute, and tap again.');
}

/** The screen at the time of the commit: it may have been revoked meanwhile. */
function actingScreen(deps: ActionDeps, tokenHash: string): Screen {
  const screen = deps.screens().get(tokenHash);
  if (!screen || screen.revokedAt !== null) throw new ActionRefused('view', 'This screen was revoked: pair it again.');
  if (!ACTING_VIEWS.includes(screen.view))
    throw new ActionRefused('view', `A screen of view ${screen.view} shows courses and changes none.`);
  return screen;
}

/** The order of the ticket, from memory or the database; no screen shows an order that is only in the database. */
async function findOrder(
  sql: Sql,
  stages: Stages,
  deps: ActionDeps,
  { ticketId }: ActionRequest,
): Promise<{ order: LiveOrder; staged: StagedBranch; isShown: boolean }> {
  const { orderKey } = placeOf(ticketId);
  const state = deps.boards.branches().find(({ orders }) => orders.has(orderKey));
  const shown = state?.orders.get(orderKey);
  const order = shown ?? (await loadOrders(sql, [orderKey])).at(0);
  if (!order) throw unknown();
  return { order, staged: stages.of(order.branch), isShown: shown !== undefined };
}

/** The ticket with this course and round, or the one to which an earlier action belongs now. */
function ticketOf(order: LiveOrder, place: PlacedAction | TicketPlace): KeptTicket {
  const ticket = order.tickets.find((each) =>
    'id' in place
      ? actionsOn(each, order.tickets, [place]).length > 0
      : each.course.number === place.courseNumber && each.round === place.round,
  );
  if (!ticket) throw unknown();
  return ticket;
}

function placeOf(ticketId: string): TicketPlace {
  const place = readTicketId(ticketId);
  if (!place) throw unknown();
  return place;
}

function unknown(): ActionRefused {
  return new ActionRefused('unknown', 'This ticket does not exist, or no longer exists.');
}

/** The earlier action with the same id. Refuses an id that was used for another action. */
async function repeatOf(
  sql: Sql,
  screen: Screen,
  { noteId, kind, ticketId }: ActionRequest,
): Promise<PlacedAction | null> {
  const row = await sql.screenNote.findUnique({ where: { id: noteId } });
  if (!row) return null;
  const { orderKey, ...known } = ticketActionOf(row);
  const place = placeOf(ticketId);
  const isSamePlace =
    orderKey === place.orderKey && known.courseNumber === place.courseNumber && known.round === place.round;
  if (known.kind !== kind || known.by.id !== screen.id || !isSamePlace)
    throw new ActionRefused('used', 'This noteId was used for another action.');
  return known;
}

function actionOf(
  deps: ActionDeps,
  staged: StagedBranch,
  screen: Screen,
  { course, round, readyAt }: KeptTicket,
  { noteId, kind }: ActionRequest,
): PlacedAction {
  const receivedAt = deps.now();
  return {
    id: noteId,
    kind,
    by: { id: screen.id, name: screen.name },
    at: branchNow(staged, receivedAt),
    receivedAt,
    seenReadyAt: readyAt,
    courseNumber: course.number,
    round,
  };
}

/** Refuses actions too long ago or in the future. `at` is server time as the screen estimates it. */
function refuseWrongTime({ at }: ActionRequest, { receivedAt }: PlacedAction): void {
  if (at !== undefined && Math.abs(receivedAt - Date.parse(at)) > TAP_HOLDS_MS)
    throw new ActionRefused('late', 'This was not tapped within the last 30 seconds: look at the board and tap again.');
}

/** Refuses an action that has no effect, or that would take a ticket from another screen. */
function refuseIneffective(
  action: PlacedAction,
  order: LiveOrder,
  ticket: KeptTicket,
  isShown: boolean,
  { settings }: Pick<ActionDeps, 'settings'>,
  staged: StagedBranch,
): void {
  const earlier = actionsOn(ticket, order.tickets, order.actions);
  if (action.kind === 'undo') {
    const undo = undoable(earlier, action.by, action.receivedAt);
    if ('code' in undo) throw new ActionRefused(undo.code, UNDO_MESSAGES[undo.code]);
    return;
  }
  // Computed for now, because memory is up to half a second late for claims that expire and tickets that close.
  const limits = settings.limitsOf(staged.number, ticket.course.number);
  const moment = { now: action.at, serverNow: action.receivedAt };
  const context = presumptionContext(order, order.tickets, () => ordersAt(staged, order));
  const { noted, closedAt, presumed } = standingAt(ticket, earlier, moment, limits, calendarOf(staged.row), context);
  if (closedAt !== null || !isShown)
    throw new ActionRefused('closed', `This course is ${ticket.servedAt === null ? 'closed' : 'served'} already.`);
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

/** F10b: recomputes the table of the ticket, where collected food counts as served. */
function recomputeOwnTable(
  staged: StagedBranch,
  order: LiveOrder,
  { settings }: Pick<ActionDeps, 'settings'>,
  now: number,
): void {
  const table = order.table && staged.table(tableKey(order.table));
  if (table) recomputeTable(staged, table, table.newsAt, settings, now);
}

function rowOf(action: PlacedAction, order: LiveOrder) {
  const { id, courseNumber, round, kind, by, at, receivedAt, seenReadyAt } = action;
  const place = { orderKey: order.key, courseNumber, round };
  return { id, ...place, kind, screenId: by.id, screenName: by.name, at, receivedAt, seenReadyAt };
}
function toTicket({ settings }: Pick<ActionDeps, 'settings'>, staged: StagedBranch, ticket: KeptTicket): Ticket {
  return readTicket(ticket, settings.readingOf(staged.number, staged.row.votes));
}
