import { STEP } from '../../domain/fact';
import { isAheadOf } from '../../domain/heartbeat';
import { NOT_A_CLOCK_MS } from '../../domain/pos-offset';
import { beginsAnew, NOT_SEALED } from '../../domain/sealed';
import type { Settings } from '../../domain/settings';
import { groupBy } from '../../lib/collections';
import { MINUTE_MS } from '../../lib/time';
import { type Delivery, type DeliveryResult, resultWithoutFact, rowOfDelivery, rowOfReplay } from '../intake/delivery';
import type { Log } from '../log';
import { LAST_ORDER_KEY, ORDER_KEYS, STORED_DELIVERIES } from '../sql/load-statements';
import { NEXT_ORDER_KEYS } from '../sql/node-statements';
import { type Int, int, type Statements, type Value } from '../sql/statements';
import * as statements from '../sql/write-statements';
import { autoCloseMs, type KeptFact, type LiveOrder } from './branch-state';
import { keepDays } from './load-branch';
import { type LostFact, loadOrders, withFacts } from './load-orders';
import { type FactDelivery, type OrderPlan, planOrder } from './plan-order';
import { branchNow, recomputeAll, recomputeEarlierNow, recomputeOrder } from './recompute';
import { recomputeAffectedTables } from './recompute-tables';
import type { StagedBranch } from './staged-branch';
import { type BoardDeps, type Stages, takeWithSecondOrder } from './stages';

/** The stored reason, which `causes.ts` recognizes. */
const REASON = 'could be read before, and can no longer be read by this version';
const OF_NO_COURSE = { orderKey: null, courseNumber: null, step: null, at: null };
const UNREADABLE = { outcome: 'unreadable', reason: REASON, ...OF_NO_COURSE };

/**
 * Stages a batch of deliveries and all resulting changes. Changes neither the database nor memory: the caller writes the
 * staged changes and applies them after the commit. Resolves to the outcome of each delivery, by id.
 */
export async function stageDeliveries(
  sql: Statements,
  projected: readonly Delivery[],
  stages: Stages,
  deps: BoardDeps,
): Promise<Map<string, DeliveryResult>> {
  await stages.lock(sql, branchesOf(projected));
  const stored = await storedOf(sql, projected, deps);
  const batch = projected.filter(({ id }) => !stored.has(id));
  const facts = batch.filter((delivery): delivery is FactDelivery => delivery.translation.kind === 'fact');
  for (const delivery of batch) recordArrival(delivery, stages, deps.now());
  const byOrder = groupBy(facts, ({ translation }) => orderName(translation));
  const { orders, lost } = await ordersOf(sql, byOrder, stages, deps);
  const orderKeys = new Map<Delivery, number>();
  const plans = [...byOrder].map(([name, deliveries]) => {
    const order = found(orders, name);
    stages.of(order.branch).orders.markTouched(order.key);
    for (const delivery of deliveries) orderKeys.set(delivery, order.key);
    return planOrder(order, deliveries, lost.get(order.key));
  });

  const results = new Map(plans.flatMap((plan) => [...plan.results]));
  for (const id of stored) results.set(id, STORED_BEFORE);
  for (const { id, translation } of batch)
    if (translation.kind !== 'fact') results.set(id, resultWithoutFact(translation));
  const applied = facts.filter(({ id }) => results.get(id)?.outcome === 'applied');
  for (const delivery of applied) recordReceipt(delivery, stages, deps.now());

  for (const plan of plans) recomputePlan(plan, stages, deps);
  await followPosClocks(sql, stages, deps);
  await takeWithSecondOrder(sql, plans, stages);
  await recomputeAffectedTables(sql, plans, stages, deps);
  for (const staged of stages.all()) recomputeIfUnitChanged(staged, deps);
  setAside([...lost.values()].flat(), stages, deps.log);
  const live = applied
    .filter(({ isReplay }) => !isReplay)
    .map((delivery) => ({
      delivery,
      staged: stages.of(delivery.translation.branch),
      orderKey: found(orderKeys, delivery),
    }));
  stages.onCommit(() => logStrayFacts(live, deps, deps.now()));
  addFacts(plans, stages);
  addDeliveries(batch, results, orderKeys, stages);
  eraseLateBodies(plans, stages, deps.now());
  return results;
}

const STORED_BEFORE: DeliveryResult = { outcome: 'repeat', reason: null, code: null };

