import type { Browser, CDPSession, Page } from '@playwright/test';
import { Command } from 'commander';
import { percentile } from '../../lib/percentile';
import { afternoonZone } from '../../server/testing/afternoon-zone';
import type { Child } from '../harness/child';
import { builtServer } from '../harness/child-server';
import { startHeatlamp } from '../harness/measured-server';
import { machineText, table, verdictTable } from '../harness/report';
import { startScreens } from '../harness/screens';
import {
  bodyOf,
  cardCount,
  openBrowser,
  openPage,
  openWall,
  post,
  type ServerAccess,
  type Size,
  startCourses,
} from './chromium';

/** Results of a measured page. Times in ms. */
type Steady = {
  name: string;
  onScreen: number;
  seconds: number;
  longTasks: number;
  max: number;
  /** Share of one core, with the CPU slowdown. */
  busy: number;
};

type SteadyPlan = { slowDown: number; warmUpMs: number; measureMs: number };

type WallPlan = { name: string; viewport: Size; query: string; changesPerSecond: number };

const FULL_HD: Size = { width: 1920, height: 1080 };
const FOUR_K: Size = { width: 3840, height: 2160 };
const EVERY_CARD = 'columns=10&density=dense&diagonal=60&distance=0.5';
/** A 43 inch wall read from its usual distance. */
const USUAL_PAGE = 'diagonal=43';
const FULLEST_PAGE = 'columns=8&density=dense&diagonal=43&zoom=-3';

/** The same tickets on a screen that shows them all, on a usual wall, and on a wall with the smallest text. */
const WALLS: WallPlan[] = [
  { name: 'every card, 3840 × 2160', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 0 },
  { name: 'a usual page, 1920 × 1080', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 0 },
  { name: 'a usual page, 1 change/s', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 1 },
  { name: 'the fullest page, 1 change/s', viewport: FULL_HD, query: FULLEST_PAGE, changesPerSecond: 1 },
  { name: 'every card, 1 change/s', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 1 },
];

const GUESTS = 8;

type PaintLatency = { events: number; missed: number; p50: number; p95: number; p99: number; max: number };

const PER_SECOND = 2;
/** Number of cards during the measurement; each new card replaces an old one. */
const CARDS_ON_WALL = 30;
const LAST_CARD_MS = 3_000;

type Report = { isQuick: boolean; browser: string; paint: PaintLatency; steady: Steady[] };

const MAX_PAINT_MS = 250;

const SCREENS = 100;
const OPEN_TICKETS = 200;
const CPU_SLOWDOWN = 6;
/** Shows 48 cards, so that a measured card is never on another page. */
const EVERY_CARD_QUERY = 'columns=8&density=dense&diagonal=43&zoom=-3';

type Scale = SteadyPlan & { events: number };
const FULL: Scale = { slowDown: CPU_SLOWDOWN, warmUpMs: 10_000, measureMs: 60_000, events: 220 };
const QUICK: Scale = { slowDown: CPU_SLOWDOWN, warmUpMs: 3_000, measureMs: 10_000, events: 20 };

export const screens = new Command('screens')
  .description('Measures the kitchen wall in a browser: time until a card is painted, and long tasks on a slow device.')
  .option('--quick', 'a short run to test the bench; its figures are not representative')
  .action(async ({ quick }: { quick?: true }) => {
    const scale = quick ? QUICK : FULL;
    const browser = await openBrowser();
    try {
      const paint = await measurePaint(browser, scale);
      const steady = await measureSteady(browser, scale);
      process.stdout.write(reportText({ isQuick: quick === true, browser: browser.version(), paint, steady }));
    } finally {
      await browser.close();
    }
  });

async function measurePaint(browser: Browser, { events }: Scale): Promise<PaintLatency> {
  return withScreens(async (served) => {
    const page = await openWall(browser, served, FULL_HD, EVERY_CARD_QUERY);
    return measurePaintLatency(page, served.url, 1_000, events);
  });
}

