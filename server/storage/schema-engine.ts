import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

/** A database, as Prisma names it. */
export type Provider = 'sqlite' | 'postgresql';

/** A folder under prisma/migrations. The checksum is that of Prisma: SHA-256 in lower-case hexadecimal. */
export type Migration = { name: string; sql: string; checksum: string };

/** Required by the engine: no tables are excluded. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** An adapter that runs everything in one transaction. */
export type OneTransaction = SqlMigrationAwareDriverAdapterFactory & {
  commit: () => void | Promise<void>;
  /** Rolls back what was not committed. */
  close: () => void | Promise<void>;
};

/** Prisma's schema engine in one transaction. Call `commit`, then `close`; `close` alone rolls back. */
export type SchemaSession = Pick<OneTransaction, 'commit' | 'close'> & {
  engine: bindings.SchemaEngine;
  /** Applies the missing migrations. Resolves to their names. */
  apply: (migrations: readonly Migration[]) => Promise<string[]>;
};

/** Opens Prisma's schema engine on a database. */
export async function openSchemaEngine(transaction: OneTransaction, provider: Provider): Promise<SchemaSession> {
  loadEngine();
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', `datasource db {\n  provider = "${provider}"\n}\n`]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(transaction),
  );
  return {
    engine,
    async apply(migrations) {
      const migrationsList = {
        baseDir: 'migrations',
        lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"\n` },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
        })),
      };
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames;
    },
    commit: () => transaction.commit(),
    close() {
      engine.free();
      return transaction.close();
    },
  };
}

/** A member of the process, because copies of this module share the bindings: those of several projects of vitest. */
const LOADED = Symbol.for('heatlamp.schemaEngine');

/**
 * Instantiates the engine, because the main entry of its package imports a .wasm file, which Node.js 20 cannot. Done once
 * per process, because another instance would take the memory of its bindings from engines that are open.
 */
function loadEngine(): void {
  if (Reflect.has(process, LOADED)) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(wasm, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as (() => void) | undefined)?.();
  Reflect.set(process, LOADED, true);
}
