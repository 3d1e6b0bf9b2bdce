import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { refuseOldNode } from './tools/set-up/node-version.mjs';
import { ThoroughEarly } from './tools/thorough-early.ts';

refuseOldNode();

const testsOf = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** A suffix stands before `.test.ts`, alone or with others: `copy.postgresql.thorough.test.ts`. */
const suffixed = (...suffixes: string[]) => suffixes.map((suffix) => `**/*.${suffix}{,.*}.test.ts`);

/** They test what only SQLite has (its file, its locks, its planner), or use no database. */
const ONLY_SQLITE = suffixed('sqlite');
/** They test several nodes, or what only PostgreSQL has. */
const ONLY_POSTGRESQL = suffixed('postgresql');
/** Their runs are short in `npm test`; `npm run test:long` sets `HEATLAMP_SERVICES`. */
export const CONVERGENCE = ['**/*.convergence.test.ts'];
export const CONVERGENCE_OF_NODES = ['**/*.convergence.postgresql.test.ts'];
/** They do not depend on the SQL statements: on PostgreSQL they run in `npm run test:long`. */
export const PORTABLE = [...suffixed('portable'), ...CONVERGENCE];
/** They replace parts of Node, measure their process, or keep times that other tests of the process would delay. */
const ALONE = suffixed('alone');
/** Of `npm test -- --thorough`: they take longest. */
const THOROUGH = suffixed('thorough');
/** Of `npm run test:long`. */
export const LONG = suffixed('long');
/** They need nginx and Caddy. */
export const PROXY = suffixed('proxy');

const SET_UP = 'tools/test-set-up.ts';
/** For tests that start servers in their own process. */
export const withServers = {
  globalSetup: 'tools/build-threads.ts',
  setupFiles: [SET_UP, 'server/testing/set-up.ts'],
};

/** Of `npm test` and of `npm run test:long`. */
export const shared = {
  environment: 'node' as const,
  pool: 'forks' as const, // better-sqlite3 is native: a process of its own for each worker
  execArgv: ['--liftoff-only'], // as `npm start`: optimizing Prisma's compiler takes longer than a test file uses it
  maxWorkers: 5, // on two cores, because tests also wait for the disk and for timeouts
  // Concurrent tests wait for a poll or a timeout of the product. More would miss their timeouts on a busy machine.
  maxConcurrency: 8,
  // No promise: what hangs ends, also where the machine is crowded.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** The server's tests with a PostgreSQL of their own. */
export const onPostgresql = {
  isolate: false,
  ...withServers,
  globalSetup: [withServers.globalSetup, 'tools/start-postgresql.ts'],
};

export default defineConfig({
  test: {
    ...shared,
    alias: { 'fast-check': path.join(import.meta.dirname, 'tools/seeded-fast-check.mjs') },
    exclude: [
      ...['**/node_modules/**', 'prisma/generated/**', ...LONG, ...PROXY],
      ...(process.env['HEATLAMP_QUICK_TESTS'] ? THOROUGH : []),
    ],
    sequence: { sequencer: ThoroughEarly },
    projects: [
      // A process for each file would take longer than most files. Nothing is left of what tests open, so files follow
      // each other in warm processes.
      {
        extends: true,
        test: {
          name: 'rules and pages',
          include: testsOf('lib', 'contract', 'domain', 'components'),
          exclude: ALONE,
          setupFiles: SET_UP,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: testsOf('app', 'server', 'tools', 'prisma'),
          exclude: [...ONLY_POSTGRESQL, ...ALONE],
          isolate: false,
          ...withServers,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers on PostgreSQL',
          include: testsOf('server'),
          exclude: [...ONLY_SQLITE, ...PORTABLE, ...ALONE],
          ...onPostgresql,
        },
      },
      { extends: true, test: { name: 'in their own process', include: ALONE, ...withServers } },
    ],
  },
});
