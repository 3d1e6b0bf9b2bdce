import { defineConfig } from 'vitest/config';
import { ABOVE_STATEMENTS, LONG, onPostgresql, shared, withServers } from './vitest.config.ts';

/** Their short runs are part of `npm test`. */
const CONVERGENCE = [
  'server/convergence.test.ts',
  'server/late-serve.test.ts',
  ...['convergence', 'convergence-of-branches', 'arrival-order'].map((name) => `server/board/${name}.test.ts`),
  'server/ticket-actions/arrival-order.test.ts',
];

/**
 * `npm run test:long`: rigs against a server that is broken on purpose, long runs of rigs and of convergence, and on
 * PostgreSQL the tests that `npm test -- --thorough` runs on SQLite only.
 */
export default defineConfig({
  test: {
    ...shared,
    exclude: ['**/node_modules/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG, ...CONVERGENCE],
          env: { HEATLAMP_SERVICES: process.env['HEATLAMP_SERVICES'] ?? '40' },
          ...withServers,
        },
      },
      {
        extends: true,
        test: {
          name: 'several nodes',
          include: ['server/nodes/nodes.test.ts'],
          env: { HEATLAMP_SERVICES: process.env['HEATLAMP_SERVICES'] ?? '10' },
          ...onPostgresql,
        },
      },
      { extends: true, test: { name: 'long on PostgreSQL', include: ABOVE_STATEMENTS, ...onPostgresql } },
    ],
  },
});
