import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { Command } from 'commander';
import { percentile } from '../../lib/percentile';
import { afternoonZone } from '../../server/testing/afternoon-zone';
import { builtServer } from '../harness/child-server';
import { startHeatlamp } from '../harness/measured-server';
import { machineText, table, verdictTable } from '../harness/report';
import { startScreens } from '../harness/screens';
import { openBrowser, openWall, post, type ServerAccess, startCourses } from './chromium';

/** What the recorder in the page has found. */
type Recorded = { painted: { table: string; painted: number }[]; longTasks: { at: number; ms: number }[] };
type PaintLatency = { events: number; missed: number; p50: number; p95: number; max: number };
type Tasks = { name: string; cards: number; longTasks: number; longestMs: number };

/** Shows 48 cards, so that a measured card is never on another page. */
const FULLEST_PAGE = 'columns=8&density=dense&diagonal=43&zoom=-3';
/** The same tickets on a usual wall, read from its usual distance, and on one with the smallest text. */
const WALLS = { 'a usual page': 'diagonal=43', 'the fullest page': FULLEST_PAGE };
const SCREENS = 100;
const OPEN_TICKETS = 200;
const CPU_SLOWDOWN = 6;
const MAX_PAINT_MS = 250;
const MAX_GUESTS = 8;

const PER_SECOND = 2;
/** Number of cards during the measurement; each new card replaces an old one. */
const CARDS_ON_WALL = 30;
const FIRST_TABLE = 1_000;
const LAST_CARD_MS = 3_000;
const CHANGE_EVERY_MS = 1_000;

type Scale = { warmUpMs: number; measureMs: number; events: number };
const FULL: Scale = { warmUpMs: 10_000, measureMs: 60_000, events: 220 };
const QUICK: Scale = { warmUpMs: 3_000, measureMs: 10_000, events: 20 };

export const screens = new Command('screens')
  .description('Measures the kitchen wall in a browser: time until a card is painted, and long tasks on a slow device.')
  .option('--quick', 'a short run to test the bench; its figures are not representative')
  .action(async ({ quick }: { quick?: true }) => {
    const scale = quick ? QUICK : FULL;
    const browser = await openBrowser();
    try {
      const paint = await withScreens((served) => measurePaint(browser, served, scale.events));
      const tasks = await withScreens(async (served) => {
        await startCourses(served.url, OPEN_TICKETS);
        const measured: Tasks[] = [];
        for (const [name, query] of Object.entries(WALLS))
          measured.push({ name, ...(await measureTasks(browser, served, query, scale)) });
        return measured;
      });
      process.stdout.write(reportText(`Chromium ${browser.version()}, ${machineText(quick)}`, paint, tasks));
    } finally {
      await browser.close();
    }
  });

/** Starts a server and a hundred screens in separate processes, and stops them after `use`. */
async function withScreens<Result>(use: (served: ServerAccess) => Promise<Result>): Promise<Result> {
  // In an afternoon time zone, because tickets close at the end of the business day.
  const server = await startHeatlamp(builtServer({ TZ: afternoonZone() }));
  const { url, token } = server;
  try {
    const connected = await startScreens([{ url, token, branch: 1, count: SCREENS }]);
    return await use({ url, token }).finally(connected.stop);
  } finally {
    await server.stop();
  }
}

