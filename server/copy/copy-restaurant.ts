import type { ActionEffects } from '../../domain/ticket-action';
import {
  BRANCH_NUMBERS,
  countRows,
  FIRST_DELIVERY,
  HAS_DELIVERY,
  insertedRows,
  insertRows,
  lastKey,
  lockSequence,
  looseDeliveries,
  nextOfSequence,
  SEQUENCE_OF,
  SET_SEQUENCE,
  sourceRowsOfOrders,
} from '../sql/copy-statements';
import { parametersOf } from '../sql/statements';
import {
  type CopySource,
  type CopyTarget,
  openCopySource,
  openCopyTarget,
  type SourceValue,
  TargetAway,
} from '../storage/copy-connections';
import { UserError } from '../user-error';
import {
  addRows,
  type Changes,
  isOfOrders,
  OF_ORDERS,
  type Row,
  readTables,
  rowsForTarget,
  type Sum,
  type TableName,
} from './copied-tables';
import {
  type CopyKeys,
  checkSecrets,
  copyConfiguration,
  openReseal,
  readTargetUse,
  settingsFor,
} from './copy-configuration';

/** What is added to the keys of a table's rows in the target, whose other restaurants have the same numbers. */
type KeyOffsets = Readonly<Record<'Order' | 'TicketAction' | 'Screen' | OwnIds, number>>;
type OwnIds = 'SubscriptionSecret' | 'Setting' | 'AuditEntry';

const BY = ['claim', 'collected', 'stillHere', 'confirmed'] as const;

/** How many rows are copied, or compared. */
export type CopyProgress = { phase: 'copying' | 'comparing'; done: number; of: number };

type CopyOptions = {
  /** The SQLite of a restaurant, which no server uses. */
  databaseFile: string;
  /** The address of PostgreSQL. */
  to: string;
  keys: CopyKeys;
  now: () => number;
  onProgress: (progress: CopyProgress) => void;
  /** Called before the commit with which the target begins to use the restaurant. `to` is its name in messages. */
  onFinishing: (to: string) => Promise<void>;
  /** Called if that commit failed, so that the target surely does not use it. */
  onFailed: () => Promise<void>;
};

export type CopiedRestaurant = {
  /** The target, as messages call it. */
  to: string;
  /** What was copied, and compared with the source. */
  tables: { name: string; rows: number; checkSum: string }[];
  /** What was not copied, because the target has its own. */
  kept: string[];
};

/** Orders, and deliveries without one, in one statement: some megabytes. */
const ORDERS_AT_ONCE = 500;
const LOOSE_AT_ONCE = 1_000;
const MAX_ROWS = 1_000;

/**
 * Copies a restaurant's SQLite into PostgreSQL, in one transaction: nobody sees a part of it, and a copy that is
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
  { keys, now, onProgress, onFinishing, onFailed }: CopyOptions,
): Promise<CopiedRestaurant> {
  if (await hasRestaurant(source, target))
    throw new UserError(`this restaurant is in ${target.name} already: start Heatlamp with DATABASE_URL`);
  const tables = await readTables(target);
  const use = await readTargetUse(target);
  refuseSharedBranches(source, use.branches, target.name);
  const reseal = await openReseal(target, use.isSetUp, keys);
  // Before minutes of copying, at the end of which nobody could decrypt them.
  checkSecrets(source, tables, reseal);
  const settings = settingsFor(source, tables, use.isSetUp);
  const offsets = await reserveKeys(source, target, Number(settings.at(-1)?.['id'] ?? 0));
  const changes = keyChanges(offsets);
  const sums = new Map<TableName, Sum>();
  const of = OF_ORDERS.reduce((rows, name) => rows + Number(source.value(countRows(name))), 0);

  async function put(name: TableName, rows: readonly Row[]): Promise<void> {
    const values = rowsForTarget(tables[name], rows, changes[name] ?? {});
    for (let first = 0; first < values.length; first += MAX_ROWS)
      await target.query(insertRows(tables[name]), parametersOf(values.slice(first, first + MAX_ROWS)));
    sums.set(name, addRows(sums.get(name) ?? { count: 0, sum: 0n }, values));
  }

  async function copyHistory(): Promise<void> {
    const others = JSON.stringify(use.branches);
    let done = 0;
    const putAll = async (name: TableName, rows: readonly Row[]) => {
      await put(name, rows);
      done += rows.length;
      onProgress({ phase: 'copying', done, of });
    };
    const lastOrder = Number(source.value(lastKey('Order', 'key')));
    for (let after = 0; after < lastOrder; after += ORDERS_AT_ONCE)
      for (const name of OF_ORDERS) {
        const own = name === 'Order' ? [others] : [];
        const until = after + ORDERS_AT_ONCE;
        await putAll(name, source.rows(sourceRowsOfOrders(tables[name]), after, until, ...own));
      }
    for (let after = 0; ; ) {
      const rows = source.rows(looseDeliveries(tables.Delivery), others, after, LOOSE_AT_ONCE);
      if (rows.length === 0) return;
      await putAll(
        'Delivery',
        rows.map(([, ...row]) => row),
      );
      after = Number(rows.at(-1)?.[0]);
    }
  }

  /** Resolves to the number of rows. @throws UserError if the target has other rows than were copied */
  async function compare(name: TableName): Promise<number> {
    const own = sums.get(name) ?? { count: 0, sum: 0n };
    const [stored] = await target.query<{ count: number; sum: string }>(insertedRows(tables[name]));
    if (stored?.count !== own.count || BigInt(stored.sum) !== own.sum)
      throw new UserError(`${name} in ${target.name} differs from what was just copied: a disk may be faulty`);
    return own.count;
  }

  async function compareHistory(): Promise<void> {
    let done = 0;
    for (const name of OF_ORDERS) {
      done += await compare(name);
      onProgress({ phase: 'comparing', done, of });
    }
  }

  let isFinishing = false;
  try {
    return await target.transaction(async () => {
      await copyHistory();
      await compareHistory();
      const kept = await copyConfiguration(
        { source, target, tables, reseal, settings, keepsKeys: offsets.Order === 0, put },
        now(),
      );
      for (const name of sums.keys()) if (!isOfOrders(name)) await compare(name);
      isFinishing = true;
      await onFinishing(target.name);
      return { to: target.name, tables: [...sums].map(totalOf), kept };
    });
  } catch (error) {
    if (isFinishing && !(error instanceof TargetAway)) await onFailed();
    throw error;
  }
}

