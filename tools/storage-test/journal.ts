import path from 'node:path';
import Database from 'better-sqlite3';
import type { Answered } from './load';
import type { Findings } from './scenario';

/** Another connection to the database of a folder. The caller closes it. */
export function openDatabase(folder: string): Database.Database {
  return new Database(path.join(folder, 'heatlamp.db'), { timeout: 10_000 });
}

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
 * Compares what was answered with what is stored: everything acknowledged is stored once per posting, every fact once,
 * and the file is intact.
 */
export function checkJournal({ expect, figure }: Findings, folder: string, answered: readonly Answered[]): void {
  const rows = count(readJournal(folder).map(({ body }) => body));
  const posted = count(answered.map(({ body }) => body));
  const acknowledged = count(answered.filter(({ status }) => status === 200 || status === 400).map(({ body }) => body));
  const lost = [...acknowledged].filter(([body, times]) => (rows.get(body) ?? 0) < times);
  const doubled = [...rows].filter(([body, times]) => times > (posted.get(body) ?? 0));
  figure('acknowledged', total(acknowledged));
  figure('in the journal', total(rows));
  expect(lost.length === 0, `${lost.length} acknowledged deliveries are not in the journal`);
  expect(doubled.length === 0, `${doubled.length} deliveries are in the journal more often than they were posted`);

  const database = openDatabase(folder);
  const number = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0;
  const key = ['orderKey', 'courseNumber', 'step', 'at'].map((column) => `d."${column}" = e."${column}"`).join(' AND ');
  try {
    const facts = number('SELECT count(*) FROM "CourseEvent"');
    const applied = number(`SELECT count(*) FROM "Delivery" WHERE "outcome" = 'applied'`);
    const missing = number(
      `SELECT count(*) FROM "Delivery" d WHERE "outcome" IN ('applied', 'repeat')
       AND NOT EXISTS (SELECT 1 FROM "CourseEvent" e WHERE ${key})`,
    );
    const unfounded = number(
      'SELECT count(*) FROM "CourseEvent" e WHERE NOT EXISTS (SELECT 1 FROM "Delivery" d WHERE d."id" = e."deliveryId")',
    );
    figure('facts', facts);
    expect(facts === applied, `${facts} facts are stored, and ${applied} deliveries were applied`);
    expect(missing === 0, `${missing} deliveries are marked applied or repeat, but their facts are missing`);
    expect(unfounded === 0, `${unfounded} facts have no delivery`);
    const integrity = database.pragma('integrity_check', { simple: true });
    expect(integrity === 'ok', `integrity_check says ${String(integrity)}`);
    const orphans = database.pragma('foreign_key_check') as unknown[];
    expect(orphans.length === 0, `${orphans.length} rows refer to rows that are not there`);
  } finally {
    database.close();
  }
}

function count(bodies: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const body of bodies) counts.set(body, (counts.get(body) ?? 0) + 1);
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0);
}
