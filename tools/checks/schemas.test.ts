import { expect, test } from 'vitest';
import { schemaChanges } from '../migrations/schema-changes';
import { differingSchemas } from '../set-up/schemas.mjs';

test('both schemas are generated from the current models.prisma', () => {
  expect(differingSchemas()).toEqual([]);
});

test('the SQLite migrations lead to the schema', async () => {
  expect(await schemaChanges()).toBeNull();
});
