import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { TicketActionKind } from '../../contract/live';
import { isSettingKey, type SettingRow } from '../../contract/settings';
import type { PlacedAction } from '../../domain/ticket-action';
import type { Addressed, Reading } from '../../server/intake/delivery';
import { translate } from '../../server/webhooks/translate';

/** A stored delivery, with its body parsed again. */
export type KeptDelivery = {
  id: string;
  receivedAt: number;
  pathEvent: string;
  body: string;
  bodySha256: string;
  outcome: string;
  reading: Reading;
};

export type KeptFact = {
  branch: number;
  identity: string;
  courseNumber: number;
  step: number;
  at: number;
  deliveryId: string;
};

export type KeptTicket = {
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

export type KeptBranch = { number: number; timeZone: string; cutOffMinute: number };

/** Everything stored in a data folder, read by another connection in one transaction. */
export type KeptFolder = {
  deliveries: KeptDelivery[];
  facts: KeptFact[];
  tickets: KeptTicket[];
  actions: (PlacedAction & { branch: number; identity: string })[];
  settings: SettingRow[];
  branches: KeptBranch[];
  /** Faults that SQLite finds in the file. */
  damage: string[];
};

const ADDRESSED: Omit<Addressed, 'pathEvent'> = {
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

type StoredDelivery = Omit<KeptDelivery, 'body' | 'reading'> & { body: Buffer };
type StoredSetting = { key: string; branch: number | null; course: number | null; value: string };
type StoredAction = Omit<PlacedAction, 'by'> & {
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
  n."seenReadyAt", n."courseNumber", n."round" FROM "ScreenNote" n LEFT JOIN "Order" o ON o."key" = n."orderKey"
  ORDER BY n."key"`;
const SETTINGS = 'SELECT "key", "branch", "course", "value" FROM "Setting" ORDER BY "id"';

/** Opens a second connection to the database of a folder. The caller closes it. */
export function openDatabase(folder: string, options: Database.Options = {}): Database.Database {
  return new Database(path.join(folder, 'heatlamp.db'), { timeout: 10_000, ...options });
}

/** Reads a folder. `known` caches parsed bodies. */
export function readKept(folder: string, known = new Map<string, Reading>()): KeptFolder {
  return readAll(openDatabase(folder, { readonly: true }), known);
}

/** Reads a database file that no server uses. */
export function readKeptFile(file: string, known: Map<string, Reading>): KeptFolder {
  return readAll(new Database(file, { fileMustExist: true }), known);
}

function readAll(database: Database.Database, known: Map<string, Reading>): KeptFolder {
  const rows = <Row>(sql: string) => database.prepare<[], Row>(sql).all();
  try {
    return database.transaction(() => ({
      deliveries: rows<StoredDelivery>(DELIVERIES).map((row) => readDelivery(row, known)),
      facts: rows<KeptFact>(FACTS),
      tickets: rows<KeptTicket>(TICKETS),
      actions: rows<StoredAction>(ACTIONS).map(({ screenId: id, screenName: name, ...action }) => ({
        ...action,
        by: { id, name },
      })),
      settings: inForce(rows<StoredSetting>(SETTINGS)),
      branches: rows<KeptBranch>('SELECT "number", "timeZone", "cutOffMinute" FROM "Branch"'),
      damage: damageOf(database),
    }))();
  } finally {
    database.close();
  }
}

function readDelivery({ body, ...row }: StoredDelivery, known: Map<string, Reading>): KeptDelivery {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const reading = known.get(row.id) ?? translate(body, sha256, { ...ADDRESSED, pathEvent: row.pathEvent });
  known.set(row.id, reading);
  return { ...row, body: body.toString('utf8'), reading };
}

/** The newest row of a key, branch and course counts. */
function inForce(rows: readonly StoredSetting[]): SettingRow[] {
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
    ...(integrity === 'ok' ? [] : [`integrity_check says ${String(integrity)}`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows refer to rows that are not there`]),
  ];
}
