import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['app', 'components', 'domain', 'server', 'tools', 'prisma'].map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', 'prisma/generated/**'],
    setupFiles: ['tools/test-set-up.ts'],
    pool: 'forks', // better-sqlite3 is native: a process of its own for each worker
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
