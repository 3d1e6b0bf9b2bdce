import { PRACTICE_ORDER_KEYS, type ScreenView } from '../../contract/constants';
import type { Ticket, TicketActionRequest } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings';
import { type KeptTicket, type Moment, readTicket, type Standing, standingAt } from '../../domain/ticket';
import { ACTION_HOLDS_MS, actionsOn, type PlacedAction, undoable } from '../../domain/ticket-action';
import { readTicketId, type TicketPlace } from '../../domain/ticket-ids';
import type { Boards } from '../board/boards';
import { calendarOf, type LiveOrder } from '../board/branch-state';
import { loadOrders } from '../board/load-orders';
import { branchNow, ordersAt, presumptionContext, recomputeOrder, recomputeTable } from '../board/recompute';
import type { StagedBranch } from '../board/staged-branch';
import type { BoardQueue, Stages } from '../board/stages';
import { BUDGETS } from '../http/budgets';
import type { Practices } from '../practice/practices';
import type { Screen } from '../screens/screens';
import { ticketActionOf } from '../sql/tickets';
import type { Sql } from '../storage/database';
import { ActionRefused } from './refusals';

/** The views whose screens may act on tickets (contract, Who). */
export const ACTING_VIEWS: readonly ScreenView[] = ['kitchen', 'pass', 'ready', 'tables'];

/** An order with the actions on its tickets, in order of receipt. */
type OrderWithActions = { tickets: readonly KeptTicket[]; actions: readonly PlacedAction[] };

const UNDO_MESSAGES = {
  nothing: 'There is nothing to undo on this ticket.',
  'not-yours': 'Only the screen that did this can undo it.',
  'undo-late': 'An action can be undone for 5 seconds only.',
} as const;

type PracticeActionDeps = {
  practices: Pick<Practices, 'withOrder' | 'addAction'>;
  /** By the hash of their token. */
  screens: () => ReadonlyMap<string, Screen>;
  /** Server time, epoch ms. */
  now: () => number;
};

/** The parts of the server that ticket actions need. */
export type ActionDeps = PracticeActionDeps & {
  queue: BoardQueue;
  boards: Pick<Boards, 'branches'>;
  settings: Settings;
};

/**
 * F10: stores an action of a screen on a ticket. Resolves to the changed ticket. An action that is sent again changes
 * nothing. @throws ActionRefused, Unwritable
 */
export async function takeAction(deps: ActionDeps, tokenHash: string, request: TicketActionRequest): Promise<Ticket> {
  if (isOfPractice(request)) return takePracticeAction(deps, tokenHash, request);
  return deps.queue.run((sql, stages) => stageAction(sql, stages, deps, tokenHash, request));
}

async function stageAction(
  sql: Sql,
  stages: Stages,
  deps: ActionDeps,
  tokenHash: string,
  request: TicketActionRequest,
): Promise<Ticket> {
  const screen = actingScreen(deps, tokenHash);
  const { order, staged, isShown } = await findOrder(sql, stages, deps, request);
  refuseOtherBranch(screen, order.branch);
  const repeated = await repeatOf(sql, screen, request);
  if (repeated) return toTicket(deps, staged, ticketOf(order, repeated));

  const ticket = ticketOf(order, placeOf(request.ticketId));
  const receivedAt = deps.now();
  const action = actionOf(screen, ticket, request, { now: branchNow(staged, receivedAt), serverNow: receivedAt });
  refuseWrongTime(request, action);
  refuseTooMany(action, order, ticket);
  const earlier = actionsOn(ticket, order.tickets, order.actions);
  refuseIneffective(action, earlier, ticket, isShown, () => standingNow(action, earlier, order, ticket, deps, staged));
  await sql.ticketAction.create({ data: rowOf(action, order) });
  const next = { ...order, actions: [...order.actions, action] };
  recomputeOrder(staged, next, next, deps.settings, action.at);
  recomputeOwnTable(staged, next, deps, action.at);
  return toTicket(deps, staged, ticketOf(staged.orders.get(order.key) ?? next, action));
}

