import { LOCK_QUERIES } from '../sql/node-statements';
import type { Sql } from '../storage/database';

/** Detects erasures by other nodes while queries of this node wait to be stored in the audit log. */
export type Erasures = {
  /** Until the end of the transaction, no other node stores queries or erases them. */
  lock: (sql: Sql) => Promise<void>;
  /** Whether there was an erasure since the last call, or since an entry of this node. Call it with the lock. */
  areNew: (sql: Sql) => Promise<boolean>;
  /** Call it with the id of an entry that this node stored. */
  stored: (id: number) => void;
};

const OF_NOBODY: Erasures = { lock: async () => {}, areNew: async () => false, stored() {} };

/** `node` is null where no other node stores anything. `startedAt` is server time, epoch ms. */
export function createErasures(node: number | null, startedAt: number): Erasures {
  if (node === null) return OF_NOBODY;
  /** The id of the newest entry that is known here. */
  let newest = 0;
  return {
    async lock(sql) {
      await sql.$executeRawUnsafe(LOCK_QUERIES);
    },
    async areNew({ auditEntry }) {
      const where = { kind: 'change', action: 'guest-erased', id: { gt: newest }, at: { gte: startedAt } };
      const found = await auditEntry.findFirst({ where, orderBy: { id: 'desc' }, select: { id: true } });
      newest = found?.id ?? newest;
      return found !== null;
    },
    stored(id) {
      newest = Math.max(newest, id);
    },
  };
}
