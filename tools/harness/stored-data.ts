import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { TicketActionKind } from '../../contract/live';
import { isSettingKey, type SettingRow } from '../../contract/settings';
import type { PlacedAction } from '../../domain/ticket-action';
import type { Translation, TranslationContext } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';
import type { Postgresql } from './postgresql';

/** The database of an evening. */
export type RigDatabase = {
  /** Of the servers that use it. */
  environment: Readonly<Record<string, string>>;
  /** `translations` caches parsed bodies by delivery id. */
  read: (translations: Map<string, Translation>) => Promise<StoredData>;
  /** Stops PostgreSQL at once, and starts it again; null with SQLite, which has no process of its own. */
  crash: (() => Promise<void>) | null;
  remove: () => Promise<void>;
};

let databases = 0;

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

/** A posted delivery and the status of the response; null without a response. */
export type Posted = { path: string; body: string; status: number | null };

/** Numbers of deliveries, and violations as sentences. */
type Comparison = {
  /** Acknowledged deliveries that are not stored. */
  lost: number;
  /** Deliveries that are stored more often than they were posted. */
  duplicated: number;
  violations: string[];
};

/** A stored delivery, with its body parsed again. */
export type StoredDelivery = {
  id: string;
  receivedAt: number;
  pathEvent: string;
  body: string;
  bodySha256: string;
  outcome: string;
  translation: Translation;
};

type StoredFact = {
  branch: number;
  identity: string;
  courseNumber: number;
  step: number;
  at: number;
  deliveryId: string;
};

type StoredTicket = {
  branch: number;
  identity: string;
  courseNumber: number;
  round: number;
  startedAt: number | null;
  readyAt: number | null;
  servedAt: number | null;
  measuredMs: number | null;
  marks: string;
};

export type StoredBranch = { number: number; timeZone: string; cutOffMinute: number };

/** The contents of a database, read in one transaction. */
export type StoredData = {
  deliveries: StoredDelivery[];
  facts: StoredFact[];
  tickets: StoredTicket[];
  actions: (PlacedAction & { branch: number; identity: string })[];
  settings: SettingRow[];
  branches: StoredBranch[];
  /** Problems that SQLite's integrity checks report. */
  damage: string[];
};

const ADDRESSED: Omit<TranslationContext, 'pathEvent'> = {
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

type DeliveryRow = Omit<StoredDelivery, 'body' | 'translation'> & { body: Buffer };
type SettingText = { key: string; branch: number | null; course: number | null; value: string };
type ActionRow = Omit<PlacedAction, 'by'> & {
  kind: TicketActionKind;
  screenId: number;
  screenName: string;
  branch: number;
  identity: string;
};

const DELIVERIES =
  'SELECT "id", "receivedAt", "pathEvent", "body", "bodySha256", "outcome" FROM "Delivery" ORDER BY "id"';
const FACTS = `SELECT o."branch", o."identity", e."courseNumber", e."step", e."at", e."deliveryId"
  FROM "CourseEvent" e LEFT JOIN "Order" o ON o."key" = e."orderKey"`;
const TICKETS = `SELECT o."branch", o."identity", t."courseNumber", t."round", t."startedAt", t."readyAt", t."servedAt",
  t."measuredMs", t."marks" FROM "CourseTicket" t LEFT JOIN "Order" o ON o."key" = t."orderKey"`;
const ACTIONS = `SELECT o."branch", o."identity", n."id", n."kind", n."screenId", n."screenName", n."at", n."receivedAt",
  n."seenReadyAt", n."courseNumber", n."round" FROM "TicketAction" n LEFT JOIN "Order" o ON o."key" = n."orderKey"
  ORDER BY n."key"`;
const SETTINGS = 'SELECT "key", "branch", "course", "value" FROM "Setting" ORDER BY "id"';

const BRANCHES = 'SELECT "number", "timeZone", "cutOffMinute" FROM "Branch"';

/** Opens a second connection to the database of a folder. The caller closes it. */
export function openDatabase(folder: string, options: Database.Options = {}): Database.Database {
  return new Database(path.join(folder, 'heatlamp.db'), { timeout: 10_000, ...options });
}

/** Reads the database of a folder. `translations` caches parsed bodies by delivery id. */
export function readStoredData(folder: string, translations = new Map<string, Translation>()): Promise<StoredData> {
  return readSqlite(openDatabase(folder, { readonly: true }), translations);
}

/** Reads a database file that no server has open. @throws if it is damaged */
export function readDatabaseFile(file: string, translations: Map<string, Translation>): Promise<StoredData> {
  return readSqlite(new Database(file, { fileMustExist: true }), translations);
}

async function readSqlite(database: Database.Database, translations: Map<string, Translation>): Promise<StoredData> {
  try {
    database.exec('BEGIN');
    const data = await readAll(async <Row>(sql: string) => database.prepare<[], Row>(sql).all(), translations);
    return { ...data, damage: damageOf(database) };
  } finally {
    database.close();
  }
}

/** Reads all tables. The caller has begun a transaction. */
async function readAll(
  rows: <Row>(sql: string) => Promise<Row[]>,
  translations: Map<string, Translation>,
): Promise<StoredData> {
  const deliveries = await rows<DeliveryRow>(DELIVERIES);
  const actions = await rows<ActionRow>(ACTIONS);
  return {
    deliveries: deliveries.map((row) => readDelivery(row, translations)),
    facts: await rows(FACTS),
    tickets: await rows(TICKETS),
    actions: actions.map(({ screenId: id, screenName: name, ...action }) => ({ ...action, by: { id, name } })),
    settings: newestSettings(await rows(SETTINGS)),
    branches: await rows(BRANCHES),
    damage: [],
  };
}

function readDelivery({ body, ...row }: DeliveryRow, translations: Map<string, Translation>): StoredDelivery {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const translation =
    translations.get(row.id) ??
    translate(body, sha256, { ...ADDRESSED, pathEvent: row.pathEvent }, Number(row.receivedAt));
  translations.set(row.id, translation);
  return { ...row, body: body.toString('utf8'), translation };
}

/** The newest row for each key, branch and course. */
function newestSettings(rows: readonly SettingText[]): SettingRow[] {
  const newest = new Map(rows.map((row) => [`${row.key}/${row.branch}/${row.course}`, row]));
  return [...newest.values()].flatMap(({ key, branch, course, value }) => {
    const read: unknown = JSON.parse(value);
    return isSettingKey(key) && (typeof read === 'number' || typeof read === 'string')
      ? [{ key, branch, course, value: read }]
      : [];
  });
}

function damageOf(database: Database.Database): string[] {
  const integrity = database.pragma('integrity_check', { simple: true });
  const orphans = database.pragma('foreign_key_check') as unknown[];
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check returned ${String(integrity)}`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows refer to missing rows`]),
  ];
}

