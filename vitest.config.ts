import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { refuseOldNode } from './tools/set-up/node-version.mjs';
import { SpreadWaiting } from './tools/spread-waiting.ts';

refuseOldNode();

const testsOf = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** Tests of what only SQLite has: its file, its locks and its planner; and of what uses no database. */
const ONLY_SQLITE = [
  ...['backup', 'secrets', 'storage'].map((folder) => `server/${folder}/**`),
  ...['inbox', 'write-queue', 'write-queue-outage'].map((name) => `server/intake/${name}.test.ts`),
  'server/core.test.ts',
  'server/main.test.ts',
  'server/uncaught.test.ts',
  ...['documented-commands', 'restore-stopped.thorough'].map((name) => `server/cli/${name}.test.ts`),
  'server/pages/page-thread.test.ts',
  'server/people/secrets.test.ts',
  'server/sql/query-plans.test.ts',
];

const ONLY_POSTGRESQL = [
  ...['server/copy/**', 'server/nodes/**'],
  ...[
    'server/intake/postgresql-outage.thorough.test.ts',
    'server/intake/table-inbox.test.ts',
    'server/reader/replica.test.ts',
    'server/reports/distant-steps.test.ts',
  ],
];

/** Tests that do not depend on the SQL statements: on PostgreSQL they run in `npm run test:long`. */
export const ABOVE_STATEMENTS = [
  ...['access', 'api', 'courses-csv', 'invalid-bodies', 'live', 'open-api', 'query-parameters', 'refusals'].map(
    (name) => `server/api/${name}.test.ts`,
  ),
  ...[
    'api/route-access',
    'api/too-many-courses',
    'cli/commands',
    'cli/control',
    'people/second-factor',
    'people/sign-in.thorough',
  ].map((name) => `server/${name}.test.ts`),
  ...['board/boards-memory', 'board/convergence', 'board/convergence-of-branches', 'board/arrival-order'].map(
    (name) => `server/${name}.test.ts`,
  ),
  ...['board/pos-clock', 'board/pos-clock-at-start', 'board/table-over-time', 'board/wall-settings'].map(
    (name) => `server/${name}.test.ts`,
  ),
  ...['health/metrics', 'health/metrics-route', 'practice/practice-service', 'ticket-actions/arrival-order'].map(
    (name) => `server/${name}.test.ts`,
  ),
  ...['answer', 'odd-events', 'receive-connections', 'unauthenticated'].map(
    (name) => `server/webhooks/${name}.test.ts`,
  ),
  ...testsOf(...['heartbeat', 'http', 'live', 'pages'].map((folder) => `server/${folder}`)),
  ...['convergence', 'create-server', 'deviating-pos', 'late-serve', 'log'].map((name) => `server/${name}.test.ts`),
];

/** Tests of tools that start no server. */
const TOOLS = [
  ...testsOf(
    ...[
      'bench',
      'bench-growth',
      'bench-history',
      'bench-nodes',
      'harness/load',
      'harness/screens',
      'pos-simulator',
    ].map((folder) => `tools/${folder}`),
  ),
  ...testsOf('tools/checks', 'tools/set-up'),
  ...['child', 'mutations', 'print', 'report', 'spread', 'stop-condition'].map(
    (name) => `tools/harness/${name}.test.ts`,
  ),
  ...['generate-history', 'plan-services'].map((name) => `tools/load-history/${name}.test.ts`),
  ...['soak/day', 'soak/findings', 'soak/slope', 'surge-test/catch-up'].map((name) => `tools/${name}.test.ts`),
];

/** They replace parts of Node, measure their process, or keep times that other tests of the process would delay. */
const IN_OWN_PROCESS = [
  'server/storage/migrate.test.ts',
  'tools/harness/servers/processor-time.test.ts',
  'components/live/live-store*.test.ts',
  'components/ticket-actions/ticket-actions-store.test.ts',
];

const SET_UP = 'tools/test-set-up.ts';
/** For tests that start servers in their own process. */
export const withServers = {
  globalSetup: 'tools/build-threads.ts',
  setupFiles: [SET_UP, 'server/testing/set-up.ts'],
};

export const LONG = '**/*.long.test.ts';
/** Of `npm test -- --thorough`: they take longest. */
const THOROUGH = '**/*.thorough.test.ts';
/** They need nginx and Caddy. */
export const PROXY = '**/*.proxy.test.ts';

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
      ...['**/node_modules/**', 'prisma/generated/**', LONG, PROXY],
      ...(process.env['HEATLAMP_QUICK_TESTS'] ? [THOROUGH] : []),
    ],
    sequence: { sequencer: SpreadWaiting },
    projects: [
      // A process for each file would take longer than most files. Nothing is left of what tests open, so files follow
      // each other in warm processes.
      {
        extends: true,
        test: {
          name: 'rules and pages',
          include: [...testsOf('lib', 'contract', 'domain', 'components'), ...TOOLS],
          exclude: IN_OWN_PROCESS,
          setupFiles: SET_UP,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: testsOf('app', 'server', 'tools', 'prisma'),
          exclude: [...ONLY_POSTGRESQL, ...TOOLS, ...IN_OWN_PROCESS],
          isolate: false,
          ...withServers,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers on PostgreSQL',
          include: testsOf('server'),
          exclude: [...ONLY_SQLITE, ...ABOVE_STATEMENTS],
          ...onPostgresql,
        },
      },
      {
        extends: true,
        test: { name: 'in their own process', include: IN_OWN_PROCESS, ...withServers },
      },
    ],
  },
});
