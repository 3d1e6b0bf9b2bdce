import { defineConfig } from '@playwright/test';
import type { Options } from './e2e/test';
import { findBrowser, LAUNCH_OPTIONS } from './tools/set-up/browser.mjs';
import { refuseOldNode } from './tools/set-up/node-version.mjs';

refuseOldNode();

const executablePath = findBrowser();

export default defineConfig<object, Options>({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // One real server and one browser for each worker. A test waits for about half of its time, so that two cores carry
  // eight of them.
  workers: 8,
  // Where a time is promised, nothing else may run beside the test: `npm test` runs these when all others are done.
  projects: [
    // What depends most on the database: an evening, its history and reports, signing in, and an outage of the server.
    {
      name: 'on PostgreSQL',
      testMatch: /(?:evening|history|login|outage)\.test\.ts$/,
      grepInvert: /@alone/,
      fullyParallel: true,
      workers: 3, // each starts a PostgreSQL
      use: { database: 'postgresql' },
    },
    { name: 'together', grepInvert: /@alone/, fullyParallel: true },
    { name: 'alone', grep: /@alone/, workers: 1 },
  ],
  retries: 0,
  forbidOnly: true,
  // No promise: what hangs ends, also where the machine is crowded.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording takes a fifth of the run: `--trace=retain-on-failure` shows a failure step by step.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) },
  },
});
