import { tableKey } from '../../domain/order-table';
import type { Settings } from '../../domain/settings';
import type { Prisma } from '../../prisma/generated/sqlite/client';
import type { LiveOrder } from '../board/branch-state';
import { branchNow, recomputeOrder, recomputeTable } from '../board/recompute';
import type { StagedBranch } from '../board/staged-branch';
import type { Stages } from '../board/stages';
import type { Sql } from '../storage/database';

/** An order that nothing is open of. */
export type OrderToErase = { key: number; branch: number };

type EraseDeps = { settings: Settings; now: () => number };

/**
 * Finds orders, and finds them again once their branches are locked: another node may have projected a delivery of one
 * meanwhile.
 */
export async function lockOrders(
  sql: Sql,
  stages: Stages,
  find: () => Promise<OrderToErase[]>,
): Promise<OrderToErase[]> {
  const found = await find();
  if (found.length === 0) return found;
  await stages.lock(
    sql,
    found.map(({ branch }) => branch),
  );
  return find();
}

/** Deliveries of which one transaction erases the bodies at most. */
const MAX_BODIES = 500;

export type Erased = { bodies: number; names: number; isWhole: boolean };

/**
 * F27: seals orders and erases their bodies, and their names if `withNames`. It erases at most
 * `MAX_BODIES` bodies; call it again if there are more: an order counts as erased once nothing of it is left.
 */
export async function eraseOrders(
  sql: Sql,
  stages: Stages,
  { settings, now }: EraseDeps,
  orders: readonly OrderToErase[],
  withNames: boolean,
): Promise<Erased> {
  const keys = orders.map(({ key }) => key);
  for (const branch of new Set(orders.map((order) => order.branch))) {
    const ofBranch = orders.flatMap((order) => (order.branch === branch ? order.key : []));
    const staged = stages.of(branch);
    const sealedAt = branchNow(staged, now());
    await sql.order.updateMany({ where: { key: { in: ofBranch }, sealedAt: null }, data: { sealedAt } });
    for (const key of ofBranch) {
      staged.orders.markTouched(key);
      sealInMemory(staged, key, sealedAt);
    }
  }
  const deliveries = await sql.delivery.findMany({
    where: { orderKey: { in: keys }, erasedAt: null },
    select: { id: true },
    take: MAX_BODIES,
  });
  const bodies = await eraseBodies(sql, { id: { in: deliveries.map(({ id }) => id) } }, now());
  const isWhole = bodies < MAX_BODIES;
  if (!isWhole) return { bodies, names: 0, isWhole };
  const erased = { bodiesErasedAt: now() };
  await sql.order.updateMany({ where: { key: { in: keys }, bodiesErasedAt: null }, data: erased });
  return { bodies, names: withNames ? await eraseNames(sql, stages, { settings, now }, orders) : 0, isWhole };
}

/** Erases the bodies of deliveries. Their reasons quote nothing of them. */
async function eraseBodies(sql: Sql, where: Prisma.DeliveryWhereInput, now: number): Promise<number> {
  const { count } = await sql.delivery.updateMany({ where, data: { body: new Uint8Array(0), erasedAt: now } });
  return count;
}

/**
 * Erases the bodies of deliveries that no order needs. Those that belong to an order by now stay: they may have been
 * replayed since they were found.
 */
export async function eraseLooseBodies(sql: Sql, ids: readonly string[], now: number): Promise<number> {
  const where = { id: { in: [...ids] }, erasedAt: null };
  const found = await sql.delivery.findMany({ where, select: { orderKey: true } });
  const sealed = await sql.order.findMany({
    where: { key: { in: found.flatMap(({ orderKey }) => orderKey ?? []) }, sealedAt: { not: null } },
    select: { key: true },
  });
  const ofSealed = { orderKey: { in: sealed.map(({ key }) => key) } };
  // The update looks at the order again, because another node may be replaying one.
  return eraseBodies(sql, { ...where, OR: [{ orderKey: null }, ofSealed] }, now);
}

async function eraseNames(
  sql: Sql,
  stages: Stages,
  { settings, now }: EraseDeps,
  orders: readonly OrderToErase[],
): Promise<number> {
  const where = { key: { in: orders.map(({ key }) => key) } };
  const names = await sql.order.count({ where: { ...where, tableName: { not: null } } });
  await sql.order.updateMany({ where, data: { tableName: null, namesErasedAt: now() } });
  const changed = await sql.courseTicket.findMany({
    where: { orderKey: where.key, changes: { not: null } },
    select: { orderKey: true, courseNumber: true, round: true, changes: true },
  });
  for (const { changes, ...id } of changed) {
    const data = { changes: JSON.stringify({ ...JSON.parse(changes ?? '{}'), nameFrom: null }) };
    await sql.courseTicket.update({ where: { orderKey_courseNumber_round: id }, data });
  }
  for (const { key, branch } of orders) {
    const staged = stages.of(branch);
    const order = staged.orders.get(key);
    if (order) eraseNameInMemory(staged, order, settings, branchNow(staged, now()));
  }
  return names;
}

function sealInMemory(staged: StagedBranch, key: number, sealedAt: number): void {
  const order = staged.orders.get(key);
  if (order && order.sealedAt === null) staged.orders.addStored({ ...order, sealedAt, facts: null, bodies: [] });
}

/** Screens get the courses and the table without the name. */
function eraseNameInMemory(staged: StagedBranch, order: LiveOrder, settings: Settings, now: number): void {
  const { table, tickets } = order;
  const nameless = { ...order, table: table && { ...table, name: null } };
  const folded = tickets.map((ticket) => ({ ...ticket, changes: { ...ticket.changes, nameFrom: null } }));
  recomputeOrder(staged, nameless, { tickets: folded }, settings, now);
  const live = table && staged.tables.get(tableKey(table));
  if (live) recomputeTable(staged, live, live.newsAt, settings, now);
}