function totalOf([name, { count, sum }]: [string, Sum]): CopiedRestaurant['tables'][number] {
  return { name, rows: count, checkSum: sum.toString(16).padStart(16, '0').slice(-16) };
}

/** @throws UserError that lists the branch numbers that both have */
function refuseSharedBranches(source: CopySource, theirs: readonly number[], name: string): void {
  const shared = source
    .rows(BRANCH_NUMBERS)
    .map(([number]) => Number(number))
    .filter((number) => theirs.includes(number));
  if (shared.length === 0) return;
  throw new UserError(
    `${name} already has ${shared.length === 1 ? 'branch' : 'branches'} ${shared.join(', ')}: two restaurants cannot share a branch number. Copy into another database, or give the restaurant another number in the POS.`,
  );
}

/**
 * Reserves keys of the target for all rows of the source, with settings up to the id `lastSetting`. In an empty target
 * they are the same. In transactions of its own, because nodes of the target wait for the sequences meanwhile; a copy that
 * fails leaves the keys unused.
 */
async function reserveKeys(source: CopySource, target: CopyTarget, lastSetting: number): Promise<KeyOffsets> {
  const offset = (table: TableName, column = 'id', last = Number(source.value(lastKey(table, column)))) =>
    target.transaction(async () => {
      if (last === 0) return 0;
      const [named] = await target.query<{ sequence: string }>(SEQUENCE_OF, [`"${table}"`, column]);
      const sequence = named?.sequence ?? '';
      await target.query(lockSequence(sequence));
      const [given] = await target.query<{ next: number }>(nextOfSequence(sequence));
      const [used] = await target.query<{ last: number }>(lastKey(table, column));
      const before = Math.max((given?.next ?? 1) - 1, used?.last ?? 0);
      await target.query(SET_SEQUENCE, [sequence, before + last]);
      return before;
    });
  return {
    Order: await offset('Order', 'key'),
    TicketAction: await offset('TicketAction', 'key'),
    Screen: await offset('Screen'),
    SubscriptionSecret: await offset('SubscriptionSecret'),
    Setting: await offset('Setting', 'id', lastSetting),
    AuditEntry: await offset('AuditEntry'),
  };
}

/** What becomes of the keys in the rows of each table. */
function keyChanges(offsets: KeyOffsets): Partial<Record<TableName, Changes>> {
  const plus = (table: keyof KeyOffsets) => (key: SourceValue) => Number(key) + offsets[table];
  const orderKey = { orderKey: plus('Order') };
  const actions: Changes =
    offsets.Screen === 0 ? {} : { screenId: plus('Screen'), effects: withScreens(plus('Screen')) };
  return {
    Order: { key: plus('Order') },
    CourseEvent: orderKey,
    CourseTicket: { ...orderKey, ...actions },
    TicketAction: { ...orderKey, key: plus('TicketAction'), ...actions },
    Delivery: orderKey,
    Screen: { id: plus('Screen') },
    SubscriptionSecret: { id: plus('SubscriptionSecret') },
    Setting: { id: plus('Setting') },
    AuditEntry: { id: plus('AuditEntry') },
  };
}

/** Changes the ids of screens in the actions on a ticket. */
function withScreens(screen: (id: number) => number): (actions: SourceValue) => string {
  return (actions) => {
    const effects = JSON.parse(String(actions)) as Partial<ActionEffects>;
    for (const member of BY) {
      const action = effects[member];
      if (action) effects[member] = { ...action, by: { ...action.by, id: screen(action.by.id) } };
    }
    if (effects.hiddenOn) effects.hiddenOn = effects.hiddenOn.map(screen);
    return JSON.stringify(effects);
  };
}
