import type { Browser, CDPSession, Page } from '@playwright/test';
import { openBrowser } from '../bench-screens/chromium';

/** Memory of a wall after garbage collection. */
export type WallFigures = { heapMb: number; nodes: number; listeners: number; cards: number };

/** Walls in a real browser, each paired as its own screen. */
export type Walls = {
  measure: () => Promise<WallFigures[]>;
  /** Walls that are not live, and errors of their pages, as text. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
};

const FULL_HD = { width: 1920, height: 1080 };
const MB = 1024 * 1024;
/** Leaks a megabyte every second. */
const LEAK = `const kept = []; setInterval(() => kept.push(new Array(131_072).fill(0.5 + kept.length)), 1_000);`;

type Wall = { page: Page; session: CDPSession; errors: string[] };

/** Opens a wall for each token. `isLeaking` makes them leak. @throws if one shows no board */
export async function openWalls(url: URL, tokens: readonly string[], isLeaking: boolean): Promise<Walls> {
  const browser = await openBrowser();
  try {
    const walls: Wall[] = [];
    for (const token of tokens) walls.push(await openWall(browser, url, token, isLeaking));
    return {
      measure: () => Promise.all(walls.map(measureWall)),
      problems: async () => (await Promise.all(walls.map(problemsOf))).flat(),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Does not use the recorder of bench:screens, whose memory grows. */
async function openWall(browser: Browser, url: URL, token: string, isLeaking: boolean): Promise<Wall> {
  const page = await browser.newPage({ viewport: FULL_HD });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  if (isLeaking) await page.addInitScript({ content: LEAK });
  const pair = new URL('/api/v1/pair', url).href;
  const paired = await page.request.post(pair, { data: { token }, headers: { Origin: url.origin } });
  if (!paired.ok()) throw new Error(`a wall was not paired: ${paired.status()}`);
  await page.goto(new URL('/kitchen', url).href);
  await page.locator('[data-level="live"]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return { page, session, errors };
}

async function measureWall({ page, session }: Wall): Promise<WallFigures> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const cards = await page.locator('[data-ticket]').count();
  return { heapMb: usedSize / MB, nodes, listeners: jsEventListeners, cards };
}

async function problemsOf({ page, errors }: Wall, index: number): Promise<string[]> {
  const level = await page.locator('[data-level]').first().getAttribute('data-level');
  return [
    ...(level === 'live' ? [] : [`wall ${index + 1} is ${level} at the end`]),
    ...errors.slice(0, 1).map((message) => `wall ${index + 1} had ${errors.length} errors: ${message}`),
  ];
}
