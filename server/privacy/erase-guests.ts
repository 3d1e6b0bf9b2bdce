import type { GuestsErased } from '../../contract/guests';
import type { Settings } from '../../domain/settings';
import type { AuditLog } from '../audit/audit-log';
import { type Author, record } from '../audit/entry';
import type { BoardQueue } from '../board/stages';
import type { LooseWithText } from '../reader/erasable';
import type { Reader } from '../reader/queries';
import { CLOSED_ORDERS } from '../sql/privacy-statements';
import { type Int, int } from '../sql/statements';
import type { Sql } from '../storage/database';
import { eraseLooseBodies, eraseOrders, lockOrders, type OrderToErase } from './erase';
import { LOOSE_OUTCOMES } from './erase-past-limits';
import type { Retention } from './retention';

type EraseGuestsDeps = {
  queue: BoardQueue;
  reader: Pick<Reader, 'read'>;
  settings: Settings;
  retention: Pick<Retention, 'scrub'>;
  audit: Pick<AuditLog, 'eraseQueries'>;
  /** Called first in each transaction; rejects if who erases may not do so any more. */
  lockConfig: (sql: Sql) => Promise<void>;
  now: () => number;
};

const AT_ONCE = 100;

/**
 * F27d: erases the names of visits, with the bodies of their deliveries. With a `name`, also searches for it in the audit
 * log, and the bodies with it that no order needs. Each transaction that erases leaves an entry of the audit log.
 */
export async function eraseGuests(
  deps: EraseGuestsDeps,
  visits: readonly number[],
  name: string | null,
  author: Author,
): Promise<GuestsErased> {
  const total: GuestsErased = { visits: 0, bodies: 0, left: 0 };
  for (let isWhole = false; !isWhole; ) {
    const erased = await deps.queue.run(async (sql, stages) => {
      await deps.lockConfig(sql);
      const orders = await lockOrders(sql, stages, () => closedOrders(sql, visits));
      const some = await eraseOrders(sql, stages, deps, orders, true);
      if (some.isWhole && name !== null) await deps.audit.eraseQueries(sql, name);
      const after = { visits: orders.length, bodies: some.bodies };
      await record(sql, { ...author, action: 'guest-erased', branch: branchOf(orders), after }, deps.now());
      return { ...some, visits: orders.length };
    });
    total.bodies += erased.bodies;
    total.visits = erased.visits;
    total.left = new Set(visits).size - erased.visits;
    ({ isWhole } = erased);
  }
  if (name !== null) total.bodies += await eraseLoose(deps, name, author);
  await deps.retention.scrub();
  return total;
}

async function closedOrders(sql: Sql, visits: readonly number[]): Promise<OrderToErase[]> {
  const rows = await sql.$queryRawUnsafe<Record<'key' | 'branch', Int>[]>(CLOSED_ORDERS, JSON.stringify(visits));
  return rows.map(({ key, branch }) => ({ key: int(key), branch: int(branch) }));
}

/** Null if they are of several branches. */
function branchOf(orders: readonly OrderToErase[]): number | null {
  const branches = new Set(orders.map(({ branch }) => branch));
  return branches.size === 1 ? (orders[0]?.branch ?? null) : null;
}

async function eraseLoose(
  { queue, reader, lockConfig, now }: EraseGuestsDeps,
  text: string,
  author: Author,
): Promise<number> {
  let bodies = 0;
  const erase = (ids: readonly string[]) =>
    queue.run(async (sql) => {
      await lockConfig(sql);
      const erased = await eraseLooseBodies(sql, ids, now());
      const after = { visits: 0, bodies: erased };
      if (erased > 0) await record(sql, { ...author, action: 'guest-erased', branch: null, after }, now());
      return erased;
    });
  for (const outcome of LOOSE_OUTCOMES)
    for (let after: string | null = ''; after !== null; ) {
      const found: LooseWithText = await reader.read('looseWithText', { outcome, text, after, limit: AT_ONCE });
      if (found.ids.length > 0) bodies += await erase(found.ids);
      after = found.next;
    }
  return bodies;
}
