import { defineConfig } from 'vitest/config';

const testsOf = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** They start servers, with times and memory of their own. */
const WITH_SERVERS = testsOf('components/live', 'components/ticket-actions');

export default defineConfig({
  test: {
    environment: 'node',
    exclude: ['**/node_modules/**', 'prisma/generated/**'],
    setupFiles: ['tools/test-set-up.ts'],
    pool: 'forks', // better-sqlite3 is native: a process of its own for each worker
    maxWorkers: 2,
    // No promise: what hangs ends, also where the machine is crowded.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: [
      // Rules and pages leave nothing behind: a process for each file would take longer than what is in it.
      {
        extends: true,
        test: {
          name: 'rules and pages',
          include: testsOf('lib', 'contract', 'domain', 'components'),
          exclude: WITH_SERVERS,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'server and tools', include: [...testsOf('app', 'server', 'tools', 'prisma'), ...WITH_SERVERS] },
      },
    ],
  },
});
