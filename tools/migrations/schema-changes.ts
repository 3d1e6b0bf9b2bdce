import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NO_FILTERS, openSchemaEngine, readMigrations } from '../../server/storage/migrate';
import { projectRoot } from '../../server/storage/project-root';

/** The folder of the SQLite migrations. */
export const migrationsFolder = path.join(projectRoot(), 'prisma', 'migrations', 'sqlite');

/**
 * The SQL from the current migrations to the schema; null if they agree. The migrations are applied to a database in
 * memory. @throws if a migration fails
 */
export async function schemaChanges(): Promise<string | null> {
  const file = path.join(projectRoot(), 'prisma', 'sqlite', 'schema.prisma');
  const files = [{ path: file, content: readFileSync(file, 'utf8') }];
  const session = await openSchemaEngine(':memory:');
  try {
    await session.apply(readMigrations(migrationsFolder));
    const { exitCode, stdout } = await session.engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(file) }, // the database that the engine is on
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  } finally {
    session.close();
  }
}
