import { toIso } from '../domain/fact';
import { errorMessage } from '../lib/error-message';
import { COMMAND } from '../lib/release';
import { CannotStart, cannotUse, codeOf } from './cannot-start';
import { noteDatabase, refuseCopied, refuseLostDatabase } from './claim-folder';
import type { Config } from './config';
import type { FileInbox } from './intake/inbox';
import type { Log } from './log';
import { clusterSecret, sessionSecret } from './people/session-secret';
import { createSecretBox, type SecretBox, sealSecrets, UnknownKey } from './secrets/secret-box';
import { ADVANCE_ORDER_KEYS } from './sql/node-statements';
import type { Database } from './storage/database';
import { isDamage } from './storage/database-file';
import { isOfOlderVersion, migrateDatabase } from './storage/migrate';
import type { NodeLink } from './storage/node-link';
import { openDatabase } from './storage/open-database';
import { nameOf } from './storage/postgresql';
import { finishInterruptedRestore } from './storage/replace-file';

/** A period of server time, epoch ms, in which acknowledged deliveries are missing. */
type Missing = { from: number; to: number };

type PrepareDeps = { config: Config; now: () => number; newEpoch: () => string; log: Log; mayMigrate?: boolean };

export type Prepared = {
  database: Database;
  secretBox: SecretBox;
  /** Signs the session cookies of managers. */
  sessionSecret: string;
};

/**
 * Migrates and opens the database; with several nodes, one after the other. Adds a function to `opened` for everything to
 * close. @throws CannotStart
 */
export async function prepareDatabase(
  deps: PrepareDeps,
  { local, link, opened }: { local: FileInbox; link: NodeLink | null; opened: (() => unknown)[] },
): Promise<Prepared> {
  const { log } = deps;
  const prepare = () => prepareAlone(deps, local, link, opened);
  if (link === null) return prepare();
  return link.alone(prepare, () =>
    log.info({}, 'another node starts, and may be migrating the database: waiting for it'),
  );
}

/**
 * Finishes a restore that was interrupted, refuses a database that is lost or in use elsewhere, and applies missing
 * migrations. @throws CannotStart, or an error of the driver
 */
export async function updateDatabase({
  config,
  log,
  mayMigrate = true,
}: Pick<PrepareDeps, 'config' | 'log' | 'mayMigrate'>): Promise<void> {
  const ended = await finishInterruptedRestore(config.databaseFile);
  if (ended) log.warn({ database: ended }, 'a restore was interrupted: Heatlamp continues with this database');
  refuseCopied(config);
  refuseLostDatabase(config);
  if (!mayMigrate && (await isOfOlderVersion(config)))
    throw new CannotStart(
      `${config.databaseUrl === null ? config.databaseFile : nameOf(config.databaseUrl)} was last used by an older Heatlamp, which could not open it any more after this command: run the command of that version, or start this one first`,
    );
  const applied = await migrateDatabase(config).catch((error: unknown) => {
    // `cannotOpen` explains errors of the driver.
    if (isDamage(error) || (error instanceof Error && 'code' in error)) throw error;
    throw cannotUse(config.dataDir, error, errorMessage(error));
  });
  if (applied.length > 0) log.info({ migrations: applied }, 'the database is up to date');
}

async function prepareAlone(
  deps: PrepareDeps,
  local: FileInbox,
  link: NodeLink | null,
  opened: (() => unknown)[],
): Promise<Prepared> {
  const { config, log } = deps;
  await updateDatabase(deps);
  const database = openDatabase(config);
  opened.push(() => database.$disconnect());
  if (link === null) await reportMissing(database, local, deps);
  else await database.$executeRawUnsafe(ADVANCE_ORDER_KEYS);
  await noteDatabase(config);

  const secretBox = createSecretBox(config.secretsKey, config.oldSecretsKey);
  const own = await sessionSecret(config.dataDir).catch((error: unknown) => {
    throw cannotUse(
      config.dataDir,
      error,
      `the session-secret in ${config.dataDir} cannot be read (${codeOf(error)}): make it readable`,
    );
  });
  const isSqlite = link === null;
  try {
    const shared = isSqlite ? own : await clusterSecret(database, secretBox, own, link.hadOthers);
    await sealSecrets(database, secretBox, { isSqlite, log });
    return { database, secretBox, sessionSecret: shared };
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    throw new CannotStart(
      `the secrets in the database are encrypted, and not with this SECRETS_KEY: set SECRETS_KEY to the key that was in use, or to a new one with the key that was in use as SECRETS_KEY_OLD. If that key is lost, ${COMMAND} secrets forget removes those secrets, and keeps everything else`,
    );
  }
}

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
async function reportMissing(
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
