import { limitsOf } from '../../domain/sealed';
import type { Settings } from '../../domain/settings-in-force';
import type { BoardQueue } from '../board/stages';
import type { Log } from '../log';
import type { ErasableOrders } from '../reader/erasable';
import type { Reader } from '../reader/queries';
import { type ErasedColumn, stillToErase } from '../sql/privacy-statements';
import { int } from '../sql/ticket-row';
import { shortOf } from '../storage/failure';
import { type Erased, eraseBodies, eraseOrders, lockOrders } from './erase';

const TICK_MS = 60_000;
const EVERY_MS = 3_600_000;
/** Orders in one transaction: deliveries wait to be projected meanwhile, though not to be acknowledged. */
const ORDERS_AT_ONCE = 20;
const LOOSE_AT_ONCE = 200;
/** Between two transactions, so that other work of the database has most of its time. */
const PAUSE_MS = 20;
/** Outcomes of deliveries that may belong to no fact. */
export const LOOSE_OUTCOMES = ['unreadable', 'ignored', 'follow-up', 'repeat'] as const;

export type RetentionState = {
  isRunning: boolean;
  /** When everything past the limits was erased last, by the server's clock; null: not since the start. */
  finishedAt: number | null;
  /** Since the start. */
  bodies: number;
  names: number;
  /** Why the last attempt ended early; null if it did not. */
  problem: string | null;
};

/** F27a: erases what is older than the limits of the settings. */
export type Retention = {
  /** Erases everything past the limits now. Resolves when it is done. @throws Unwritable */
  run: () => Promise<void>;
  /** Removes what files still contain of what was erased. */
  scrub: () => Promise<void>;
  state: () => RetentionState;
  close: () => Promise<void>;
};

export type RetentionDeps = {
  queue: BoardQueue;
  reader: Pick<Reader, 'read'>;
  settings: Settings;
  /** Removes what files of the data folder keep of erased rows. `before`: names that are older, by the server's clock. */
  scrub: (before: number) => Promise<void>;
  now: () => number;
  log: Pick<Log, 'info' | 'warn'>;
};

export function createRetention(deps: RetentionDeps): Retention {
  const { queue, reader, now, log } = deps;
  const state: RetentionState = { isRunning: false, finishedAt: null, bodies: 0, names: 0, problem: null };
  let running: Promise<void> | null = null;
  let isClosing = false;
  let lastDays = '';

  const days = () => ({
    bodies: deps.settings.value('bodyDays', null),
    names: deps.settings.value('nameDays', null),
  });

  /** Counts what a transaction erased, and lets deliveries through before the next one. */
  async function count({ bodies, names }: Pick<Erased, 'bodies' | 'names'>): Promise<void> {
    state.bodies += bodies;
    state.names += names;
    do await new Promise((next) => setTimeout(next, PAUSE_MS));
    while (!isClosing && isBusy());
  }

  function isBusy(): boolean {
    const { isBehind, isAway, waiting } = queue.state();
    return !isAway && (isBehind || waiting > 0);
  }

  async function eraseSome(keys: readonly number[], column: ErasedColumn, before: number): Promise<void> {
    for (let isWhole = false; !isWhole && !isClosing; ) {
      const erased = await queue.run(async (sql, stages) => {
        // Looked at again in the transaction: a delivery may have come since they were found.
        const find = async () => {
          const rows = await sql.$queryRawUnsafe<{ key: number | bigint; branch: number | bigint }[]>(
            stillToErase(column),
            JSON.stringify(keys),
            before,
            before,
          );
          return rows.map(({ key, branch }) => ({ key: int(key), branch: int(branch) }));
        };
        const orders = await lockOrders(sql, stages, find);
        if (orders.length === 0) return { bodies: 0, names: 0, isWhole: true };
        return eraseOrders(sql, stages, deps, orders, column === 'namesErasedAt');
      });
      await count(erased);
      ({ isWhole } = erased);
    }
  }

  async function eraseOld(column: ErasedColumn, before: number): Promise<void> {
    for (let after: number | null = null; !isClosing; ) {
      const { keys, next }: ErasableOrders = await reader.read('erasableOrders', { column, after, before });
      for (let first = 0; first < keys.length && !isClosing; first += ORDERS_AT_ONCE)
        await eraseSome(keys.slice(first, first + ORDERS_AT_ONCE), column, before);
      if (next === null) return;
      after = next;
    }
  }

  async function eraseLoose(before: number): Promise<void> {
    for (const outcome of LOOSE_OUTCOMES)
      for (let from = 0; !isClosing; ) {
        const found = await reader.read('looseDeliveries', { outcome, from, before, limit: LOOSE_AT_ONCE });
        const ids = found.map(({ id }) => id);
        if (ids.length === 0) break;
        await count({ bodies: await queue.run((sql) => eraseBodies(sql, ids, now())), names: 0 });
        from = found.at(-1)?.receivedAt ?? before;
      }
  }

  /** Searches of managers in the audit log, which contain names. */
  async function eraseSearches(before: number): Promise<void> {
    for (let isDone = false; !isDone && !isClosing; ) {
      isDone = await queue.run(async ({ auditEntry }) => {
        const where = { query: { not: null }, lastAt: { lt: before } };
        const old = await auditEntry.findMany({ where, select: { id: true }, take: LOOSE_AT_ONCE });
        await auditEntry.updateMany({ where: { id: { in: old.map(({ id }) => id) } }, data: { query: null } });
        return old.length < LOOSE_AT_ONCE;
      });
      await count({ bodies: 0, names: 0 });
    }
  }

  async function erase(): Promise<void> {
    const limits = limitsOf(days(), now());
    if (limits.bodies === null) return;
    const before = { ...state };
    await eraseOld('bodiesErasedAt', limits.bodies);
    await eraseLoose(limits.bodies);
    const { names } = limits;
    if (names !== null) {
      await eraseOld('namesErasedAt', names);
      await eraseSearches(names);
      const old = { name: { not: null }, newsAt: { lt: names } };
      await queue.run((sql) => sql.tableState.updateMany({ where: old, data: { name: null } }));
    }
    if (isClosing) return;
    await deps.scrub(limits.bodies);
    const erased = { bodies: state.bodies - before.bodies, names: state.names - before.names };
    if (erased.bodies + erased.names > 0) log.info(erased, 'names and bodies past their limits were erased');
  }

  function run(): Promise<void> {
    running ??= (async () => {
      state.isRunning = true;
      lastDays = JSON.stringify(days());
      try {
        await erase();
        if (!isClosing) [state.finishedAt, state.problem] = [now(), null];
      } catch (error) {
        state.problem = shortOf(error);
        throw error;
      } finally {
        state.isRunning = false;
        running = null;
      }
    })();
    return running;
  }

  function tick(): void {
    const isOld = state.finishedAt === null || Math.abs(now() - state.finishedAt) >= EVERY_MS;
    const isDue = isOld || state.problem !== null;
    if ((!isDue && lastDays === JSON.stringify(days())) || queue.state().isAway) return;
    run().catch((error) => log.warn({ error: shortOf(error) }, 'names and bodies could not be erased: retrying'));
  }

  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  return {
    run,
    scrub: () => deps.scrub(0),
    state: () => ({ ...state }),
    async close() {
      isClosing = true;
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
