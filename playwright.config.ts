import { defineConfig } from '@playwright/test';
import { findBrowser, LAUNCH_OPTIONS } from './tools/set-up/browser.mjs';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // One real server for each worker, and times that are promised: nothing else may run beside a test.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) },
  },
});
