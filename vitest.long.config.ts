import { defineConfig } from 'vitest/config';
import { LONG, shared, withServers } from './vitest.config';

/** Their short runs are part of `npm test`. */
const CONVERGENCE = [
  'server/convergence.test.ts',
  'server/board/convergence.test.ts',
  'server/ticket-actions/order-free.test.ts',
];

/** `npm run test:long`: rigs against a server that is broken on purpose, and long runs of rigs and of convergence. */
export default defineConfig({
  test: {
    ...shared,
    ...withServers,
    include: [LONG, ...CONVERGENCE],
    exclude: ['**/node_modules/**'],
    env: { HEATLAMP_SERVICES: process.env['HEATLAMP_SERVICES'] ?? '25' },
  },
});
