import { AUDIT_KINDS } from '../../contract/audit';
import { DAY_MS } from '../../lib/time-units';
import type { Sql } from '../storage/database';

const KEPT_MS = 400 * DAY_MS;
/** Of each kind, so that failed sign-ins of a stranger cannot push out changes. */
const KEPT_OF_KIND = 50_000;
const AT_ONCE = 500;

/** Deletes some entries that are too old or too many. Resolves to whether none is left. `now` is server time, epoch ms. */
export async function deleteOldEntries({ auditEntry }: Sql, now: number): Promise<boolean> {
  let isDone = true;
  for (const kind of AUDIT_KINDS) {
    const newestFirst = { where: { kind }, orderBy: { id: 'desc' }, select: { id: true } } as const;
    const beyond = await auditEntry.findFirst({ ...newestFirst, skip: KEPT_OF_KIND });
    const old = await auditEntry.findMany({
      where: { kind, OR: [{ lastAt: { lt: now - KEPT_MS } }, { id: { lte: beyond?.id ?? 0 } }] },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: { id: true },
    });
    await auditEntry.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
    if (old.length === AT_ONCE) isDone = false;
  }
  return isDone;
}
