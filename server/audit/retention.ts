import { AUDIT_KINDS } from '../../contract/audit';
import { DELETE_AUDIT_ENTRIES } from '../sql/audit-statements';
import type { Sql } from '../storage/database';

const KEPT_MS = 400 * 86_400_000;
/** Of each kind, so that failed sign-ins of a stranger cannot push out changes. */
const KEPT_OF_KIND = 50_000;
const AT_ONCE = 500;

/** Deletes some entries that are too old or too many. Resolves to whether none is left. `now` is server time, epoch ms. */
export async function deleteOldEntries(sql: Sql, now: number): Promise<boolean> {
  let isDone = true;
  for (const kind of AUDIT_KINDS) {
    const bounds = [kind, now - KEPT_MS, kind, KEPT_OF_KIND, AT_ONCE];
    isDone = (await sql.$executeRawUnsafe(DELETE_AUDIT_ENTRIES, ...bounds)) < AT_ONCE && isDone;
  }
  return isDone;
}
