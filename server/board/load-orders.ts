import type { OrderKind } from '../../contract/constants';
import { type FactType, STEP } from '../../domain/fact';
import type { KeptTicket } from '../../domain/ticket';
import type { PlacedAction } from '../../domain/ticket-action';
import { groupBy } from '../../lib/collections';
import {
  ACTIONS_OF_ORDERS,
  BODIES_OF_ORDERS,
  FACTS_OF_ORDERS,
  ORDERS_BY_KEY,
  TICKETS_OF_ORDERS,
} from '../sql/load-statements';
import { type Int, int, type Statements } from '../sql/statements';
import {
  namesOfRow,
  type TicketActionRow,
  type TicketRow,
  tableOfRow,
  ticketActionOf,
  ticketOfRow,
} from '../sql/tickets';
import type { FactRow, OrderRow } from '../sql/write-statements';
import { readFactAgain } from '../webhooks/translate';
import type { KeptFact, LiveOrder } from './branch-state';

const TYPE_OF_STEP = new Map(Object.entries(STEP).map(([type, step]) => [step as number, type as FactType]));

type StoredOrder = Omit<OrderRow, 'kind'> & { kind: OrderKind; sealedAt: Int | null };

/** Loads orders with their tickets and actions, without their facts. */
export async function loadOrders(sql: Statements, keys: readonly number[]): Promise<LiveOrder[]> {
  if (keys.length === 0) return [];
  const list = JSON.stringify(keys);
  const rows = await sql.$queryRawUnsafe<StoredOrder[]>(ORDERS_BY_KEY, list);
  const tickets = groupBy(
    (await sql.$queryRawUnsafe<TicketRow[]>(TICKETS_OF_ORDERS, list)).map(ticketOfRow),
    (ticket) => ticket.orderKey,
  );
  const actions = groupBy(
    (await sql.$queryRawUnsafe<TicketActionRow[]>(ACTIONS_OF_ORDERS, list)).map(ticketActionOf),
    (action) => action.orderKey,
  );
  return rows.map((row) => orderOfRow(row, tickets.get(int(row.key)) ?? [], actions.get(int(row.key)) ?? []));
}

function orderOfRow(row: StoredOrder, tickets: readonly KeptTicket[], actions: readonly PlacedAction[]): LiveOrder {
  return {
    key: int(row.key),
    branch: int(row.branch),
    identity: row.identity,
    sealedAt: int(row.sealedAt),
    takesAfter: int(row.takesAfter),
    names: namesOfRow(row),
    table: tableOfRow(row),
    seatedAt: int(row.seatedAt) ?? Number.NEGATIVE_INFINITY,
    tickets: [...tickets],
    actions,
    facts: null,
    bodies: [],
  };
}

type StoredFact = FactRow & { body: Uint8Array; bodySha256: string };
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
  const facts = groupBy(await sql.$queryRawUnsafe<StoredFact[]>(FACTS_OF_ORDERS, list), (row) => int(row.orderKey));
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

function keptFact(row: StoredFact): KeptFact | null {
  const type = TYPE_OF_STEP.get(int(row.step));
  const fact = type ? readFactAgain(row.body, row.bodySha256, type) : null;
  return fact && { fact, deliveryId: row.deliveryId, round: int(row.round) };
}

function lostFact({ deliveryId, ...row }: StoredFact, branch: number): LostFact {
  const [orderKey, courseNumber] = [int(row.orderKey), int(row.courseNumber)];
  return { branch, orderKey, courseNumber, step: int(row.step), at: int(row.at), deliveryId };
}
