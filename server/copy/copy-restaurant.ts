import { createHash } from 'node:crypto';
import { BRANCH_NUMBERS } from '../sql/backup-statements';
import { countRows, FINISH_COPY, FIRST_DELIVERY, lastKey } from '../sql/copy-statements';
import { type CopySource, openCopySource } from '../storage/copy-source';
import { type CopyTarget, openCopyTarget } from '../storage/copy-target';
import { UserError } from '../user-error';
import { OF_ORDERS, readTables } from './copied-tables';
import { type ConfigurationCopied, type ConfigurationDeps, copyConfiguration } from './copy-configuration';
import { historyCopier } from './copy-history';
import { type CopyState, readState, reserveKeys, saveState } from './copy-state';
import { type CopyProgress, createMeter } from './progress';
import { type CopyKeys, openReseal } from './reseal';
import { readNamed, type Sum } from './rows';
import { readTargetUse, refuseSharedBranches } from './target-use';

export type CopyOptions = {
  databaseFile: string;
  /** The address of PostgreSQL. */
  to: string;
  keys: CopyKeys;
  /** Nothing writes to the source any more: the branches become those of the target. */
  isLast: boolean;
  now: () => number;
  onProgress: (progress: CopyProgress) => void;
  /** Called before the commit with which the target, as messages call it, begins to use the restaurant at `at` (epoch ms). */
  onFinishing: (to: string, at: number) => Promise<void>;
  /** Called when it is known that the target uses the restaurant, since `at`. */
  onFinished: (to: string, at: number) => Promise<void>;
};

export type CopiedRestaurant = {
  /** The target, as messages call it. */
  to: string;
  /** Rows that this run copied. */
  copied: number;
  /** What is in the target now, and was compared with the source. */
  tables: { name: string; rows: number; checkSum: string }[];
  /** What was not copied, because the target has its own. */
  kept: string[];
  isFinished: boolean;
};

/**
 * Copies a restaurant's SQLite, which a server may be writing, into PostgreSQL. Nobody sees there what was copied until
 * the last copy, which adds the deliveries without an order, the branches and the configuration. @throws UserError
 */
export function copyRestaurant(options: CopyOptions): Promise<CopiedRestaurant> {
  return withCopy(options, (source, target) => copyInto(source, target, options));
}

/** Opens both databases for some work. @throws UserError */
export async function withCopy<Result>(
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

async function copyInto(
  source: CopySource,
  target: CopyTarget,
  { keys, isLast, now, onProgress, onFinishing, onFinished }: CopyOptions,
): Promise<CopiedRestaurant> {
  const id = idOf(source);
  const { state, finishedAt } = await readState(target, id);
  if (finishedAt !== null) {
    await onFinished(target.name, finishedAt);
    throw alreadyInUse(target.name, finishedAt);
  }
  const save = (next: CopyState) => saveState(target, id, next, now());
  const tables = await readTables(target);
  const use = await readTargetUse(target);
  refuseSharedBranches(branchesOf(source), use.branches, target.name);
  const configuration = { source, target, tables, state, reseal: await openReseal(target, use.isSetUp, keys) };
  checkSecrets(configuration);
  const lastOrder = await reserveForHistory(configuration, save);
  // Those that the source lost would stay there, and become part of the restaurant's history.
  if (lastOrder < state.orders)
    throw new UserError(
      `${target.name} has orders that were copied before a restore took them back here: run this with --undo, and then again without it`,
    );

  const meter = createMeter(onProgress);
  const history = historyCopier({ ...configuration, save, others: use.branches, lastOrder, isLast, onRows: meter.add });
  const rows = OF_ORDERS.reduce((sum, name) => sum + Number(source.value(countRows(name, isLast))), 0);
  meter.begin('copying', lastOrder === 0 ? 0 : Math.round((rows * state.orders) / lastOrder), rows);
  await history.copyNew();
  meter.begin('comparing', 0, rows);
  await history.compare();

  const { sums, kept } = isLast
    ? await target.transaction(async () => {
        await target.query('SET LOCAL synchronous_commit = on');
        const copied = await copyConfiguration(configuration, now());
        await save(state);
        await target.query(FINISH_COPY, [id, now()]);
        await onFinishing(target.name, now());
        return copied;
      })
    : NOT_COPIED;
  if (isLast) await onFinished(target.name, now());
  const totals = [...history.sums(), ...[...sums].map(([name, sum]) => [name, [sum]] as const)];
  return {
    ...{ to: target.name, copied: history.copied(), kept, isFinished: isLast },
    tables: totals.map(([name, some]) => totalOf(name, some)),
  };
}

const NOT_COPIED: ConfigurationCopied = { sums: new Map(), kept: [] };

export function branchesOf(source: CopySource): number[] {
  return source.rows(BRANCH_NUMBERS).map(([number]) => Number(number));
}

/** What identifies the restaurant in the target. @throws UserError */
export function idOf(source: CopySource): string {
  const id = source.value(FIRST_DELIVERY);
  if (typeof id === 'string') return id;
  throw new UserError('no delivery was received yet, so there is nothing to copy: start Heatlamp with DATABASE_URL');
}

function alreadyInUse(name: string, finishedAt: number): UserError {
  const day = new Date(finishedAt).toISOString().slice(0, 10);
  return new UserError(
    `this restaurant was copied into ${name} on ${day}, and is in use there: start Heatlamp with DATABASE_URL. What this folder received since is not there.`,
  );
}

/** Before hours of copying, at the end of which nobody could decrypt them. @throws UserError */
function checkSecrets({ source, tables, reseal }: ConfigurationDeps): void {
  readNamed(source, tables.SubscriptionSecret).forEach(reseal.subscription);
  readNamed(source, tables.SecondFactor).forEach(reseal.factor);
}

/** Reserves keys for what was added to the source since the last run. Resolves to the last order. */
async function reserveForHistory(
  { source, target, state }: { source: CopySource; target: CopyTarget; state: CopyState },
  save: (state: CopyState) => Promise<void>,
): Promise<number> {
  const lastOf = (table: string, column: string) => Number(source.value(lastKey(table, column)));
  // In one read, and the orders first: an action belongs to an order that is there before.
  const last = source.atOnce(() => ({
    Order: lastOf('Order', 'key'),
    ScreenNote: lastOf('ScreenNote', 'key'),
    Screen: lastOf('Screen', 'id'),
  }));
  await target.transaction(async () => {
    await reserveKeys(target, state, 'Order', 'key', last.Order);
    await reserveKeys(target, state, 'ScreenNote', 'key', last.ScreenNote);
    await reserveKeys(target, state, 'Screen', 'id', last.Screen);
    await save(state);
  });
  return last.Order;
}

/** Sums of ranges as one sum of the table. */
function totalOf(name: string, sums: readonly Sum[]): CopiedRestaurant['tables'][number] {
  const hash = createHash('sha256');
  for (const { sum } of sums) hash.update(sum);
  const rows = sums.reduce((total, { count }) => total + count, 0);
  return { name, rows, checkSum: hash.digest('hex').slice(0, 16) };
}