/** After this time another node may have taken over a delivery. They look every three seconds, and take what they see twice. */
const STAYS_HERE_MS = 2_000;

/**
 * The ids of deliveries that an earlier commit, or another node, has stored. They are not folded again: their facts are
 * known, or were removed with their branch since (F25b).
 */
async function storedOf(
  sql: Statements,
  batch: readonly Delivery[],
  { node, now }: BoardDeps,
): Promise<ReadonlySet<string>> {
  const mayBeElsewhere = ({ receivedAt }: Delivery) => node !== null && Math.abs(now() - receivedAt) > STAYS_HERE_MS;
  const ids = batch.flatMap((delivery) =>
    !delivery.isReplay && (delivery.mayBeStored || mayBeElsewhere(delivery)) ? [[delivery.id]] : [],
  );
  if (ids.length === 0) return new Set();
  const rows = await sql.$queryRawUnsafe<{ id: string }[]>(STORED_DELIVERIES, JSON.stringify(ids));
  return new Set(rows.map(({ id }) => id));
}

/** `now` is server time: the clock may have been set back since the receipt. */
function recordArrival({ translation, receivedAt, isReplay }: Delivery, stages: Stages, now: number): void {
  if (translation.branch === null || isReplay) return;
  const staged = stages.of(translation.branch);
  const at = isAheadOf(receivedAt, now) ? now : receivedAt;
  staged.markDelivered();
  staged.gaps.endSilence(at);
  staged.row.lastDeliveryAt = Math.max(staged.row.lastDeliveryAt ?? at, at);
}

/**
 * Call it only for new facts: a repeat is sent later than its event, so it reveals nothing about the clock of the POS. `now`
 * is server time.
 */
function recordReceipt({ translation, receivedAt }: FactDelivery, stages: Stages, now: number): void {
  if (isAheadOf(receivedAt, now)) return;
  stages
    .of(translation.branch)
    .posClock.record({ receivedAt, at: translation.fact.at, workplace: translation.workplace });
}

/**
 * The orders of these deliveries with all their facts, by name; unknown ones are created. `lost` are the facts that can
 * no longer be read, by order key.
 */
async function ordersOf(
  sql: Statements,
  byOrder: ReadonlyMap<string, readonly FactDelivery[]>,
  stages: Stages,
  deps: BoardDeps,
): Promise<{ orders: Map<string, LiveOrder>; lost: Map<number, LostFact[]> }> {
  const orders = new Map<string, LiveOrder>();
  const missing = new Map<string, readonly FactDelivery[]>();
  for (const [name, deliveries] of byOrder) {
    const [first] = deliveries;
    if (!first) continue;
    const staged = stages.of(first.translation.branch);
    const key = staged.orders.keyOf(first.translation.identity);
    const order = key === undefined ? undefined : staged.orders.get(key);
    if (order && !deliveries.some(({ translation }) => beginsAnew(translation.fact.at, order))) orders.set(name, order);
    else missing.set(name, deliveries);
  }

  for (const order of await loadOrCreate(sql, [...missing.values()], stages, deps)) orders.set(orderName(order), order);

  const withoutFacts = [...orders.values()].filter(({ facts, sealedAt }) => facts === null && sealedAt === null);
  const loaded = await withFacts(sql, withoutFacts);
  for (const order of loaded.orders) orders.set(orderName(order), order);
  return { orders, lost: groupBy(loaded.lost, ({ orderKey }) => orderKey) };
}

/** The orders of groups of deliveries: loads those that are stored, and creates the others, also after a sealed one (F27b). */
async function loadOrCreate(
  sql: Statements,
  groups: readonly (readonly FactDelivery[])[],
  stages: Stages,
  deps: BoardDeps,
): Promise<LiveOrder[]> {
  const first = groups.flatMap(([delivery]) => delivery ?? []);
  if (first.length === 0) return [];
  const names = first.map(({ translation }) => [translation.branch, translation.identity]);
  const keys = await sql.$queryRawUnsafe<{ key: Int }[]>(ORDER_KEYS, JSON.stringify(names));
  const stored = await loadOrders(
    sql,
    keys.map(({ key }) => int(key)),
  );
  const known = new Map(stored.map((order) => [orderName(order), order]));
  const missing = groups.filter((group) => {
    const [delivery] = group;
    const before = delivery && known.get(orderName(delivery.translation));
    return !before || group.some(({ translation }) => beginsAnew(translation.fact.at, before));
  });
  const newKeys = missing.length > 0 ? await nextOrderKeys(sql, missing.length, deps) : [];
  const created = missing.flatMap(([delivery], index) => {
    if (!delivery) return [];
    const before = known.get(orderName(delivery.translation));
    if (before) stages.of(before.branch).orders.replaceSealed(before);
    return newOrder(newKeys[index] ?? 0, delivery, before?.sealedAt ?? null);
  });
  // A new order comes after the sealed one of its name, and so takes its place.
  return [...stored, ...created];
}

