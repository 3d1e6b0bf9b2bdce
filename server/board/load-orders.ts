import { type FactType, STEP } from '../../domain/fact';
import { foldOrder } from '../../domain/fold';
import { beganAtOf, isSameRound, type KeptTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';
import { groupBy } from '../../lib/group';
import { type Int, int } from '../sql/int';
import {
  ACTIONS_OF_ORDERS,
  BODIES_OF_ORDERS,
  FACTS_OF_ORDERS,
  ORDERS_BY_KEY,
  TICKETS_OF_ORDERS,
} from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { type TicketActionRow, ticketActionOf } from '../sql/ticket-action-row';
import {
  namesOfRow,
  type OrderNameColumns,
  type OrderTableColumns,
  type TicketRow,
  tableOfRow,
  ticketOfRow,
} from '../sql/ticket-row';
import { readFactAgain } from '../webhooks/translate';
import type { KeptFact, LiveOrder } from './branch-state';

const TYPE_OF_STEP = new Map(Object.entries(STEP).map(([type, step]) => [step as number, type as FactType]));

type OrderRow = OrderNameColumns &
  OrderTableColumns &
  Pick<TicketRow, 'branch' | 'seatedAt'> & {
    key: Int;
    identity: string;
    sealedAt: Int | null;
    takesAfter: Int | null;
  };

/** Loads orders with their tickets and actions, without their facts. */
export async function loadOrders(sql: Statements, keys: readonly number[]): Promise<LiveOrder[]> {
  if (keys.length === 0) return [];
  const list = JSON.stringify(keys);
  const rows = await sql.$queryRawUnsafe<OrderRow[]>(ORDERS_BY_KEY, list);
  const tickets = groupBy(
    (await sql.$queryRawUnsafe<TicketRow[]>(TICKETS_OF_ORDERS, list)).map(ticketOfRow),
    (ticket) => ticket.orderKey,
  );
  const actions = groupBy(
    (await sql.$queryRawUnsafe<TicketActionRow[]>(ACTIONS_OF_ORDERS, list)).map(ticketActionOf),
    (action) => action.orderKey,
  );
  const orders = rows.map((row) => orderOfRow(row, tickets.get(int(row.key)) ?? [], actions.get(int(row.key)) ?? []));
  const isOld = new Set(rows.filter(({ seatedAt }) => seatedAt === null).map(({ key }) => int(key)));
  if (isOld.size === 0) return orders;
  const refolded = await refold(
    sql,
    orders.filter(({ key }) => isOld.has(key)),
  );
  return orders.map((order) => refolded.get(order.key) ?? order);
}

/**
 * Folds orders again that were stored by older versions, without the time of arrival at the table and the changes of
 * tickets. Returns them by key, without orders whose facts can no longer be read.
 */
async function refold(sql: Statements, orders: readonly LiveOrder[]): Promise<Map<number, LiveOrder>> {
  const refolded = new Map<number, LiveOrder>();
  for (const { facts, ...order } of (await withFacts(sql, orders)).orders) {
    if (!facts || facts.length === 0) continue;
    const folded = foldOrder(facts.map(({ fact }) => fact));
    const tickets = order.tickets.map((ticket) => {
      const changes = folded.tickets.find((one) => isSameRound(one, ticket))?.changes ?? ticket.changes;
      return { ...ticket, seatedAt: folded.seatedAt, changes };
    });
    refolded.set(order.key, { ...order, seatedAt: folded.seatedAt, tickets, facts: null, bodies: [] });
  }
  return refolded;
}

function orderOfRow(row: OrderRow, tickets: readonly KeptTicket[], actions: readonly PlacedAction[]): LiveOrder {
  // The best guess for an older row without readable facts is the start of its first course.
  const seatedAt = int(row.seatedAt) ?? Math.min(...tickets.map(beganAtOf));
  return {
    key: int(row.key),
    branch: int(row.branch),
    identity: row.identity,
    sealedAt: int(row.sealedAt),
    takesAfter: int(row.takesAfter),
    names: namesOfRow(row),
    table: tableOfRow(row),
    seatedAt,
    tickets: tickets.map((ticket) => (ticket.seatedAt === seatedAt ? ticket : { ...ticket, seatedAt })),
    actions,
    facts: null,
    bodies: [],
  };
}

type FactRow = {
  orderKey: Int;
  courseNumber: Int;
  step: Int;
  at: Int;
  round: Int;
  deliveryId: string;
  body: Uint8Array;
  bodySha256: string;
};
type BodyRow = { orderKey: Int; bodySha256: string; step: Int };

/** A stored fact whose delivery can no longer be read. */
export type LostFact = {
  branch: number;
  orderKey: number;
  courseNumber: number;
  step: number;
  at: number;
  deliveryId: string;
};

/**
 * Loads the facts of orders by translating their stored deliveries. `lost` has the facts that this version can no longer
 * read; the returned orders are without them.
 */
export async function withFacts(
  sql: Statements,
  orders: readonly LiveOrder[],
): Promise<{ orders: LiveOrder[]; lost: LostFact[] }> {
  if (orders.length === 0) return { orders: [], lost: [] };
  const list = JSON.stringify(orders.map((order) => order.key));
  const facts = groupBy(await sql.$queryRawUnsafe<FactRow[]>(FACTS_OF_ORDERS, list), (row) => int(row.orderKey));
  const bodies = groupBy(await sql.$queryRawUnsafe<BodyRow[]>(BODIES_OF_ORDERS, list), (row) => int(row.orderKey));
  const lost: LostFact[] = [];
  const loaded = orders.map((order) => {
    const kept = (facts.get(order.key) ?? []).flatMap((row) => {
      const fact = keptFact(row);
      if (!fact) lost.push(lostFact(row, order.branch));
      return fact ?? [];
    });
    const seenBodies = (bodies.get(order.key) ?? []).map((row) => ({ sha256: row.bodySha256, step: int(row.step) }));
    return { ...order, facts: kept, bodies: seenBodies };
  });
  return { orders: loaded, lost };
}

function keptFact(row: FactRow): KeptFact | null {
  const type = TYPE_OF_STEP.get(int(row.step));
  const fact = type ? readFactAgain(row.body, row.bodySha256, type) : null;
  return fact && { fact, deliveryId: row.deliveryId, round: int(row.round) };
}

function lostFact({ deliveryId, ...row }: FactRow, branch: number): LostFact {
  const [orderKey, courseNumber] = [int(row.orderKey), int(row.courseNumber)];
  return { branch, orderKey, courseNumber, step: int(row.step), at: int(row.at), deliveryId };
}
