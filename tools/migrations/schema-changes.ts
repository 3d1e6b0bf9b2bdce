import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openSqliteEngine } from '../../server/storage/migrate';
import { migrationsFolder, readMigrations } from '../../server/storage/migrations';
import { openPostgresqlEngine } from '../../server/storage/postgresql-migrate';
import { projectRoot } from '../../server/storage/project-root';
import { NO_FILTERS, type Provider, type SchemaSession } from '../../server/storage/schema-engine';
import { startPostgresql } from '../harness/postgresql';

/**
 * The SQL from the current migrations to the schema of a database; null if they agree. The migrations are applied to a
 * database in memory, or to a PostgreSQL that is started for it. @throws if a migration fails
 */
export async function schemaChanges(provider: Provider): Promise<string | null> {
  if (provider === 'sqlite') return changesIn(await openSqliteEngine(':memory:'), provider);
  const postgresql = await startPostgresql();
  try {
    return await changesIn(await openPostgresqlEngine(await postgresql.createDatabase('migrations')), provider);
  } finally {
    await postgresql.stop();
  }
}

async function changesIn(session: SchemaSession, provider: Provider): Promise<string | null> {
  const file = path.join(projectRoot(), 'prisma', provider, 'schema.prisma');
  const files = [{ path: file, content: readFileSync(file, 'utf8') }];
  try {
    const migrations = readMigrations(migrationsFolder(provider));
    if (migrations.length > 0) await session.apply(migrations);
    const { exitCode, stdout } = await session.engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: path.dirname(file) }, // the database that the engine is on
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return exitCode === 0 ? null : (stdout ?? '');
  } finally {
    await session.close();
  }
}