async function measureSteady(browser: Browser, scale: Scale): Promise<Steady[]> {
  return withScreens(async (served) => {
    await startCourses(served.url, 1, OPEN_TICKETS);
    const results = [await measurePlainPage(browser, scale)];
    for (const wall of WALLS) results.push(await measureWall(browser, served, wall, scale));
    return results;
  });
}

/** Starts a server and a hundred screens in separate processes, and stops them after `use`. */
async function withScreens<Result>(use: (served: ServerAccess) => Promise<Result>): Promise<Result> {
  // In an afternoon time zone, because tickets close at the end of the business day.
  const server = await startHeatlamp(builtServer({ TZ: afternoonZone() }));
  let connected: Child<unknown> | undefined;
  try {
    connected = await startScreens([{ url: server.url, token: server.token, branch: 1, count: SCREENS }]);
    return await use(server);
  } finally {
    await connected?.stop();
    await server.stop();
  }
}

/** The figures as Markdown. */
function reportText({ isQuick, browser, paint, steady }: Report): string {
  const { events, missed, p50, p95, p99, max } = paint;
  const promise = `webhook sent to painted: p95 at most ${MAX_PAINT_MS} ms, none missed`;
  const isMet = p95 <= MAX_PAINT_MS && missed === 0;
  return `
Chromium ${browser}, ${machineText(isQuick)}.

**Webhook sent → painted**, ${SCREENS} screens connected, ${PER_SECOND} events/s.

${table(['', 'events', 'missed', 'p50', 'p95', 'p99', 'max'], [['', String(events), String(missed), ...[p50, p95, p99, max].map(ms)]])}

${verdictTable([{ promise, measured: `${ms(p95)}, ${missed} missed`, isMet }])}

**Tasks over 50 ms** with ${OPEN_TICKETS} open tickets at ${CPU_SLOWDOWN}-fold CPU slow-down.

${table(['wall', 'cards shown', 'measured', 'tasks over 50 ms', 'longest', 'main thread busy'], steady.map(wallRow))}
`;
}