/** Other nodes make orders of other branches at the same time. */
async function nextOrderKeys(sql: Statements, count: number, { node }: BoardDeps): Promise<number[]> {
  if (node !== null) {
    const keys = await sql.$queryRawUnsafe<{ key: Int }[]>(NEXT_ORDER_KEYS, count);
    return keys.map(({ key }) => int(key));
  }
  const [last] = await sql.$queryRawUnsafe<{ key: Int | null }[]>(LAST_ORDER_KEY);
  const next = (int(last?.key ?? null) ?? 0) + 1;
  return Array.from({ length: count }, (_, index) => next + index);
}

function branchesOf(batch: readonly Delivery[]): number[] {
  return [...new Set(batch.flatMap(({ translation }) => translation.branch ?? []))];
}

function newOrder(key: number, { translation }: FactDelivery, takesAfter: number | null): LiveOrder {
  const { kind } = translation.fact.order;
  return {
    key,
    branch: translation.branch,
    identity: translation.identity,
    ...NOT_SEALED,
    takesAfter,
    names: { kind, orderId: null, otherOrderId: null, year: null, number: null, ticketNumber: null },
    table: null,
    seatedAt: translation.fact.at,
    tickets: [],
    actions: [],
    facts: [],
    bodies: [],
  };
}

function recomputePlan(plan: OrderPlan, stages: Stages, deps: BoardDeps): void {
  const staged = stages.of(plan.order.branch);
  if (!plan.folded) {
    staged.orders.addStored(plan.order);
    return;
  }
  if (plan.mustWriteRow) staged.orders.markRowChanged(plan.order.key);
  const { gone } = recomputeOrder(staged, plan.order, plan.folded, deps.settings, branchNow(staged, deps.now()));
  // F2: guests no longer see the order of a counter that has become the order of a table.
  const hasLeftCounter = plan.order.tickets.some(({ order }) => order.kind !== plan.order.names.kind);
  // A change cannot express that a ticket is gone, so screens get the whole board.
  if (gone > 0 || hasLeftCounter) staged.renewEpoch(deps.newEpoch());
}

/** F23: where the offset of the POS's clock has grown, a branch's now is earlier than it was. */
async function followPosClocks(sql: Statements, stages: Stages, { settings, now }: BoardDeps): Promise<void> {
  const behind = stages.all().filter(({ posClock, before }) => posClock.offsetMs() > before.posOffsetMs);
  const days = behind.map((staged) => ({ state: staged.before, row: staged.row, now: branchNow(staged, now()) }));
  await keepDays(sql, days, settings);
  for (const staged of behind) recomputeEarlierNow(staged, settings, branchNow(staged, now()));
}

function recomputeIfUnitChanged(staged: StagedBranch, { settings, now }: BoardDeps): void {
  const before = settings.unitOf(staged.number, staged.before.row.votes);
  if (before !== settings.unitOf(staged.number, staged.row.votes))
    recomputeAll(staged, settings, branchNow(staged, now()));
}

function addFacts(plans: readonly OrderPlan[], { add }: Stages): void {
  const rows = (of: 'inserted' | 'updated') =>
    plans.flatMap((plan) => plan[of].map((kept) => rowOfFact(plan.order.key, kept)));
  add({ statement: statements.INSERT_FACTS, rows: rows('inserted') });
  add({ statement: statements.UPDATE_FACTS, rows: rows('updated') });
}

function addDeliveries(
  batch: readonly Delivery[],
  results: Map<string, DeliveryResult>,
  orderKeys: ReadonlyMap<Delivery, number>,
  { add }: Stages,
): void {
  const rows = (deliveries: readonly Delivery[], rowOf: typeof rowOfDelivery) =>
    deliveries.map((delivery) => rowOf(delivery, found(results, delivery.id), orderKeys.get(delivery) ?? null));
  const fresh = batch.filter((delivery) => !delivery.isReplay);
  const replays = batch.filter((delivery) => delivery.isReplay);
  add({ statement: statements.UPDATE_DELIVERIES, rows: rows(replays, rowOfReplay) });
  add({ statement: statements.INSERT_DELIVERIES, rows: rows(fresh, rowOfDelivery) });
  const newest = new Map(fresh.map((delivery) => [delivery.subscription, delivery.receivedAt]));
  // In one order: of two nodes that wrote to the same subscriptions, each could wait for the other.
  const sorted = [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1));
  add({ statement: statements.TOUCH_SUBSCRIPTIONS, rows: sorted.map(([id, at]) => [at, id]) });
}