/** Whether the server has promised to keep the delivery: 400 acknowledges a body that it stores but cannot apply. */
export function isAcknowledged({ status }: Posted): boolean {
  return status === 200 || status === 400;
}

/**
 * Compares stored deliveries with posted ones, by event and body: each must be stored at least as often as it was
 * acknowledged, and at most as often as it was posted.
 */
export function compareDeliveries(
  stored: readonly { pathEvent: string; body: string }[],
  posted: readonly Posted[],
): Comparison {
  const rows = countEach(stored.map(storedKey));
  const sent = countEach(posted.map(postedKey));
  const missing = [...countEach(posted.filter(isAcknowledged).map(postedKey))].map(
    ([key, times]) => times - (rows.get(key) ?? 0),
  );
  const extra = [...rows].map(([key, times]) => times - (sent.get(key) ?? 0));
  const [lost, duplicated] = [sumOfPositive(missing), sumOfPositive(extra)];
  return {
    lost,
    duplicated,
    violations: [
      ...(lost > 0 ? [`${lost} acknowledged deliveries are not stored`] : []),
      ...(duplicated > 0 ? [`${duplicated} deliveries are stored more often than they were posted`] : []),
    ],
  };
}

/** The event and the body of a stored delivery. */
export function storedKey({ pathEvent, body }: { pathEvent: string; body: string }): string {
  return `${pathEvent} ${body}`;
}

/** The event and the body of a posted delivery. */
export function postedKey({ path, body }: Pick<Posted, 'path' | 'body'>): string {
  return `${path.replace('/webhooks/', '')} ${body}`;
}

/** How often each name occurs. */
export function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function sumOfPositive(values: readonly number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0);
}

export function sqliteDatabase(folder: string): RigDatabase {
  return {
    environment: {},
    read: (translations) => readStoredData(folder, translations),
    crash: null,
    remove: async () => {},
  };
}

/** A new database on a PostgreSQL server. */
export async function postgresqlDatabase(server: Postgresql): Promise<RigDatabase> {
  databases += 1;
  const name = `evening${databases}`;
  const url = await server.createDatabase(name);
  return {
    environment: { DATABASE_URL: url },
    async read(translations) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
        return await readAll(async (sql) => (await client.query({ text: sql, types })).rows, translations);
      } finally {
        await client.end();
      }
    },
    crash: server.crash,
    remove: () => server.dropDatabase(name),
  };
}
