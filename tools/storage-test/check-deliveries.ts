import { countEach } from '../crash-test/ledger';
import { openDatabase } from '../harness/stored-data';
import type { Response } from './load';
import type { Findings } from './scenario';

export type JournalRow = { pathEvent: string; body: string; outcome: string };

export function readJournal(folder: string): JournalRow[] {
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
 * Compares the responses with the database: every acknowledged delivery is stored once per posting, every fact once,
 * and the file is intact.
 */
export function checkJournal({ expect, figure }: Findings, folder: string, responses: readonly Response[]): void {
  const rows = countEach(readJournal(folder).map(({ body }) => body));
  const posted = countEach(responses.map(({ body }) => body));
  const acknowledged = countEach(
    responses.filter(({ status }) => status === 200 || status === 400).map(({ body }) => body),
  );
  const lost = [...acknowledged].filter(([body, times]) => (rows.get(body) ?? 0) < times);
  const duplicated = [...rows].filter(([body, times]) => times > (posted.get(body) ?? 0));
  figure('acknowledged', total(acknowledged));
  figure('in the journal', total(rows));
  expect(lost.length === 0, `${lost.length} acknowledged deliveries are not in the journal`);
  expect(
    duplicated.length === 0,
    `${duplicated.length} deliveries are in the journal more often than they were posted`,
  );

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

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0);
}
