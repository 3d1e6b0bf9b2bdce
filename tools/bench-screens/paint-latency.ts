import type { Page } from '@playwright/test';
import { percentile } from '../../lib/percentile';
import { bodyOf, post } from './post';

export type PaintLatency = { events: number; missed: number; p50: number; p95: number; p99: number; max: number };

const PER_SECOND = 2;
/** Number of cards during the measurement; each new card replaces an old one. */
const CARDS_ON_WALL = 30;
const LAST_CARD_MS = 3_000;

/**
 * Measures the time from the start of the POST to the frame in which the card is painted. Each event has its own table,
 * so that its card is unique.
 */
export async function measurePaintLatency(
  page: Page,
  url: string,
  from: number,
  events: number,
): Promise<PaintLatency> {
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
