import { Agent, request } from 'node:http';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { KitchenEvent } from '../../contract/constants';
import { signedHeaders } from '../../server/testing/pos-key';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';

/** A course of the bench. Each table has one order with one course. `at` is epoch ms. */
type CourseFields = { table: number; at: number; expected?: number; guests?: number; counter?: number };

const COURSES = [
  ['ST', 'Starters'],
  ['SO', 'Soup'],
  ['MA', 'Mains'],
  ['DE', 'Desserts'],
] as const;

const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 2_000 });

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

/** The body of a kitchen event. */
export function bodyOf({ table, at, expected = 900, guests = 4, counter = 1 }: CourseFields): string {
  const number = table % COURSES.length;
  const [abbreviation, name] = COURSES[number] ?? COURSES[0];
  return JSON.stringify({
    event: { eventBlocking: false, eventCounter: counter, eventTimestamp: new Date(at).toISOString() },
    sender: { branchNumber: 1, workplaceNumber: 3 },
    tableOrder: { orderId: `00000000-0000-4000-8000-${String(table).padStart(12, '0')}`, year: 2026, number: table },
    table: { number: table, subNumber: 1, tableName: `Guest ${table}`, numberOfGuests: guests },
    course: {
      courseNumber: number + 1,
      name,
      abbreviation,
      sequenceNumber: number + 1,
      expectedPreparationTime: expected,
    },
  });
}

/** Posts an event. Resolves to the start of the request in epoch ms. @throws if the status is not 200 */
export function post(url: string, step: KitchenEvent, body: string): Promise<number> {
  const bytes = Buffer.from(body);
  const headers = signedHeaders(bytes);
  return new Promise((resolve, reject) => {
    const startedAt = performance.timeOrigin + performance.now();
    const clientRequest = request(`${url}/webhooks/${step}`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(startedAt);
        else reject(new Error(`the server returned ${response.statusCode}`));
      });
    });
    clientRequest.once('error', reject);
    clientRequest.end(bytes);
  });
}

/** Starts courses at `count` tables from number `from`, at instants of the last 25 minutes, so that some are late. */
export async function startCourses(url: string, from: number, count: number): Promise<void> {
  const now = Date.now();
  const tables = Array.from({ length: count }, (_, index) => from + index);
  for (let next = 0; next < count; next += 16) {
    await Promise.all(
      tables
        .slice(next, next + 16)
        .map((table) => post(url, 'kitchenStartCourse', bodyOf({ table, at: now - ((table * 37) % 1_500) * 1_000 }))),
    );
  }
}
