import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';

const PROBE = path.join(import.meta.dirname, 'probe.mjs');

/** The address of a server, and the token of a screen. */
export type Served = { url: string; token: string };

/** The browser that the end-to-end tests use: the system's where there is one. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) });
}

export type Size = { width: number; height: number };

/** A page with the probe in it, from before its first script on. */
export async function openPage(browser: Browser, viewport: Size): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript({ path: PROBE });
  return page;
}

/** The kitchen wall as a paired screen shows it. `query` are its choices. */
export async function openWall(browser: Browser, { url, token }: Served, viewport: Size, query: string): Promise<Page> {
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
