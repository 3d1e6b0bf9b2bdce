import type { Browser } from '@playwright/test';
import { errorMessage } from '../../lib/error-message';
import { MANAGER_PAGES, pathOf } from '../screenshots/manager-pages';
import type { Restaurant } from '../screenshots/moments';
import { readWall } from '../wall-sizes/read-wall';

type Plan = {
  browser: Browser;
  /** Of the server. */
  url: string;
  /** A branch with open courses in every state. */
  restaurant: Restaurant;
  /** Link of a new owner, who sets a password with it. */
  owner: string;
  /** Returns the file for the picture of this name. */
  fileOf: (name: string) => string;
};

type Size = readonly [width: number, height: number];
type Step = { name: string; size: Size; run: () => Promise<void> };

const PASSWORD = 'twelve warm plates';
const WALL = { size: [1920, 1080], inches: 43, metres: 2 } as const;
/** No promise: on a busy machine an old browser is slow. */
const TIMEOUT_MS = 60_000;

/**
 * Pairs a screen of every view in this browser, hides a card, claims a course, sets a password, and opens every page of
 * managers. Resolves to what went wrong: uncaught errors, pages that do not get live, text of the wall that overlaps,
 * and pages that are wider than their window.
 */
export async function visitPages({ browser, url, restaurant, owner, fileOf }: Plan): Promise<string[]> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  let now = '';
  page.on('pageerror', (error) => problems.push(`${now}: ${errorMessage(error)}`));
  // Only the rig's own function reads it.
  await page.addInitScript('Element.prototype.checkVisibility ??= function () { return !!this.getClientRects()[0] }');

  const pairsAs = (view: string) => async () => {
    const { link } = await restaurant.addScreenToBranch(view, 'Sam');
    const start = performance.now();
    await page.goto(link);
    await page.waitForURL(`**/${view}`);
    await sees('main[data-level=live]');
    const seconds = (performance.now() - start) / 1000;
    process.stderr.write(`  paired and live after ${seconds.toFixed(1)} s\n`);
  };
  const steps: Step[] = [
    { name: 'home', size: [1280, 800], run: opens('/') },
    {
      name: 'pair',
      size: [1280, 800],
      run: async () => {
        await page.goto(`${url}/pair`);
        await sees('[role=img]', 'QR code');
      },
    },
    { name: 'kitchen', size: WALL.size, run: pairsAs('kitchen') },
    { name: 'kitchen-hidden', size: WALL.size, run: hidesCard },
    { name: 'kitchen-upright', size: [1080, 1920], run: opens('/kitchen?diagonal=43') },
    { name: 'kitchen-small', size: [1280, 720], run: opens('/kitchen?diagonal=15.6') },
    { name: 'ready', size: [800, 1280], run: pairsAs('ready') },
    { name: 'ready-claimed', size: [800, 1280], run: claims },
    { name: 'ready-phone', size: [390, 844], run: opens('/ready') },
    { name: 'pass', size: [1920, 1080], run: pairsAs('pass') },
    { name: 'tables', size: [1280, 800], run: pairsAs('tables') },
    { name: 'pickup', size: [1280, 800], run: pairsAs('pickup') },
    { name: 'login', size: [1280, 800], run: opens('/login') },
    { name: 'signed-in', size: [1280, 800], run: setsPassword },
    ...MANAGER_PAGES.map((name) => ({ name, size: [1280, 1000] as const, run: opens(pathOf(name)) })),
    { name: 'reports-phone', size: [390, 844], run: opens('/manager/reports') },
  ];
  for (const {
    name,
    size: [width, height],
    run,
  } of steps) {
    now = name;
    try {
      await page.setViewportSize({ width, height });
      await run();
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: fileOf(name) });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (tooWide > 0) problems.push(`${name}: ${tooWide} px wider than the window`);
    } catch (error) {
      problems.push(`${name}: ${errorMessage(error)}`);
    }
  }
  await context.close();
  return problems;

  function opens(path: string) {
    return async () => {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      await sees('h1');
    };
  }

  async function hidesCard(): Promise<void> {
    const { faults } = await readWall(page, WALL.inches, WALL.metres);
    problems.push(...faults.map((fault) => `${now}: ${fault}`));
    await clicks('button', 'Hide ');
    await sees('button', '1 hidden');
  }

  async function claims(): Promise<void> {
    await clicks('[role=tab]', 'All');
    await clicks('button', 'I have it');
    await sees('button', 'At the table', 'Handed over');
  }

  async function setsPassword(): Promise<void> {
    await page.goto(`${url}/login${new URL(owner).hash}`);
    await sees('input[type=password]');
    await page.focus('input[type=password]');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/manager`);
    await sees('h1');
  }

  /** Waits for an element with a name that starts like this. Playwright's own locators need Chromium 105. */
  async function sees(selector: string, ...names: string[]) {
    return page.waitForFunction(
      ([selector, names]) =>
        [...document.querySelectorAll(selector)].find((each) => {
          const name = each.getAttribute('aria-label') ?? each.textContent ?? '';
          return (
            each.getClientRects().length > 0 && (names.length === 0 || names.some((start) => name.startsWith(start)))
          );
        }),
      [selector, names] as const,
    );
  }

  async function clicks(selector: string, name: string): Promise<void> {
    const found = await sees(selector, name);
    const [x, y] = await found.evaluate(async (element) => {
      if (!element) throw new Error('it is gone');
      element.scrollIntoView({ block: 'center' });
      // A row may slide to its place.
      for (let last = -1; last !== element.getBoundingClientRect().top; ) {
        last = element.getBoundingClientRect().top;
        await new Promise((later) => setTimeout(later, 100));
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    });
    await page.mouse.click(x, y);
  }
}
