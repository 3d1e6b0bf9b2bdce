import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type * as original from '../../../server/storage/safe-sqlite';

class StockSqlite extends PrismaBetterSqlite3 {
  constructor({ file, busyTimeoutMs }: original.SafeSqliteOptions) {
    super({ url: `file:${file}`, timeout: busyTimeoutMs }, { timestampFormat: 'unixepoch-ms' });
  }
}

export const SafeSqlite: new (
  ...options: ConstructorParameters<typeof original.SafeSqlite>
) => Pick<original.SafeSqlite, keyof original.SafeSqlite> = StockSqlite;
