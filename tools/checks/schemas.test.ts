import { expect, test } from 'vitest';
import { migrationsFolder, readMigrations } from '../../server/storage/migrate';
import { contractSince, notAdditive } from '../migrations/additive';
import { schemaChanges } from '../migrations/schema-changes';
import { differingSchemas, providers } from '../set-up/schemas.mjs';

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
