import { defineConfig } from 'prisma/config';

/** For Prisma's own command line and editors. The server applies migrations itself (server/storage/migrate.ts). */
export default defineConfig({
  schema: 'prisma/sqlite/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
});
