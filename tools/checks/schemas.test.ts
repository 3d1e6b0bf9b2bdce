import { expect, test } from 'vitest';
import { migrationsFolder, readMigrations } from '../../server/storage/migrate';
import { schemaChanges } from '../migrations/schema-changes';
import { differingSchemas, providers } from '../set-up/schemas.mjs';

/** In the first line of a migration that removes or restricts: `-- Contract: not used since 1.4.0`. */
const CONTRACT = /^-- Contract: not used since (\d+\.\d+\.\d+)\n/;

/** The version since which nothing uses what a migration removes; null if it does not say that it removes anything. */
const contractSince = (sql: string): string | null => CONTRACT.exec(sql)?.[1] ?? null;

/** The statements of a migration with which nodes of the version before could not go on. */
function notAdditive(sql: string): string[] {
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

test('both schemas are generated from the current models', () => {
  expect(differingSchemas(), 'npm run generate writes them').toEqual([]);
});

test.each(providers)('the migrations of %s lead to its schema', async (provider) => {
  expect(await schemaChanges(provider), 'npm run migration -- name writes what is missing').toBeNull();
});

test('migrations of PostgreSQL leave nodes of the version before working, or say since when nothing uses what they remove', () => {
  const later = readMigrations(migrationsFolder('postgresql')).slice(1);
  const refused = later.filter(({ sql }) => contractSince(sql) === null && notAdditive(sql).length > 0);
  expect(refused.map(({ name }) => name)).toEqual([]);
});

test('a migration is additive if it makes tables, indexes, and columns that may be left out', () => {
  const additive = [
    '-- AlterTable\nALTER TABLE "Order" ADD COLUMN     "a" BIGINT,\nADD COLUMN     "b" TEXT NOT NULL DEFAULT \'x, y\';',
    'CREATE TABLE "New" ("id" INTEGER NOT NULL);\nCREATE UNIQUE INDEX "New_key" ON "New"("id");',
    'CREATE TABLE "New" ("id" INTEGER);\nALTER TABLE "New" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "Order"("key");',
    'CREATE TABLE "New" ("id" INTEGER);\nINSERT INTO "New" ("id") VALUES (1);\nCREATE INDEX "i" ON "Order"("key");',
  ];
  expect(additive.flatMap(notAdditive)).toEqual([]);
  const others = [
    'ALTER TABLE "Order" ADD COLUMN "a" BIGINT NOT NULL',
    'ALTER TABLE "Order" ADD COLUMN "a" BIGINT, DROP COLUMN "b"',
    'ALTER TABLE "Order" ALTER COLUMN "a" SET DATA TYPE TEXT',
    'ALTER TABLE "Order" RENAME COLUMN "a" TO "b"',
    'ALTER TABLE "Order" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "Screen"("id")',
    'CREATE UNIQUE INDEX "i" ON "Order"("a")',
    'DROP TABLE "Order"',
    'UPDATE "Order" SET "a" = 1',
  ];
  expect(others.flatMap(notAdditive)).toEqual(others);
  expect(contractSince('-- Contract: not used since 1.4.0\nDROP TABLE "Old";')).toBe('1.4.0');
});