function wallRow({ name, onScreen, seconds, longTasks, max, busy }: Steady): string[] {
  const longestText = longTasks === 0 ? '–' : ms(max);
  const share = `${(busy * 100).toFixed(0)} %`;
  return [name, String(onScreen), `${seconds.toFixed(0)} s`, String(longTasks), longestText, share];
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/**
 * Measures the time from the start of the POST to the frame in which the card is painted. Each event has its own table,
 * so that its card is unique.
 */
async function measurePaintLatency(page: Page, url: string, from: number, events: number): Promise<PaintLatency> {
  const startTimes = new Map<string, number>();
  const dueFrom = performance.now();
  for (let index = 0; index < events; index += 1) {
    // Not in phase with the page's frames and with its timers, which change every second.
    const due = dueFrom + (index * 1000) / PER_SECOND + ((index * 137) % 400);
    await pause(due - performance.now());
    const table = from + index;
    startTimes.set(String(table), await post(url, 'kitchenStartCourse', bodyOf({ table, at: Date.now() })));
    if (index >= CARDS_ON_WALL)
      await post(url, 'kitchenServeCourse', bodyOf({ table: table - CARDS_ON_WALL, at: Date.now(), counter: 2 }));
  }
  await pause(LAST_CARD_MS);
  const clockOffset = await clockDifference(page);
  const painted = await page.evaluate(
    () => (window as unknown as { bench: { painted: { table: string; painted: number }[] } }).bench.painted,
  );
  const times = painted.flatMap(({ table, painted: at }) => {
    const startedAt = startTimes.get(table);
    startTimes.delete(table);
    return startedAt === undefined ? [] : [at + clockOffset - startedAt];
  });
  return {
    events: times.length,
    missed: startTimes.size,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
  };
}

/** Our clock minus the page's, from the sample with the lowest round trip. */
async function clockDifference(page: Page): Promise<number> {
  let best = { roundTrip: Number.POSITIVE_INFINITY, difference: 0 };
  for (let sample = 0; sample < 30; sample += 1) {
    const sentAt = performance.timeOrigin + performance.now();
    const pageNow = await page.evaluate(() => performance.timeOrigin + performance.now());
    const receivedAt = performance.timeOrigin + performance.now();
    const roundTrip = receivedAt - sentAt;
    if (roundTrip < best.roundTrip) best = { roundTrip, difference: (sentAt + receivedAt) / 2 - pageNow };
  }
  return best.difference;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}

/** Measures tasks over 50 ms of a wall with CPU slowdown, after a warm-up. */
async function measureWall(browser: Browser, served: ServerAccess, wall: WallPlan, plan: SteadyPlan): Promise<Steady> {
  const page = await openWall(browser, served, wall.viewport, wall.query);
  return measurePage(page, wall.name, plan, () => changeCards(served.url, wall.changesPerSecond));
}

/** Measures the baseline: a page with 64 plain texts, which change every second. */
async function measurePlainPage(browser: Browser, plan: SteadyPlan): Promise<Steady> {
  const page = await openPage(browser, FULL_HD);
  await page.goto(`data:text/html,${'<p data-ticket style="float:left;width:12%25;font-size:40px">0'.repeat(64)}`);
  await page.evaluate(() => {
    const texts = [...document.querySelectorAll('p')];
    let seconds = 0;
    setInterval(() => {
      seconds += 1;
      for (const text of texts) text.textContent = String(seconds);
    }, 1000);
  });
  return measurePage(page, 'baseline: 64 plain texts', plan, () => changeCards('', 0));
}

async function measurePage(
  page: Page,
  name: string,
  plan: SteadyPlan,
  startChanging: () => { stop: () => Promise<void> },
): Promise<Steady> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: plan.slowDown });
  await checkObserver(page);
  const changing = startChanging();
  await page.waitForTimeout(plan.warmUpMs);

  const busyBefore = await busySeconds(session);
  const from = await page.evaluate(() => performance.now());
  await page.waitForTimeout(plan.measureMs);
  await changing.stop();
  const { until, tasks } = await page.evaluate(() => {
    const { bench } = window as unknown as { bench: { longTasks: { at: number; ms: number }[] } };
    return { until: performance.now(), tasks: bench.longTasks };
  });
  const busyAfter = await busySeconds(session);
  const onScreen = await cardCount(page);
  await page.context().close();

  const seconds = (until - from) / 1000;
  const long = tasks.filter(({ at }) => at >= from && at <= until).map(({ ms }) => ms);
  return {
    name,
    onScreen,
    seconds,
    longTasks: long.length,
    max: Math.max(0, ...long),
    busy: (busyAfter - busyBefore) / seconds,
  };
}

/** Checks that the browser reports a long task that is made on purpose. */
async function checkObserver(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        setTimeout(() => {
          const until = performance.now() + 120;
          while (performance.now() < until);
          setTimeout(done, 500);
        }, 0),
      ),
  );
  const reported = await page.evaluate(
    () => (window as unknown as { bench: { longTasks: unknown[] } }).bench.longTasks.length,
  );
  if (reported === 0) throw new Error('the browser did not report a task of 120 ms');
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = metrics.find(({ name }) => name === 'TaskDuration');
  if (!busy) throw new Error('the browser does not report how busy it was');
  return busy.value;
}

/** Changes the number of guests of one table after the other, so that cards change and keep their place. */
function changeCards(url: string, perSecond: number): { stop: () => Promise<void> } {
  if (perSecond === 0) return { stop: async () => {} };
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const startedAt = Date.now();
  const timer = setInterval(() => {
    count += 1;
    const course = {
      table: 1 + (count % 200),
      at: startedAt + count,
      guests: 1 + (count % GUESTS),
      counter: 1 + count,
    };
    last = post(url, 'kitchenStartCourse', bodyOf(course));
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
