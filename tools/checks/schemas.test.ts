import { expect, test } from 'vitest';
import { schemaChanges } from '../migrations/schema-changes';
import { differingSchemas, providers } from '../set-up/schemas.mjs';

test('both schemas are generated from the current models', () => {
  expect(differingSchemas()).toEqual([]);
});

test.each(providers)('the migrations of %s lead to its schema', async (provider) => {
  expect(await schemaChanges(provider)).toBeNull();
});
