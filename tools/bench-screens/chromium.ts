import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';

const RECORDER = path.join(import.meta.dirname, 'page-recorder.mjs');

/** The address of a server, and the token of a screen. */
export type ServerAccess = { url: string; token: string };

/** Launches the same browser as the end-to-end tests. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) });
}

export type Size = { width: number; height: number };

/** Opens a page with the recorder, which runs before the page's own scripts. */
export async function openPage(browser: Browser, viewport: Size): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript({ path: RECORDER });
  return page;
}

/** Opens the kitchen wall of a paired screen. `query` has its view options. */
export async function openWall(
  browser: Browser,
  { url, token }: ServerAccess,
  viewport: Size,
  query: string,
): Promise<Page> {
  const page = await openPage(browser, viewport);
  const paired = await page.request.post(`${url}/api/v1/pair`, { data: { token }, headers: { Origin: url } });
  if (!paired.ok()) throw new Error(`the wall was not paired: ${paired.status()}`);
  await page.goto(`${url}/kitchen?${query}`);
  await page.locator('[data-level="live"]').first().waitFor();
  return page;
}

export function cardCount(page: Page): Promise<number> {
  return page.locator('[data-ticket]').count();
}
