import { toIso } from '../../domain/ticket';
import type { Log } from '../log';
import { BRANCH_NUMBERS, RENEW_EPOCH } from '../sql/backup-statements';
import { HAS_DELIVERY, INSERT_LOST_GAPS, NEWEST_DELIVERY, RESTORED_SINCE } from '../sql/missing-statements';
import { int } from '../sql/ticket-row';
import type { Database } from '../storage/database';
import type { FileInbox } from './inbox';

/** A period of server time, epoch ms, in which acknowledged deliveries are missing. */
type Missing = { from: number; to: number };

/**
 * F21e: SQLite ends the reading of a write-ahead log at the first damaged page, without an error. The inbox and the
 * database therefore check each other: what one of them knows to be stored, the other or itself must still have.
 */
async function findMissing(
  database: Database,
  inbox: Pick<FileInbox, 'committed' | 'has'>,
  now: number,
): Promise<Missing | null> {
  const committed = inbox.committed();
  if (committed === null) return null;
  const exists = async (statement: string, value: string | number) =>
    (await database.$queryRawUnsafe<unknown[]>(statement, value)).length > 0;
  const [row] = await database.$queryRawUnsafe<{ id: string; receivedAt: number | bigint }[]>(NEWEST_DELIVERY);
  const newestAt = row ? int(row.receivedAt) : committed.receivedAt;
  if (!(await exists(HAS_DELIVERY, committed.id))) {
    const to = Math.max(committed.receivedAt, 1);
    return (await exists(RESTORED_SINCE, to)) ? null : { from: Math.min(newestAt, to), to };
  }
  // The newest delivery was removed from the inbox in the transaction that noted it, or still waits there.
  const isInboxCut = row !== undefined && row.id > committed.id && !inbox.has(row.id);
  return isInboxCut ? { from: newestAt, to: Math.max(newestAt, now) } : null;
}

/** Logs and stores what is missing, if anything is. */
export async function reportMissing(
  database: Database,
  inbox: Pick<FileInbox, 'committed' | 'has'>,
  { now, newEpoch, log }: { now: () => number; newEpoch: () => string; log: Pick<Log, 'warn'> },
): Promise<void> {
  const missing = await findMissing(database, inbox, now());
  if (missing === null) return;
  const [from, to] = [toIso(missing.from), toIso(missing.to)];
  log.warn({ from, to }, 'acknowledged deliveries are missing: a file in the data folder was damaged, or replaced');
  await storeMissing(database, missing, newEpoch);
}

/** Stores a gap of every branch, and makes screens load their boards again, whose versions they may already know. */
async function storeMissing(database: Database, { from, to }: Missing, newEpoch: () => string): Promise<void> {
  const branches = await database.$queryRawUnsafe<{ number: number | bigint }[]>(BRANCH_NUMBERS);
  await database.$transaction([
    database.$executeRawUnsafe(INSERT_LOST_GAPS, from, to),
    ...branches.map(({ number }) => database.$executeRawUnsafe(RENEW_EPOCH, newEpoch(), int(number))),
  ]);
}
