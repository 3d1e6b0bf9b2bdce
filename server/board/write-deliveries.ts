import { type OrderKind, STEP } from '../../domain/fact';
import { groupBy } from '../../domain/group';
import type { Settings } from '../settings/settings';
import { ORDER_KEYS } from '../sql/load-statements';
import type { Statements } from '../sql/statements';
import { int } from '../sql/ticket-row';
import * as statements from '../sql/write-statements';
import type { KeptFact, LiveOrder } from './branch-state';
import { type Delivery, deliveryValues, replayValues, type Settled, settledWithoutFact } from './delivery';
import { loadOrders, withFacts } from './load-orders';
import { type FactDelivery, type OrderPlan, planOrder } from './plan-order';
import { restampAll } from './restamp';
import { branchNow, settleOrder } from './settle';
import { settleConcernedTables } from './settle-tables';
import type { StagedBranch } from './staged-branch';
import { writeStaged } from './write-staged';

export type BoardDeps = {
  settings: Settings;
  /** Server time, epoch ms. */
  now: () => number;
  newEpoch: () => string;
};

/** The branches of a transaction, staged once each. */
export type Stages = { of: (branch: number) => StagedBranch; all: () => StagedBranch[] };

/**
 * Writes a batch of deliveries with all that follows from them, in the transaction of `sql`. Memory is not touched: the
 * caller applies the staged branches after the commit. Returns what became of each, by id.
 */
export async function writeDeliveries(
  sql: Statements,
  batch: readonly Delivery[],
  stages: Stages,
  deps: BoardDeps,
): Promise<Map<string, Settled>> {
  const facts = batch.filter((delivery): delivery is FactDelivery => delivery.reading.kind === 'fact');
  for (const delivery of batch) noteArrival(delivery, stages);
  const orders = await ordersOf(sql, facts, stages);
  const plans = [...groupBy(facts, orderName)].map(([name, deliveries]) => planOrder(found(orders, name), deliveries));

  const settled = new Map(plans.flatMap((plan) => [...plan.settled]));
  for (const { id, reading } of batch) if (reading.kind !== 'fact') settled.set(id, settledWithoutFact(reading));
  for (const delivery of facts) if (settled.get(delivery.id)?.outcome === 'applied') noteReceipt(delivery, stages);

  for (const plan of plans) settlePlan(plan, stages, deps);
  await settleConcernedTables(sql, plans, stages, deps);
  for (const staged of stages.all()) restampIfUnitChanged(staged, deps);
  await writeFacts(sql, plans);
  await writeStaged(sql, stages.all());
  await writeJournal(sql, batch, settled, orders);
  return settled;
}

function noteArrival({ reading, receivedAt, isReplay }: Delivery, stages: Stages): void {
  if (reading.branch === null || isReplay) return;
  const staged = stages.of(reading.branch);
  staged.row.lastDeliveryAt = Math.max(staged.row.lastDeliveryAt ?? receivedAt, receivedAt);
}

/** News only: a repeat tells how often something was sent, not how late the POS's clock is. */
function noteReceipt({ reading, receivedAt, isReplay }: FactDelivery, stages: Stages): void {
  if (!isReplay) stages.of(reading.branch).noteReceipt(receivedAt, reading.fact.at);
}

/** The orders of these deliveries with all their facts, by name; those that are new are made. */
async function ordersOf(
  sql: Statements,
  facts: readonly FactDelivery[],
  stages: Stages,
): Promise<Map<string, LiveOrder>> {
  const orders = new Map<string, LiveOrder>();
  const strangers = new Map<string, FactDelivery>();
  for (const delivery of facts) {
    const staged = stages.of(delivery.reading.branch);
    const key = staged.orderKey(delivery.reading.identity);
    const order = key === undefined ? undefined : staged.order(key);
    if (order) orders.set(orderName(delivery), order);
    else strangers.set(orderName(delivery), delivery);
  }

  for (const order of await meetStrangers(sql, [...strangers.values()])) orders.set(nameOf(order), order);

  const bare = [...orders.values()].filter((order) => order.facts === null);
  for (const order of await withFacts(sql, bare)) orders.set(nameOf(order), order);
  return orders;
}