/** The order of the ticket, from memory or the database; no screen shows an order that is only in the database. */
async function findOrder(
  sql: Sql,
  stages: Stages,
  deps: ActionDeps,
  { ticketId }: TicketActionRequest,
): Promise<{ order: LiveOrder; staged: StagedBranch; isShown: boolean }> {
  const { orderKey } = placeOf(ticketId);
  const inMemory = () => deps.boards.branches().find(({ orders }) => orders.has(orderKey));
  const branch = inMemory()?.row.number ?? (await loadOrders(sql, [orderKey])).at(0)?.branch;
  if (branch === undefined) throw unknown();
  await stages.lock(sql, [branch]);
  // Read again: another node may have changed it until the lock.
  const shown = inMemory()?.orders.get(orderKey);
  const order = shown ?? (await loadOrders(sql, [orderKey])).at(0);
  if (!order) throw unknown();
  return { order, staged: stages.of(branch), isShown: shown !== undefined };
}

/** The earlier action with the same id. Refuses an id that was used for another action. */
async function repeatOf(sql: Sql, screen: Screen, request: TicketActionRequest): Promise<PlacedAction | null> {
  const row = await sql.ticketAction.findUnique({ where: { id: request.actionId } });
  if (!row) return null;
  const { orderKey, ...known } = ticketActionOf(row);
  refuseOtherUse(known, orderKey, screen, request);
  return known;
}

/**
 * How the ticket of an action stands, computed for now: memory is late by up to half a second for what time changes.
 */
function standingNow(
  { at, receivedAt }: PlacedAction,
  earlier: readonly PlacedAction[],
  order: LiveOrder,
  ticket: KeptTicket,
  { settings }: Pick<ActionDeps, 'settings'>,
  staged: StagedBranch,
): Standing {
  const limits = settings.limitsOf(staged.number, ticket.course.number);
  const moment = { now: at, serverNow: receivedAt };
  const context = presumptionContext(order, order.tickets, () => ordersAt(staged, order));
  return standingAt(ticket, earlier, moment, limits, calendarOf(staged.row), context);
}

