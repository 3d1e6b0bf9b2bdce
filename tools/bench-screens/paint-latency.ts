import type { Page } from '@playwright/test';
import { percentile } from '../../lib/percentile';
import { bodyOf, post } from './post';

export type PaintLatency = { events: number; missed: number; p50: number; p95: number; p99: number; longest: number };

const PER_SECOND = 2;
/** Number of cards on the wall during the measurement: each new one replaces an old one. */
const ON_THE_WALL = 30;
const LAST_ONE_MS = 3_000;

/**
 * Measures the time from the start of the POST to the frame after which the card is in the DOM and drawn. Each event
 * has a table of its own, so that its card is unique.
 */
export async function measurePaintLatency(
  page: Page,
  url: string,
  from: number,
  events: number,
): Promise<PaintLatency> {
  const began = new Map<string, number>();
  const dueFrom = performance.now();
  for (let index = 0; index < events; index += 1) {
    // Not in phase with the page's frames, nor with the second at which its timers change.
    const due = dueFrom + (index * 1000) / PER_SECOND + ((index * 137) % 400);
    await pause(due - performance.now());
    const table = from + index;
    began.set(String(table), await post(url, 'kitchenStartCourse', bodyOf({ table, at: Date.now() })));
    if (index >= ON_THE_WALL)
      await post(url, 'kitchenServeCourse', bodyOf({ table: table - ON_THE_WALL, at: Date.now(), counter: 2 }));
  }
  await pause(LAST_ONE_MS);
  const behind = await clockDifference(page);
  const painted = await page.evaluate(
    () => (window as unknown as { bench: { painted: { table: string; painted: number }[] } }).bench.painted,
  );
  const times = painted.flatMap(({ table, painted: at }) => {
    const beganAt = began.get(table);
    began.delete(table);
    return beganAt === undefined ? [] : [at + behind - beganAt];
  });
  return {
    events: times.length,
    missed: began.size,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    longest: Math.max(...times),
  };
}

/** Our clock minus the page's, from the sample with the lowest round trip. */
async function clockDifference(page: Page): Promise<number> {
  let best = { roundTrip: Number.POSITIVE_INFINITY, difference: 0 };
  for (let question = 0; question < 30; question += 1) {
    const sentAt = performance.timeOrigin + performance.now();
    const pageNow = await page.evaluate(() => performance.timeOrigin + performance.now());
    const answered = performance.timeOrigin + performance.now();
    const roundTrip = answered - sentAt;
    if (roundTrip < best.roundTrip) best = { roundTrip, difference: (sentAt + answered) / 2 - pageNow };
  }
  return best.difference;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}