/** Orders that are not in memory: most were never heard of and are made, the others come back as they are stored. */
async function meetStrangers(sql: Statements, first: readonly FactDelivery[]): Promise<LiveOrder[]> {
  if (first.length === 0) return [];
  const rows = first.map(({ reading }) => [reading.branch, reading.identity, reading.fact.order.kind]);
  const made = await sql.$queryRawUnsafe<MadeOrder[]>(statements.INSERT_ORDERS, JSON.stringify(rows));
  if (made.length === first.length) return made.map(newOrder);
  const keys = await sql.$queryRawUnsafe<{ key: number | bigint }[]>(ORDER_KEYS, JSON.stringify(rows));
  const fresh = new Set(made.map(({ key }) => int(key)));
  const known = keys.map(({ key }) => int(key)).filter((key) => !fresh.has(key));
  return [...made.map(newOrder), ...(await loadOrders(sql, known))];
}

type MadeOrder = { key: number | bigint; branch: number | bigint; identity: string; kind: OrderKind };

/** One that was made a moment ago: nothing of it is stored yet. */
function newOrder({ key, branch, identity, kind }: MadeOrder): LiveOrder {
  return {
    key: int(key),
    branch: int(branch),
    identity,
    names: { kind, orderId: null, otherOrderId: null, year: null, number: null, ticketNumber: null },
    table: null,
    tickets: [],
    notes: [],
    facts: new Map(),
    stepOfBody: new Map(),
  };
}

function nameOf({ branch, identity }: LiveOrder): string {
  return `${branch}|${identity}`;
}

function settlePlan(plan: OrderPlan, stages: Stages, deps: BoardDeps): void {
  const staged = stages.of(plan.order.branch);
  if (!plan.folded) {
    staged.rememberOrder(plan.order);
    return;
  }
  const { gone } = settleOrder(staged, plan.order, plan.folded, deps.settings, branchNow(staged, deps.now()));
  // A ticket that is no more cannot be told as a change: screens take the whole board instead.
  if (gone > 0) staged.renewEpoch(deps.newEpoch());
}

function restampIfUnitChanged(staged: StagedBranch, { settings, now }: BoardDeps): void {
  const before = settings.unitOf(staged.number, staged.before.row.votes);
  if (before !== settings.unitOf(staged.number, staged.row.votes))
    restampAll(staged, settings, branchNow(staged, now()));
}

async function writeFacts(sql: Statements, plans: readonly OrderPlan[]): Promise<void> {
  const inserted = plans.flatMap((plan) => plan.inserted.map((kept) => factValues(plan.order.key, kept)));
  const updated = plans.flatMap((plan) => plan.updated.map((kept) => factValues(plan.order.key, kept)));
  if (inserted.length > 0) {
    const fresh = await sql.$queryRawUnsafe<unknown[]>(statements.INSERT_FACTS, JSON.stringify(inserted));
    // The unique index decides what is a repeat; one writer with all facts of an order in hand must agree with it.
    if (fresh.length !== inserted.length)
      throw new Error(`${inserted.length - fresh.length} facts were stored behind our back`);
  }
  if (updated.length > 0) await sql.$executeRawUnsafe(statements.UPDATE_FACTS, JSON.stringify(updated));
}

async function writeJournal(
  sql: Statements,
  batch: readonly Delivery[],
  settled: Map<string, Settled>,
  orders: Map<string, LiveOrder>,
): Promise<void> {
  const rows = (deliveries: readonly Delivery[], values: typeof deliveryValues) =>
    deliveries.map((delivery) => {
      const order = delivery.reading.kind === 'fact' ? orders.get(orderName(delivery as FactDelivery)) : undefined;
      return values(delivery, found(settled, delivery.id), order?.key ?? null);
    });
  const fresh = batch.filter((delivery) => !delivery.isReplay);
  const replays = batch.filter((delivery) => delivery.isReplay);
  if (replays.length > 0)
    await sql.$executeRawUnsafe(statements.UPDATE_DELIVERIES, JSON.stringify(rows(replays, replayValues)));
  if (fresh.length === 0) return;
  await sql.$executeRawUnsafe(statements.INSERT_DELIVERIES, JSON.stringify(rows(fresh, deliveryValues)));
  const newest = new Map(fresh.map((delivery) => [delivery.subscription, delivery.receivedAt]));
  await sql.$executeRawUnsafe(statements.TOUCH_SUBSCRIPTIONS, JSON.stringify([...newest]));
}

function factValues(orderKey: number, { fact, deliveryId, round }: KeptFact): (string | number)[] {
  return [orderKey, fact.course.number, STEP[fact.type], fact.at, deliveryId, round];
}

function orderName({ reading }: FactDelivery): string {
  return `${reading.branch}|${reading.identity}`;
}

function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${String(key)} is missing`);
  return value;
}
