import { createHash, randomUUID } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import { v7 as timeOrderedId } from 'uuid';
import type { KitchenEvent } from '../../contract/constants';
import type { Board } from '../../contract/live';
import { boardOf } from '../board/read-board';
import { readConfig } from '../config';
import { type Core, openCore } from '../core';
import type { Delivery, DeliveryResult, StoreResult, TranslationContext } from '../intake/delivery';
import type { Value } from '../sql/statements';
import { translate } from '../webhooks/translate';
import { zoneOfTests } from './afternoon-zone';
import { changeRows, environmentOf, lockDatabase, newDataFolder, readRows, removeDataFolder } from './data-folder';
import { type EventFields, eventBody } from './events';
import { committedSoon, isOfOutage } from './outages';

/** The server without HTTP and sockets, in a folder of its own, with a second connection to its database. */
export type Kitchen = {
  core: Core;
  folder: string;
  databaseFile: string;
  /** Warnings in the log. */
  warnings: string[];
  /** Messages of level info in the log. */
  logged: string[];
  /** Stops the clock of the server at an instant (epoch ms); null lets it run. */
  setNow: (now: number | null) => void;
  /** The delivery that `deliver` passes to the queue, for tests that change it first. */
  delivery: (event: string, body: string | Uint8Array) => Delivery;
  /** Resolves when it is committed, to its stored outcome, or when it cannot be committed soon. */
  take: (delivery: Delivery) => Promise<Taken>;
  deliver: (event: KitchenEvent, fields: EventFields) => Promise<Taken>;
  /** The board without its server time, the only part that changes by itself. */
  board: (branch?: number) => Omit<Board, 'serverTime'>;
  /** Committed rows, read over another connection. */
  rows: <Row>(sql: string, ...values: Value[]) => Promise<Row[]>;
  /** Changes committed rows over another connection. */
  change: (sql: string, ...values: Value[]) => Promise<void>;
  /** Opens another connection, which the caller closes. Only with SQLite. */
  connect: () => SqliteDatabase.Database;
  /** Locks the database for writing, like another program. */
  lock: () => Promise<void>;
  /** Releases the lock, as does `stop`. */
  unlock: () => Promise<void>;
  restart: () => Promise<Kitchen>;
  /** Stops and removes the folder. */
  stop: () => Promise<void>;
};

/** Where a delivery is, and with which outcome if it is in the database. */
export type Taken = Pick<StoreResult, 'storedIn'> & Partial<Omit<DeliveryResult, 'code'>>;

const OUTCOME = 'SELECT "outcome", "reason" FROM "Delivery" WHERE "id" = ?';

/** How deliveries are translated, apart from the event in their path. */
export const DEFAULT_CONTEXT: Omit<TranslationContext, 'pathEvent'> = {
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

export function deliveryOf(event: string, body: string | Uint8Array, receivedAt: number): Delivery {
  const bytes = Buffer.from(body);
  const bodySha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    id: timeOrderedId(),
    receivedAt,
    subscription: 'heatlamp',
    pathEvent: event,
    headers: {},
    body: bytes,
    bodySha256,
    translation: translate(bytes, bodySha256, { ...DEFAULT_CONTEXT, pathEvent: event }, receivedAt),
    isReplay: false,
  };
}

/**
 * Opens `given`, or a new folder. `startAt` stops the clock of the server at an instant (epoch ms), and its branches are
 * in Amsterdam; without it they are where it is afternoon. `env` is set beside the usual.
 */
export async function openKitchen(
  given?: string,
  startAt: number | null = null,
  env: Record<string, string> = {},
): Promise<Kitchen> {
  const folder = given ?? (await newDataFolder('heatlamp-kitchen-'));
  const read = readConfig({ ...environmentOf(folder), ...env });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const config = { ...read.config, timeZone: zoneOfTests(startAt) };
  const warnings: string[] = [];
  let now = startAt;
  const clock = () => now ?? Date.now();
  const logged: string[] = [];
  const log = {
    info: (_: object, message: string) => void logged.push(message),
    warn: (_: object, message: string) => void (isOfOutage(message) || warnings.push(message)),
  };
  const core = await openCore({ config, now: clock, newEpoch: randomUUID, log });

  const connect = () => new SqliteDatabase(config.databaseFile, { timeout: 0 });
  let release: (() => Promise<void>) | null = null;
  const unlock = async () => {
    await release?.();
    release = null;
  };
  const rows = <Row>(sql: string, ...values: Value[]) => readRows<Row>(folder, sql, ...values);
  const take = async (delivery: Delivery): Promise<Taken> => {
    const { storedIn } = await core.queue.deliver(delivery, { ...DEFAULT_CONTEXT, pathEvent: delivery.pathEvent });
    await committedSoon(core);
    const [stored] = await rows<Omit<DeliveryResult, 'code'>>(OUTCOME, delivery.id);
    return stored ? { storedIn: 'database', ...stored } : { storedIn };
  };
  return {
    core,
    folder,
    databaseFile: config.databaseFile,
    warnings,
    logged,
    setNow(at) {
      now = at;
    },
    delivery: (event, body) => deliveryOf(event, body, clock()),
    take,
    deliver: (event, fields) => take(deliveryOf(event, eventBody(fields), clock())),
    board(branch = 1) {
      const { serverTime: _, ...board } = boardOf(core, branch);
      return board;
    },
    rows,
    change: (sql, ...values) => changeRows(folder, sql, ...values),
    connect,
    async lock() {
      release = await lockDatabase(folder);
    },
    unlock,
    async restart() {
      await core.close();
      return openKitchen(folder, now);
    },
    async stop() {
      await unlock();
      await core.close();
      await removeDataFolder(folder);
    },
  };
}
