// `npm run migration -- NAME` writes the next SQLite migration; `npm run migration -- --check` fails if one
// is missing.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '../../server/storage/migrate';
import { differingSchemas } from '../set-up/schemas.mjs';
import { migrationsFolder, schemaChanges } from './schema-changes';

const [argument] = process.argv.slice(2);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** `0002_bell` for the second one; names sort in the order in which they are applied. */
function folderName(name: string): string {
  const newest = readMigrations(migrationsFolder).at(-1)?.name ?? '0000';
  return `${String(Number.parseInt(newest, 10) + 1).padStart(4, '0')}_${name}`;
}

if (!argument || (argument !== '--check' && !/^[a-z][a-z0-9_]*$/.test(argument))) {
  fail(
    'Usage: npm run migration -- NAME (lower-case letters, digits and underscores), or npm run migration -- --check',
  );
}
if (differingSchemas().length > 0) fail('The schemas differ from prisma/models.prisma. Run npm run generate first.');

mkdirSync(migrationsFolder, { recursive: true });
const changes = await schemaChanges();

if (argument === '--check') {
  if (changes !== null)
    fail(`The schema differs from the migrations. Run npm run migration -- NAME. Missing:\n${changes}`);
  console.log('Migrations and schema agree.');
} else if (changes === null) {
  console.log('Migrations and schema agree; nothing to write.');
} else {
  const file = path.join(migrationsFolder, folderName(argument), 'migration.sql');
  mkdirSync(path.dirname(file));
  writeFileSync(file, changes);
  console.log(
    `Wrote ${path.relative(process.cwd(), file)}. Read it before you commit it: it runs on restaurants' data.`,
  );
}