/** F10b: recomputes the table of the ticket, where collected food counts as served. */
function recomputeOwnTable(
  staged: StagedBranch,
  order: LiveOrder,
  { settings }: Pick<ActionDeps, 'settings'>,
  now: number,
): void {
  const table = order.table && staged.tables.get(tableKey(order.table));
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

/** Whether an action is about a ticket of a practice service. */
function isOfPractice({ ticketId }: TicketActionRequest): boolean {
  return placeOf(ticketId).orderKey >= PRACTICE_ORDER_KEYS;
}

/** F28c: like an action on a real ticket, but it is kept in memory only. @throws ActionRefused */
function takePracticeAction(deps: PracticeActionDeps, tokenHash: string, request: TicketActionRequest): Ticket {
  const screen = actingScreen(deps, tokenHash);
  const place = placeOf(request.ticketId);
  const { orderKey } = place;
  const practice = orderOf(deps, orderKey);
  refuseOtherBranch(screen, practice.branch);
  const repeated = practice.actions.find(({ id }) => id === request.actionId);
  if (repeated) {
    refuseOtherUse(repeated, repeated.orderKey, screen, request);
    return readTicket(ticketOf(practice, repeated), practice.reading);
  }
  const ticket = ticketOf(practice, place);
  const serverNow = deps.now();
  const action = actionOf(screen, ticket, request, { now: serverNow - practice.posOffsetMs, serverNow });
  refuseWrongTime(request, action);
  refuseTooMany(action, practice, ticket);
  const earlier = actionsOn(ticket, practice.tickets, practice.actions);
  refuseIneffective(action, earlier, ticket, true, () => ticket);
  const after = deps.practices.addAction(practice.branch, { ...action, orderKey });
  const tickets = after?.tickets.filter((each) => each.orderKey === orderKey) ?? [];
  return readTicket(ticketOf({ tickets }, place), practice.reading);
}

/** The tickets of a practised order, and the actions on them. */
function orderOf({ practices }: Pick<PracticeActionDeps, 'practices'>, orderKey: number) {
  const practice = practices.withOrder(orderKey);
  if (!practice) throw unknown();
  const isOf = (each: { orderKey: number }) => each.orderKey === orderKey;
  return { ...practice, tickets: practice.tickets.filter(isOf), actions: practice.actions.filter(isOf) };
}

/** The screen at the time of the commit: it may have been revoked meanwhile. */
function actingScreen(deps: Pick<PracticeActionDeps, 'screens'>, tokenHash: string): Screen {
  const screen = deps.screens().get(tokenHash);
  if (!screen || screen.revokedAt !== null) throw new ActionRefused('view', 'This screen was revoked: pair it again.');
  if (!ACTING_VIEWS.includes(screen.view))
    throw new ActionRefused('view', `A screen of view ${screen.view} shows courses and changes none.`);
  return screen;
}

function placeOf(ticketId: string): TicketPlace {
  const place = readTicketId(ticketId);
  if (!place) throw unknown();
  return place;
}

/** The ticket with this course and round, or the one to which an earlier action belongs now. */
function ticketOf(order: Pick<OrderWithActions, 'tickets'>, place: PlacedAction | TicketPlace): KeptTicket {
  const ticket = order.tickets.find((each) =>
    'id' in place
      ? actionsOn(each, order.tickets, [place]).length > 0
      : each.course.number === place.courseNumber && each.round === place.round,
  );
  if (!ticket) throw unknown();
  return ticket;
}

function unknown(): ActionRefused {
  return new ActionRefused('unknown', 'This ticket does not exist, or no longer exists.');
}

/** The action of a request at a moment. */
function actionOf(
  screen: Screen,
  { course, round, readyAt }: KeptTicket,
  { actionId, kind }: TicketActionRequest,
  { now, serverNow }: Moment,
): PlacedAction {
  return {
    id: actionId,
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
function refuseOtherBranch({ branches }: Screen, branch: number): void {
  if (!branches.includes(branch))
    throw new ActionRefused('branch', 'This ticket is of a branch that is not this screen’s.');
}

/** Refuses an id that was used for another action. */
function refuseOtherUse(
  known: PlacedAction,
  orderKey: number,
  screen: Pick<Screen, 'id'>,
  { kind, ticketId }: TicketActionRequest,
): void {
  const place = placeOf(ticketId);
  const isSamePlace =
    orderKey === place.orderKey && known.courseNumber === place.courseNumber && known.round === place.round;
  if (known.kind !== kind || known.by.id !== screen.id || !isSamePlace)
    throw new ActionRefused('used', 'This actionId was used for another action.');
}

/** Every action of an order is read again for each delivery, so a broken or hostile tablet must not add thousands. */
function refuseTooMany(action: PlacedAction, order: OrderWithActions, ticket: KeptTicket): void {
  const { most, withinMs, ever } = BUDGETS.actionsPerTicket;
  const own = actionsOn(ticket, order.tickets, order.actions).filter(({ by }) => by.id === action.by.id);
  const recent = own.filter(({ at }) => action.at - at < withinMs);
  if (recent.length >= most || own.length >= ever)
    throw new ActionRefused('unavailable', 'Too many actions on this ticket: wait a minute, and tap again.');
}

/** Refuses actions too long ago or in the future. `at` is server time as the screen estimates it. */
function refuseWrongTime({ at }: TicketActionRequest, { receivedAt }: PlacedAction): void {
  if (at !== undefined && Math.abs(receivedAt - Date.parse(at)) > ACTION_HOLDS_MS)
    throw new ActionRefused('late', 'This was not tapped within the last 30 seconds: look at the board and tap again.');
}

/**
 * Refuses an action that has no effect, or that would take a ticket from another screen. `earlier` are the actions on
 * the ticket before it, and `standing` computes how it stands now.
 */
function refuseIneffective(
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
  const { effects, closedAt, presumed } = standing();
  if (closedAt !== null || !isShown)
    throw new ActionRefused('closed', `This course is ${servedAt === null ? 'closed' : 'served'} already.`);
  const { claim, collected, hiddenOn } = effects;
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
