import { compareDeliveries } from '../harness/compare-deliveries';
import { openDatabase } from '../harness/stored-data';
import type { Response } from './load';
import type { Findings } from './scenario';

/** A stored delivery. */
export type DeliveryRow = { pathEvent: string; body: string; outcome: string };

/** The stored deliveries of a data folder, in order of arrival. */
export function readDeliveries(folder: string): DeliveryRow[] {
  const database = openDatabase(folder);
  try {
    return database
      .prepare<[], { pathEvent: string; body: Buffer; outcome: string }>(
        'SELECT "pathEvent", "body", "outcome" FROM "Delivery" ORDER BY "id"',
      )
      .all()
      .map((row) => ({ ...row, body: row.body.toString('utf8') }));
  } finally {
    database.close();
  }
}

/**
 * Compares the responses with the database: every acknowledged delivery is stored, none more often than it was posted,
 * every fact has its deliveries, and the file is intact.
 */
export function checkDeliveries({ expect, figure }: Findings, folder: string, responses: readonly Response[]): void {
  const stored = readDeliveries(folder);
  const { acknowledged, violations } = compareDeliveries(stored, responses);
  figure('acknowledged', acknowledged);
  figure('stored', stored.length);
  for (const violation of violations) expect(false, violation);

  const database = openDatabase(folder);
  const count = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0;
  const key = ['orderKey', 'courseNumber', 'step', 'at'].map((column) => `d."${column}" = e."${column}"`).join(' AND ');
  try {
    const facts = count('SELECT count(*) FROM "CourseEvent"');
    const applied = count(`SELECT count(*) FROM "Delivery" WHERE "outcome" = 'applied'`);
    const missing = count(
      `SELECT count(*) FROM "Delivery" d WHERE "outcome" IN ('applied', 'repeat')
       AND NOT EXISTS (SELECT 1 FROM "CourseEvent" e WHERE ${key})`,
    );
    const orphanedFacts = count(
      'SELECT count(*) FROM "CourseEvent" e WHERE NOT EXISTS (SELECT 1 FROM "Delivery" d WHERE d."id" = e."deliveryId")',
    );
    figure('facts', facts);
    expect(facts === applied, `${facts} facts are stored, and ${applied} deliveries were applied`);
    expect(missing === 0, `${missing} deliveries are marked applied or repeat, but their facts are missing`);
    expect(orphanedFacts === 0, `${orphanedFacts} facts have no delivery`);
    const integrity = database.pragma('integrity_check', { simple: true });
    expect(integrity === 'ok', `integrity_check returned ${String(integrity)}`);
    const orphans = database.pragma('foreign_key_check') as unknown[];
    expect(orphans.length === 0, `${orphans.length} rows refer to missing rows`);
  } finally {
    database.close();
  }
}
