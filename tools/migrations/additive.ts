/** In the first line of a migration that removes or restricts: `-- Contract: not used since 1.4.0`. */
const CONTRACT = /^-- Contract: not used since (\d+\.\d+\.\d+)\n/;

/** The version since which nothing uses what a migration removes; null if it does not say that it removes anything. */
export const contractSince = (sql: string): string | null => CONTRACT.exec(sql)?.[1] ?? null;

/** The statements of a migration with which nodes of the version before could not go on. */
export function notAdditive(sql: string): string[] {
  const created = new Set<string>();
  return sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !isAdditive(statement, created));
}

/** `created` has the tables that the migration makes, which no other version uses. */
function isAdditive(statement: string, created: Set<string>): boolean {
  const [, made] = /^CREATE TABLE "(\w+)"/.exec(statement) ?? [];
  if (made !== undefined) return created.add(made).size > 0;
  const [, table = ''] = /^(?:ALTER TABLE|INSERT INTO|CREATE UNIQUE INDEX "\w+" ON) "(\w+)"/.exec(statement) ?? [];
  if (created.has(table) || /^CREATE INDEX /.test(statement)) return true;
  const [, changes] = /^ALTER TABLE "\w+"\s+(.+)$/s.exec(statement) ?? [];
  return changes?.split(/,\s*(?=[A-Z]+ [A-Z]+ ")/).every(isNewColumn) ?? false;
}

function isNewColumn(change: string): boolean {
  return change.startsWith('ADD COLUMN ') && (!change.includes(' NOT NULL') || change.includes(' DEFAULT '));
}
