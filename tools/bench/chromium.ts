import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { KitchenEvent } from '../../contract/constants';
import { eventBody } from '../../server/testing/events';
import { signedHeaders } from '../../server/testing/pos-key';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';

/** A course of the bench: each table has one order with one course. `at` is epoch ms. */
type CourseFields = { table: number; at: number; guests?: number; counter?: number };

const RECORDER = path.join(import.meta.dirname, 'page-recorder.mjs');
const FULL_HD = { width: 1920, height: 1080 };
const AT_ONCE = 16;

/** The address of a server, and the token of a screen. */
export type ServerAccess = { url: string; token: string };

/** Launches the same browser as the end-to-end tests. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({ ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) });
}

/** Opens the kitchen wall of a paired screen, with the recorder, which runs before the page's own scripts. */
export async function openWall(browser: Browser, { url, token }: ServerAccess, query: string): Promise<Page> {
  const page = await browser.newPage({ viewport: FULL_HD });
  await page.addInitScript({ path: RECORDER });
  await pairWall(page, url, token, query);
  return page;
}

/** Pairs the browser of a page with a token, and opens its kitchen wall. @throws if it is refused */
export async function pairWall(page: Page, url: string, token: string, query = ''): Promise<void> {
  const paired = await page.request.post(`${url}/api/v1/pair`, { data: { token }, headers: { Origin: url } });
  if (!paired.ok()) throw new Error(`the wall was not paired: ${paired.status()}`);
  await page.goto(`${url}/kitchen?${query}`);
  await page.locator('[data-level="live"]').first().waitFor();
}

/** Posts a step of a course. Resolves to the start of the request in epoch ms. @throws if the status is not 200 */
export async function post(url: string, step: KitchenEvent, { table, guests = 4, ...fields }: CourseFields) {
  const order = `00000000-0000-4000-8000-${String(table).padStart(12, '0')}`;
  const party = { number: table, tableName: `Guest ${table}`, numberOfGuests: guests };
  const body = eventBody({ ...fields, order, number: table, table: party, course: 1 + (table % 4), expected: 900 });
  const startedAt = performance.timeOrigin + performance.now();
  const response = await fetch(`${url}/webhooks/${step}`, { method: 'POST', headers: signedHeaders(body), body });
  await response.text();
  if (response.status !== 200) throw new Error(`the server returned ${response.status}`);
  return startedAt;
}

/** Starts courses at the tables 1 to `count`, at instants of the last 25 minutes, so that some are late. */
export async function startCourses(url: string, count: number): Promise<void> {
  const now = Date.now();
  const tables = Array.from({ length: count }, (_, index) => 1 + index).values();
  const startNext = async () => {
    for (const table of tables)
      await post(url, 'kitchenStartCourse', { table, at: now - ((table * 37) % 1_500) * 1_000 });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, startNext));
}
