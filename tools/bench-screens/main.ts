import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { Command } from 'commander';
import { afternoonZone } from '../harness/afternoon-zone';
import { type Child, startChild } from '../harness/child';
import { builtServer } from '../harness/child-server';
import { startScreens } from '../harness/screens/start-screens';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import type { MeasuredServer } from '../harness/servers/target';
import { openBrowser, openPage, openWall, type Served, type Size } from './chromium';
import { measurePaintLatency, type PaintLatency } from './paint-latency';
import { fillWall } from './post';
import { type Report, reportText } from './report';
import { type SteadyPlan, WALLS, watchPlainPage, watchWall } from './steady';

const SCREENS = 100;
const OPEN_TICKETS = 200;
const SLOW_DOWN = 6;
const FULL_HD: Size = { width: 1920, height: 1080 };
/** Room for 48 cards, so that a measured card is never on another page. */
const ROOMY = 'columns=8&density=dense&diagonal=43&zoom=-3';
const LONGEST_RUN_MS = 20 * 60_000;

type Scale = SteadyPlan & { events: number };
const FULL: Scale = { slowDown: SLOW_DOWN, warmUpMs: 10_000, watchMs: 60_000, events: 220 };
const QUICK: Scale = { slowDown: SLOW_DOWN, warmUpMs: 3_000, watchMs: 10_000, events: 20 };

/**
 * The wall in a real browser beside a hundred other screens: long tasks on a slow device, and time until it is drawn.
 */
async function main(): Promise<void> {
  const { json, quick } = new Command('bench:screens')
    .description('Measures the kitchen wall in a real browser, on this machine only.')
    .option('--json <file>', 'also write the figures there')
    .option('--quick', 'a short run that shows whether it works; its figures mean little')
    .parse()
    .opts<{ json?: string; quick?: true }>();
  // A bench that hangs must end by itself.
  setTimeout(() => {
    process.stderr.write('This took too long and was ended.\n');
    process.exit(1);
  }, LONGEST_RUN_MS).unref();

  const scale = quick ? QUICK : FULL;
  const browser = await openBrowser();
  try {
    const report: Report = {
      isQuick: quick === true,
      browser: browser.version(),
      screens: SCREENS,
      openTickets: OPEN_TICKETS,
      slowDown: SLOW_DOWN,
      baseline: await baseline(browser, scale),
      paint: await paint(browser, scale),
      steady: await steady(browser, scale),
    };
    process.stdout.write(reportText(report));
    if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    await browser.close();
  }
}

async function baseline(browser: Browser, { events }: Scale): Promise<PaintLatency> {
  return withScreens(startBaseline, async (served) => {
    const page = await openPage(browser, FULL_HD);
    await page.goto(served.url);
    await page.locator('[data-level=live]').waitFor({ state: 'attached' });
    return measurePaintLatency(page, served.url, 1_000, events);
  });
}

async function paint(browser: Browser, { events }: Scale): Promise<PaintLatency> {
  return withScreens(startServer, async (served) => {
    const page = await openWall(browser, served, FULL_HD, ROOMY);
    return measurePaintLatency(page, served.url, 1_000, events);
  });
}

async function steady(browser: Browser, scale: Scale): Promise<Report['steady']> {
  return withScreens(startServer, async (served) => {
    await fillWall(served.url, 1, OPEN_TICKETS);
    const watched = [await watchPlainPage(browser, scale)];
    for (const wall of WALLS) watched.push(await watchWall(browser, served, wall, scale));
    return watched;
  });
}

/** A server and its hundred screens, each in a process of its own, for as long as `use` takes. */
async function withScreens<Result>(
  start: () => Promise<Served & { stop: () => Promise<void> }>,
  use: (served: Served) => Promise<Result>,
): Promise<Result> {
  const server = await start();
  let screens: Child<unknown> | undefined;
  try {
    screens = await startScreens({ url: server.url, token: server.token, branch: 1, count: SCREENS });
    return await use(server);
  } finally {
    await screens?.stop();
    await server.stop();
  }
}

/**
 * At the end of the business day tickets close, and a wall is half empty: it is afternoon in the server's time zone.
 */
function startServer(): Promise<MeasuredServer> {
  return startHeatlamp(builtServer({ TZ: afternoonZone() }));
}

async function startBaseline(): Promise<Served & { stop: () => Promise<void> }> {
  const { ready, stop } = await startChild<Served>(path.join(import.meta.dirname, 'baseline-process.ts'));
  return { ...ready, stop };
}

await main();
process.exit(0);
