import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['app', 'components', 'domain', 'server', 'tools', 'prisma'].map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', 'prisma/generated/**'],
    setupFiles: ['tools/test-set-up.ts'],
    pool: 'forks', // better-sqlite3 is native: a process of its own for each worker
    maxWorkers: 2,
    // A test waits for what it wants to see, on a crowded machine as well; how long that takes is the bench's business.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
  },
});