function reportText(machine: string, { events, missed, p50, p95, max }: PaintLatency, tasks: readonly Tasks[]): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const long = tasks.reduce((sum, { longTasks }) => sum + longTasks, 0);
  const verdicts = [
    {
      promise: `webhook sent to painted: p95 at most ${MAX_PAINT_MS} ms, none missed`,
      measured: `${ms(p95)}, ${missed} missed`,
      isMet: p95 <= MAX_PAINT_MS && missed === 0,
    },
    { promise: 'no task over 50 ms with one change a second', measured: String(long), isMet: long === 0 },
  ];
  return `
${machine}.

**Webhook sent → painted**, ${SCREENS} screens connected, ${PER_SECOND} events/s.

${table(['', 'events', 'missed', 'p50', 'p95', 'max'], [['', String(events), String(missed), ...[p50, p95, max].map(ms)]])}

**Tasks over 50 ms** with ${OPEN_TICKETS} open tickets at ${CPU_SLOWDOWN}-fold CPU slow-down.

${table(
  ['wall', 'cards shown', 'tasks over 50 ms', 'longest'],
  tasks.map(({ name, cards, longTasks, longestMs }) => [name, String(cards), String(longTasks), ms(longestMs)]),
)}

${verdictTable(verdicts)}
`;
}

/**
 * Measures the time from the start of the POST to the frame in which the card is painted. Each event has its own table,
 * so that its card is unique.
 */
async function measurePaint(browser: Browser, served: ServerAccess, events: number): Promise<PaintLatency> {
  const page = await openWall(browser, served, FULLEST_PAGE);
  const startTimes = new Map<string, number>();
  const dueFrom = performance.now();
  for (let index = 0; index < events; index += 1) {
    // Not in phase with the page's frames and with its timers, which change every second.
    const due = dueFrom + (index * 1000) / PER_SECOND + ((index * 137) % 400);
    await wait(Math.max(0, due - performance.now()));
    const table = FIRST_TABLE + index;
    startTimes.set(String(table), await post(served.url, 'kitchenStartCourse', { table, at: Date.now() }));
    const left = { table: table - CARDS_ON_WALL, at: Date.now(), counter: 2 };
    if (index >= CARDS_ON_WALL) await post(served.url, 'kitchenServeCourse', left);
  }
  await wait(LAST_CARD_MS);
  const clockOffset = await clockDifference(page);
  const times = (await recordedIn(page)).painted.flatMap(({ table, painted }) => {
    const startedAt = startTimes.get(table);
    startTimes.delete(table);
    return startedAt === undefined ? [] : [painted + clockOffset - startedAt];
  });
  await page.context().close();
  const at = (share: number) => percentile(times, share);
  return { events: times.length, missed: startTimes.size, p50: at(0.5), p95: at(0.95), max: at(1) };
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

function recordedIn(page: Page): Promise<Recorded> {
  return page.evaluate(() => (window as unknown as { bench: Recorded }).bench);
}

/** Measures tasks over 50 ms of a wall with CPU slowdown and one change a second, after a warm-up. */
async function measureTasks(
  browser: Browser,
  served: ServerAccess,
  query: string,
  { warmUpMs, measureMs }: Scale,
): Promise<Omit<Tasks, 'name'>> {
  const page = await openWall(browser, served, query);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await checkObserver(page);
  const changing = changeCards(served.url, warmUpMs + measureMs);
  await wait(warmUpMs);
  const from = await page.evaluate(() => performance.now());
  await changing;
  const until = await page.evaluate(() => performance.now());
  const long = (await recordedIn(page)).longTasks.filter(({ at }) => at >= from && at <= until).map(({ ms }) => ms);
  const cards = await page.locator('[data-ticket]').count();
  await page.context().close();
  return { cards, longTasks: long.length, longestMs: Math.max(0, ...long) };
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
  if ((await recordedIn(page)).longTasks.length === 0) throw new Error('the browser did not report a task of 120 ms');
}

/** Changes the number of guests of one table after the other, so that cards change and keep their place. */
async function changeCards(url: string, forMs: number): Promise<void> {
  const startedAt = Date.now();
  for (let count = 1; count * CHANGE_EVERY_MS <= forMs; count += 1) {
    await wait(Math.max(0, startedAt + count * CHANGE_EVERY_MS - Date.now()));
    const guests = 1 + (count % MAX_GUESTS);
    const course = { table: 1 + (count % OPEN_TICKETS), at: startedAt + count, guests, counter: 1 + count };
    await post(url, 'kitchenStartCourse', course);
  }
}
