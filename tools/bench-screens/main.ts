import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { Command } from 'commander';
import { afternoonZone } from '../../server/testing/afternoon-zone';
import { type Child, startChild } from '../harness/child';
import { builtServer } from '../harness/child-server';
import { startScreens } from '../harness/screens/start-screens';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import type { MeasuredServer } from '../harness/servers/target';
import { endAfter } from '../harness/stop-condition';
import { openBrowser, openPage, openWall, type ServerAccess, type Size } from './chromium';
import { measurePaintLatency, type PaintLatency } from './paint-latency';
import { startCourses } from './post';
import { type Report, reportText } from './report';
import { measurePlainPage, measureWall, type SteadyPlan, WALLS } from './steady';

const SCREENS = 100;
const OPEN_TICKETS = 200;
const CPU_SLOWDOWN = 6;
const FULL_HD: Size = { width: 1920, height: 1080 };
/** Shows 48 cards, so that a measured card is never on another page. */
const EVERY_CARD_QUERY = 'columns=8&density=dense&diagonal=43&zoom=-3';
const MAX_RUN_MS = 20 * 60_000;

type Scale = SteadyPlan & { events: number };
const FULL: Scale = { slowDown: CPU_SLOWDOWN, warmUpMs: 10_000, measureMs: 60_000, events: 220 };
const QUICK: Scale = { slowDown: CPU_SLOWDOWN, warmUpMs: 3_000, measureMs: 10_000, events: 20 };

/** Measures a wall in a browser, with a hundred other screens: long tasks on a slow device, and time to paint. */
async function main(): Promise<void> {
  const { json, quick } = new Command('bench:screens')
    .description('Measures the kitchen wall in a browser, on this machine only.')
    .option('--json <file>', 'also write the figures to this file')
    .option('--quick', 'a short run to test the bench; its figures are not representative')
    .parse()
    .opts<{ json?: string; quick?: true }>();
  endAfter(MAX_RUN_MS);

  const scale = quick ? QUICK : FULL;
  const browser = await openBrowser();
  try {
    const report: Report = {
      isQuick: quick === true,
      browser: browser.version(),
      screens: SCREENS,
      openTickets: OPEN_TICKETS,
      slowDown: CPU_SLOWDOWN,
      measureBaseline: await measureBaseline(browser, scale),
      measurePaint: await measurePaint(browser, scale),
      measureSteady: await measureSteady(browser, scale),
    };
    process.stdout.write(reportText(report));
    if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    await browser.close();
  }
}

async function measureBaseline(browser: Browser, { events }: Scale): Promise<PaintLatency> {
  return withScreens(startBaseline, async (served) => {
    const page = await openPage(browser, FULL_HD);
    await page.goto(served.url);
    await page.locator('[data-level=live]').waitFor({ state: 'attached' });
    return measurePaintLatency(page, served.url, 1_000, events);
  });
}

async function measurePaint(browser: Browser, { events }: Scale): Promise<PaintLatency> {
  return withScreens(startServer, async (served) => {
    const page = await openWall(browser, served, FULL_HD, EVERY_CARD_QUERY);
    return measurePaintLatency(page, served.url, 1_000, events);
  });
}

async function measureSteady(browser: Browser, scale: Scale): Promise<Report['measureSteady']> {
  return withScreens(startServer, async (served) => {
    await startCourses(served.url, 1, OPEN_TICKETS);
    const results = [await measurePlainPage(browser, scale)];
    for (const wall of WALLS) results.push(await measureWall(browser, served, wall, scale));
    return results;
  });
}

/** Starts a server and a hundred screens in separate processes, and stops them after `use`. */
async function withScreens<Result>(
  start: () => Promise<ServerAccess & { stop: () => Promise<void> }>,
  use: (served: ServerAccess) => Promise<Result>,
): Promise<Result> {
  const server = await start();
  let screens: Child<unknown> | undefined;
  try {
    screens = await startScreens([{ url: server.url, token: server.token, branch: 1, count: SCREENS }]);
    return await use(server);
  } finally {
    await screens?.stop();
    await server.stop();
  }
}

/** In an afternoon time zone, because tickets close at the end of the business day. */
function startServer(): Promise<MeasuredServer> {
  return startHeatlamp(builtServer({ TZ: afternoonZone() }));
}

async function startBaseline(): Promise<ServerAccess & { stop: () => Promise<void> }> {
  const { ready, stop } = await startChild<ServerAccess>(path.join(import.meta.dirname, 'baseline-process.ts'));
  return { ...ready, stop };
}

await main();
process.exit(0);
