import type { Browser, CDPSession, Page } from '@playwright/test';
import { bodyOf, cardCount, openPage, openWall, post, type ServerAccess, type Size } from './chromium';

/** Results of a measured page. Times in ms. */
export type Steady = {
  name: string;
  onScreen: number;
  seconds: number;
  longTasks: number;
  max: number;
  /** Share of one core, with the CPU slowdown. */
  busy: number;
};

export type SteadyPlan = { slowDown: number; warmUpMs: number; measureMs: number };

export type WallPlan = { name: string; viewport: Size; query: string; changesPerSecond: number };

const FOUR_K: Size = { width: 3840, height: 2160 };
const FULL_HD: Size = { width: 1920, height: 1080 };
const EVERY_CARD = 'columns=10&density=dense&diagonal=60&distance=0.5';
/** A 43 inch wall read from its usual distance. */
const USUAL_PAGE = 'diagonal=43';
const FULLEST_PAGE = 'columns=8&density=dense&diagonal=43&zoom=-3';

/** The same tickets on a screen that shows them all, on a usual wall, and on a wall with the smallest text. */
export const WALLS: WallPlan[] = [
  { name: 'every card, 3840 × 2160', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 0 },
  { name: 'a usual page, 1920 × 1080', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 0 },
  { name: 'a usual page, 1 change/s', viewport: FULL_HD, query: USUAL_PAGE, changesPerSecond: 1 },
  { name: 'the fullest page, 1 change/s', viewport: FULL_HD, query: FULLEST_PAGE, changesPerSecond: 1 },
  { name: 'every card, 1 change/s', viewport: FOUR_K, query: EVERY_CARD, changesPerSecond: 1 },
];

/** Measures tasks over 50 ms of a wall with CPU slowdown, after a warm-up. */
export async function measureWall(
  browser: Browser,
  served: ServerAccess,
  wall: WallPlan,
  plan: SteadyPlan,
): Promise<Steady> {
  const page = await openWall(browser, served, wall.viewport, wall.query);
  return measurePage(page, wall.name, plan, () => changeCards(served.url, wall.changesPerSecond));
}

/** Measures the baseline: a page with 64 plain texts, which change every second. */
export async function measurePlainPage(browser: Browser, plan: SteadyPlan): Promise<Steady> {
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

const GUESTS = 8;

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