/** F27c: a late delivery would bring back the name that was erased. */
function eraseLateBodies(plans: readonly OrderPlan[], { add }: Stages, now: number): void {
  const late = plans.filter(({ order }) => order.sealedAt !== null).flatMap(({ results }) => [...results.keys()]);
  add({ statement: statements.ERASE_LATE_BODIES, rows: late.map((id) => [Buffer.alloc(0), now, id]) });
}

function rowOfFact(orderKey: number, { fact, deliveryId, round }: KeptFact): Value[] {
  const { course, type, at } = fact;
  return statements.factRow({ orderKey, courseNumber: course.number, step: STEP[type], at, deliveryId, round });
}

function orderName({ branch, identity }: { branch: number; identity: string }): string {
  return `${branch}|${identity}`;
}

function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${String(key)} is missing`);
  return value;
}

/**
 * Deletes facts whose deliveries can no longer be read, and marks those deliveries as unreadable, so that a replay can
 * bring the facts back. Stage this before any new facts, which may replace one of them.
 */
function setAside(lost: readonly LostFact[], stages: Stages, log: Pick<Log, 'warn'>): void {
  if (lost.length === 0) return;
  stages.add({
    statement: statements.DELETE_FACTS,
    rows: lost.map(({ orderKey, courseNumber, step, at }) => [orderKey, courseNumber, step, at]),
  });
  stages.add({
    statement: statements.UPDATE_DELIVERIES,
    rows: lost.map(({ branch, deliveryId: id }) => statements.outcomeRow({ ...UNREADABLE, branch, id })),
  });
  stages.onCommit(() => {
    for (const { branch, orderKey, deliveryId } of lost)
      log.warn(
        { branch, order: orderKey, delivery: deliveryId },
        'a stored fact can no longer be read, and was set aside',
      );
  });
}

const LOG_EVERY_MS = 5 * MINUTE_MS;

/** A new fact with its staged branch and the key of its order. */
type StagedFact = { delivery: FactDelivery; staged: StagedBranch; orderKey: number };

/**
 * F23a: logs for each branch, at most every five minutes, that courses were closed on arrival or are dated hours ahead.
 * Call it after the commit, with facts that are no replays. `now` is server time, epoch ms.
 */
function logStrayFacts(
  facts: readonly StagedFact[],
  { log, settings }: { log: Pick<Log, 'warn'>; settings: Settings },
  now: number,
): void {
  for (const { delivery, staged, orderKey } of facts) {
    const state = staged.before;
    if (now - state.strayLoggedAt < LOG_EVERY_MS) continue;
    const { receivedAt, translation } = delivery;
    const behindMs = receivedAt - translation.fact.at;
    const isTooOld = behindMs >= staged.posClock.offsetMs() + autoCloseMs(staged.number, settings);
    const message = isClosedOnArrival({ delivery, staged, orderKey })
      ? isTooOld
        ? 'a course was closed on arrival, because its event is so old, and no screen shows it: set the clock of the POS, unless it resends the events of an outage'
        : 'a course was closed on arrival, because the business day of its event is over, and no screen shows it'
      : behindMs < -NOT_A_CLOCK_MS
        ? 'an event is dated hours ahead, so that its course is never late: set the clock of the POS, or its time zone'
        : null;
    if (message === null) continue;
    state.strayLoggedAt = now;
    log.warn(
      { branch: staged.number, delivery: delivery.id, minutesBehind: Math.round(behindMs / MINUTE_MS) },
      message,
    );
  }
}

function isClosedOnArrival({ delivery, staged, orderKey }: StagedFact): boolean {
  const { fact } = delivery.translation;
  const tickets = staged.orders.get(orderKey)?.tickets ?? [];
  return tickets.some(
    ({ course, closedBy, lastNewsAt }) =>
      closedBy === 'heatlamp' && course.number === fact.course.number && lastNewsAt === fact.at,
  );
}
