import type { Ticket } from '../../contract/live';
import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings-in-force';
import { type KeptTicket, readTicket, type Standing, standingAt } from '../../domain/ticket';
import { actionsOn, type PlacedAction } from '../../domain/ticket-action';
import type { Boards } from '../board/boards';
import { calendarOf, type LiveOrder } from '../board/branch-state';
import { loadOrders } from '../board/load-orders';
import { branchNow, ordersAt, presumptionContext, recomputeOrder, recomputeTable } from '../board/recompute';
import type { StagedBranch } from '../board/staged-branch';
import type { BoardQueue, Stages } from '../board/stages';
import type { Screen } from '../screens/screens';
import { ticketActionOf } from '../sql/ticket-action-row';
import type { Sql } from '../storage/database';
import {
  actingScreen,
  actionOf,
  placeOf,
  refuseIneffective,
  refuseOtherBranch,
  refuseOtherUse,
  refuseTooMany,
  refuseWrongTime,
  ticketOf,
  unknown,
} from './check-action';
import { isOfPractice, type PracticeActionDeps, takePracticeAction } from './practice-actions';
import type { ActionRequest } from './shapes';

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
export async function takeAction(deps: ActionDeps, tokenHash: string, request: ActionRequest): Promise<Ticket> {
  if (isOfPractice(request)) return takePracticeAction(deps, tokenHash, request);
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
  await sql.screenNote.create({ data: rowOf(action, order) });
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
  { ticketId }: ActionRequest,
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
async function repeatOf(sql: Sql, screen: Screen, request: ActionRequest): Promise<PlacedAction | null> {
  const row = await sql.screenNote.findUnique({ where: { id: request.noteId } });
  if (!row) return null;
  const { orderKey, ...known } = ticketActionOf(row);
  refuseOtherUse(known, orderKey, screen, request);
  return known;
}

/** How the ticket of an action stands, computed for now: memory is late by up to half a second for what time changes. */
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
