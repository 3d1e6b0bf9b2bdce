import { defineConfig } from 'vitest/config';
import {
  CONVERGENCE,
  CONVERGENCE_OF_NODES,
  LONG,
  onPostgresql,
  PORTABLE,
  shared,
  withServers,
} from './vitest.config.ts';

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
          include: [...LONG, ...CONVERGENCE],
          env: { HEATLAMP_SERVICES: process.env['HEATLAMP_SERVICES'] ?? '40' },
          ...withServers,
        },
      },
      {
        extends: true,
        test: {
          name: 'several nodes',
          include: CONVERGENCE_OF_NODES,
          env: { HEATLAMP_SERVICES: process.env['HEATLAMP_SERVICES'] ?? '10' },
          ...onPostgresql,
        },
      },
      {
        extends: true,
        test: { name: 'long on PostgreSQL', include: PORTABLE, ...onPostgresql },
      },
    ],
  },
});
