import { toIso } from '../../domain/to-iso';
import type { Log } from '../log';
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
  const { delivery, gap } = database;
  const select = { id: true, receivedAt: true };
  // Ids are time-ordered.
  const row = await delivery.findFirst({ orderBy: { id: 'desc' }, select });
  const newestAt = row ? Number(row.receivedAt) : committed.receivedAt;
  const isRestoredSince = async (at: number) =>
    (await gap.findFirst({ where: { cause: 'restored', toAt: { gte: at } } })) !== null;
  if (!(await delivery.findUnique({ where: { id: committed.id }, select }))) {
    const to = Math.max(committed.receivedAt, 1);
    return (await isRestoredSince(to)) ? null : { from: Math.min(newestAt, to), to };
  }
  // The newest delivery was removed from the inbox in the transaction that noted it, or still waits there.
  const isNewestGone = row !== null && row.id > committed.id && !inbox.has(row.id);
  const isLost = isNewestGone && !(await isRestoredSince(newestAt));
  return isLost ? { from: newestAt, to: Math.max(newestAt, now) } : null;
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
  const { branch, gap } = database;
  const numbers = await branch.findMany({ select: { number: true } });
  await database.$transaction(
    numbers.flatMap(({ number }) => {
      const place = { branch: number, fromAt: from, cause: 'lost' };
      return [
        gap.upsert({
          where: { branch_fromAt_cause: place },
          create: { ...place, toAt: to },
          update: { toAt: to },
        }),
        branch.update({ where: { number }, data: { epoch: newEpoch() } }),
      ];
    }),
  );
}
