import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Served } from './chromium';
import { cardCount, openPage, openWall, type Size } from './chromium';
import { bodyOf, post } from './post';

/** Results of a watched wall. Times in ms. */
export type Steady = {
  name: string;
  onScreen: number;
  seconds: number;
  longTasks: number;
  longest: number;
  /** Of one core, at the slow-down. */
  busy: number;
};

export type SteadyPlan = { slowDown: number; warmUpMs: number; watchMs: number };

export type WallPlan = { name: string; viewport: Size; query: string; changesPerSecond: number };

const FOUR_K: Size = { width: 3840, height: 2160 };
const FULL_HD: Size = { width: 1920, height: 1080 };
const EVERY_CARD = 'columns=10&density=dense&diagonal=60&distance=0.5';
/** A 43 inch wall read from its usual distance. */
const USUAL_PAGE = 'diagonal=43';
const FULLEST_PAGE = 'columns=8&density=dense&diagonal=43&zoom=-3';

/** The same tickets on one screen that shows them all, on a usual wall, and on a wall with the smallest text. */
export const WALLS: WallPlan[] = [
  { name: 'every card, 3840 × 2160', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 0 },
  { name: 'a usual page, 1920 × 1080', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 0 },
  { name: 'a usual page, 1 change/s', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 1 },
  { name: 'the fullest page, 1 change/s', viewport: FULL_HD, query: FULLEST_PAGE, changesPerSecond: 1 },
  { name: 'every card, 1 change/s', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 1 },
];

/** Watches a wall at a slow-down, after a warm-up, for tasks over 50 ms. */
export async function watchWall(browser: Browser, served: Served, wall: WallPlan, plan: SteadyPlan): Promise<Steady> {
  const page = await openWall(browser, served, wall.viewport, wall.query);
  return watch(page, wall.name, plan, () => change(served.url, wall.changesPerSecond));
}

/** The baseline: a page of plain text as many times as the fullest page has cards, rewritten every second. */
export async function watchPlainPage(browser: Browser, plan: SteadyPlan): Promise<Steady> {
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
  return watch(page, 'baseline: 64 plain texts', plan, () => change('', 0));
}

async function watch(
  page: Page,
  name: string,
  plan: SteadyPlan,
  startChanging: () => { stop: () => Promise<void> },
): Promise<Steady> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: plan.slowDown });
  await provesItself(page);
  const changing = startChanging();
  await page.waitForTimeout(plan.warmUpMs);

  const busyBefore = await busySeconds(session);
  const from = await page.evaluate(() => performance.now());
  await page.waitForTimeout(plan.watchMs);
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
    longest: Math.max(0, ...long),
    busy: (busyAfter - busyBefore) / seconds,
  };
}

/** Proves that the observer works: it must report a long task that is made on purpose. */
async function provesItself(page: Page): Promise<void> {
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
  const seen = await page.evaluate(
    () => (window as unknown as { bench: { longTasks: unknown[] } }).bench.longTasks.length,
  );
  if (seen === 0) throw new Error('a task of 120 ms was not seen: the browser reports no long tasks');
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = metrics.find(({ name }) => name === 'TaskDuration');
  if (!busy) throw new Error('the browser does not report how busy it was');
  return busy.value;
}

const GUESTS = 8;

/** Changes the guests of one table after the other: a card changes and stays where it is. */
function change(url: string, perSecond: number): { stop: () => Promise<void> } {
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
