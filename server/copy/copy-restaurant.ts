import {
  allRows,
  COLUMNS,
  type CopiedTable,
  countRows,
  FIRST_DELIVERY,
  HAS_DELIVERY,
  IS_IN_USE,
  insertRows,
  LAST_HEARTBEAT,
  SET_SEQUENCE,
  SET_TARGET_HEARTBEAT,
} from '../sql/copy-statements';
import { type Columns, parametersOf } from '../sql/statements';
import {
  type CopySource,
  type CopyTarget,
  openCopySource,
  openCopyTarget,
  type SourceValue,
  TargetAway,
} from '../storage/copy-connections';
import { UserError } from '../user-error';

/** The tables that are copied: each after those that its rows refer to. Sessions and codes are not. */
const TABLES = [
  'Order',
  'CourseEvent',
  'CourseTicket',
  'TicketAction',
  'Delivery',
  'Screen',
  'Subscription',
  'SubscriptionSecret',
  'Manager',
  'ManagerAccount',
  'SecondFactor',
  'Setting',
  'AuditEntry',
  'TableState',
  'Gap',
  'Branch',
] as const;

/** The columns to which PostgreSQL gives numbers. */
const NUMBERED = [
  ['Order', 'key'],
  ['TicketAction', 'key'],
  ['Screen', 'id'],
  ['SubscriptionSecret', 'id'],
  ['Setting', 'id'],
  ['AuditEntry', 'id'],
] as const;

const TYPES: Readonly<Record<string, Columns[string]>> = {
  integer: 'INTEGER',
  bigint: 'BIGINT',
  text: 'TEXT',
  bytea: 'BYTES',
  'timestamp without time zone': 'TIMESTAMP',
};

/** How many rows are copied. */
export type CopyProgress = { done: number; of: number };

type CopyOptions = {
  /** The SQLite of a restaurant, which no server uses. */
  databaseFile: string;
  /** The address of PostgreSQL. */
  to: string;
  onProgress: (progress: CopyProgress) => void;
  /** Called before the commit with which the target begins to use the restaurant. `to` is its name in messages. */
  onFinishing: (to: string) => Promise<void>;
  /** Called if that commit failed, so that the target surely does not use it. */
  onFailed: () => Promise<void>;
};

export type CopiedRestaurant = {
  /** The target, as messages call it. */
  to: string;
  tables: { name: string; rows: number }[];
};

/** Some megabytes. */
const ROWS_AT_ONCE = 500;

/**
 * Copies a restaurant's SQLite into an empty PostgreSQL, in one transaction: nobody sees a part of it, and a copy that is
 * interrupted leaves nothing. @throws UserError
 */
export function copyRestaurant(options: CopyOptions): Promise<CopiedRestaurant> {
  return withBoth(options, (source, target) => copyInto(source, target, options));
}

/** Whether PostgreSQL has the restaurant of a SQLite already. @throws UserError */
export function isCopiedInto(options: Pick<CopyOptions, 'databaseFile' | 'to'>): Promise<boolean> {
  return withBoth(options, hasRestaurant);
}

async function withBoth<Result>(
  { databaseFile, to }: Pick<CopyOptions, 'databaseFile' | 'to'>,
  work: (source: CopySource, target: CopyTarget) => Promise<Result>,
): Promise<Result> {
  const source = openCopySource(databaseFile);
  try {
    const target = await openCopyTarget(to);
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** The delivery that was stored first identifies a restaurant. @throws UserError */
async function hasRestaurant(source: CopySource, target: CopyTarget): Promise<boolean> {
  const id = source.value(FIRST_DELIVERY);
  if (typeof id !== 'string')
    throw new UserError('no delivery was received yet, so there is nothing to copy: start Heatlamp with DATABASE_URL');
  return (await target.query(HAS_DELIVERY, [id])).length > 0;
}

async function copyInto(
  source: CopySource,
  target: CopyTarget,
  { onProgress, onFinishing, onFailed }: CopyOptions,
): Promise<CopiedRestaurant> {
  if (await hasRestaurant(source, target))
    throw new UserError(`this restaurant is in ${target.name} already: start Heatlamp with DATABASE_URL`);
  const [found] = await target.query<{ isInUse: boolean }>(IS_IN_USE);
  if (found?.isInUse) throw new UserError(`${target.name} is in use already: copy into an empty database`);
  const tables = await readTables(target);
  const counts = tables.map(({ name }) => ({ name, rows: Number(source.value(countRows(name))) }));
  const of = counts.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;

  async function copyTable(table: CopiedTable): Promise<void> {
    for (let after = 0; ; ) {
      const rows = source.rows(allRows(table), after, ROWS_AT_ONCE);
      const last = rows.at(-1);
      if (!last) return;
      await target.query(insertRows(table), parametersOf(rows.map(([, ...row]) => row.map(forTarget))));
      after = Number(last[0]);
      done += rows.length;
      onProgress({ done, of });
    }
  }

  let isFinishing = false;
  try {
    return await target.transaction(async () => {
      for (const table of tables) await copyTable(table);
      for (const { name, rows } of counts) {
        const [stored] = await target.query<{ rows: number }>(countRows(name));
        if (stored?.rows !== rows) throw new UserError(`${name} in ${target.name} has other rows than were copied`);
      }
      for (const [table, column] of NUMBERED) await target.query(SET_SEQUENCE(table, column));
      // F21a: the next start finds out that nobody listened since the last one.
      await target.query(SET_TARGET_HEARTBEAT, [Number(source.value(LAST_HEARTBEAT))]);
      isFinishing = true;
      await onFinishing(target.name);
      return { to: target.name, tables: counts };
    });
  } catch (error) {
    if (isFinishing && !(error instanceof TargetAway)) await onFailed();
    throw error;
  }
}

/** The tables with the columns that they have in the target. Those of the source have the same names. */
async function readTables(target: CopyTarget): Promise<CopiedTable[]> {
  const found = await target.query<{ table: string; name: string; type: string }>(COLUMNS);
  return TABLES.map((name) => ({
    name,
    columns: Object.fromEntries(
      found.filter(({ table }) => table === name).map((column) => [column.name, typeOf(column)]),
    ),
  }));
}

function typeOf({ table, name, type }: { table: string; name: string; type: string }): Columns[string] {
  const known = TYPES[type];
  if (known === undefined) throw new Error(`${table}.${name} is of the type ${type}, which is not copied`);
  return known;
}

/** PostgreSQL refuses text with a null character. */
function forTarget(value: SourceValue): SourceValue {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}
