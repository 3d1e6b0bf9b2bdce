import pg from 'pg';
import { errorMessage } from '../../lib/error-message';
import { TRY_LOCK_COPY, TRY_LOCK_START, UNLOCK_START } from '../sql/node-statements';
import { UserError } from '../user-error';
import { isOutOfReach, shortOf } from './failure';
import { countNodes } from './node-link';
import { connectionTo, nameOf, numbersAsNumbers, statementNameGenerator, whyUnusable } from './postgresql';
import { isUpToDate, migratePostgresql } from './postgresql-migrate';

/** The PostgreSQL that a restaurant is copied into: one connection, whose transactions nobody else's copy disturbs. */
export type CopyTarget = {
  /** As messages call it. */
  name: string;
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  transaction: <Result>(work: () => Promise<Result>) => Promise<Result>;
  hasNodes: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** A row has what only one row may have. */
export class RowsExist extends UserError {}

/** A statement with some thousand rows, on a slow machine. */
const TIMEOUT_MS = 300_000;
/**
 * Each transaction also stores how far the copy is, so that after a power failure the last ones are copied again. After a
 * kill -9, PostgreSQL soon frees the locks.
 */
const OPTIONS = '-c synchronous_commit=off -c client_connection_check_interval=1s';

/** Connects, locks out other copies, and applies missing migrations. @throws UserError */
export async function openCopyTarget(url: string): Promise<CopyTarget> {
  const name = nameOf(url);
  const client = new pg.Client({
    ...connectionTo(url),
    query_timeout: TIMEOUT_MS,
    options: OPTIONS,
    types: numbersAsNumbers,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const [lock] = (await client.query<{ taken: boolean }>(TRY_LOCK_COPY)).rows;
    if (!lock?.taken) throw new UserError(`another copy into ${name} is running: wait until it has ended`);
    await migrateAlone(client, url);
  } catch (error) {
    await client.end().catch(() => {});
    throw inWords(error, url);
  }
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const named = statementNameGenerator({ sql: text });
    try {
      const { rows } = await client.query({ text, values, ...(named === '' ? {} : { name: named }) });
      return rows as Row[];
    } catch (error) {
      throw interrupted(error, name);
    }
  };
  return {
    name,
    query,
    async transaction(work) {
      await query('BEGIN');
      try {
        const result = await work();
        await query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    },
    hasNodes: async () => (await countNodes(client)) > 0,
    close: () => client.end().catch(() => {}),
  };
}

/** Like a node that starts: one after the other, and not under nodes of an older version. */
async function migrateAlone(client: pg.Client, url: string): Promise<void> {
  const [start] = (await client.query<{ taken: boolean }>(TRY_LOCK_START)).rows;
  if (!start?.taken)
    throw new UserError(`a node starts on ${nameOf(url)}, and may be migrating it: try again in a moment`);
  try {
    if (await isUpToDate(url)) return;
    if ((await countNodes(client)) > 0)
      throw new UserError(`an older Heatlamp runs on ${nameOf(url)}: update its nodes first, then copy`);
    await migratePostgresql(url);
  } finally {
    await client.query(UNLOCK_START);
  }
}

const TWICE = '23505';

/** Why the target cannot be used, and what to do. */
function inWords(error: unknown, url: string): Error {
  if (error instanceof UserError) return error;
  // Errors about migrations have a message for the user.
  return new UserError(whyUnusable(url, error, 'the address') ?? errorMessage(error));
}

function interrupted(error: unknown, name: string): Error {
  if (error instanceof pg.DatabaseError && error.code === TWICE)
    return new RowsExist(
      `${name} has rows of this restaurant from another copy of its files, or of another restaurant with the same branch numbers: copy into another database`,
    );
  if (!isOutOfReach(error)) return error as Error;
  return new UserError(
    `${name} does not answer any more (${shortOf(error)}). Nothing is lost: run the same command again, and it goes on where it stopped.`,
  );
}
