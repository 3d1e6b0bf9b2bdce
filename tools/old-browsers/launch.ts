import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';

const START_TIMEOUT_MS = 60_000;

/** A browser that is older than those which Playwright launches. */
export type OldBrowser = { browser: Browser; close: () => Promise<void> };

/** Starts this Chromium, which ends with this process, and connects to it. @throws if it does not start in a minute */
export async function launchOld(program: string): Promise<OldBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'heatlamp-old-browser-'));
  const options = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'];
  const child = spawn(program, [...options, '--remote-debugging-port=0', `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', end);
  let printed = '';
  const endpoint = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`it ended, and printed: ${printed.trim()}`)));
    setTimeout(() => reject(new Error(`it did not start, and printed: ${printed.trim()}`)), START_TIMEOUT_MS).unref();
    child.stderr.on('data', (text: Buffer) => {
      printed += text.toString();
      const [, found] = /listening on (ws:\S+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(await endpoint, { timeout: START_TIMEOUT_MS });
  return {
    browser,
    async close() {
      process.removeListener('exit', end);
      await browser.close();
      child.kill('SIGKILL');
      await ended;
      end();
    },
  };
}
