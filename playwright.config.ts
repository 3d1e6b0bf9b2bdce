import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/test';
import { findBrowser, LAUNCH_OPTIONS } from './tools/set-up/browser.mjs';
import { refuseOldNode } from './tools/set-up/node-version.mjs';

refuseOldNode();

const executablePath = findBrowser();

/** Their tests mostly wait: for sounds, limits and outages in real time. */
const WAITING = '**/*.waiting{,.*}.test.ts';
export default defineConfig<object, Options>({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // One real server and one browser for each worker, which take seconds to start. Four workers keep two cores busy
  // while three wait.
  workers: 7,
  projects: [
    { name: 'on PostgreSQL', grep: /@postgresql/, use: { database: 'postgresql' }, workers: 1 },
    { name: 'waiting', testMatch: WAITING, grepInvert: /@long/, fullyParallel: true, workers: 3 },
    { name: 'together', testIgnore: WAITING, grepInvert: /@long/, fullyParallel: true },
    // `npm run test:long`: repetitions for other views, sizes and languages, and on the other database what depends
    // most on it: an evening, its history and reports, signing in, and an outage of the server.
    { name: 'long', grep: /@long/, fullyParallel: true },
    {
      name: 'long on PostgreSQL',
      testMatch: '**/*.both.test.ts',
      grepInvert: /@postgresql/,
      fullyParallel: true,
      workers: 3, // each starts a PostgreSQL
      use: { database: 'postgresql' },
    },
  ],
  retries: 0,
  forbidOnly: true,
  // No promises: what hangs ends, also where the machine is crowded. The rigs measure promised times.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    // Recording takes a fifth of the run: `--trace=retain-on-failure` shows a failure step by step.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...LAUNCH_OPTIONS,
      // A page lives for seconds: to optimize its code takes longer than it saves.
      args: [...LAUNCH_OPTIONS.args, '--js-flags=--no-opt --no-maglev'],
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
});
