import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { MOMENTS, postedUntil } from './moments';
import { openRestaurants, type Restaurants } from './restaurant';

/** Pictures that the documentation shows are kept; the rest is for whoever changes something that shows. */
const KEPT = path.join(projectRoot, 'docs', 'screenshots');
const OTHERS = path.join(projectRoot, 'test-results', 'screenshots');
const SHOWN = ['wall-14-1920x1080-dark', 'wall-14-1920x1080-light', 'wall-24-1080x1920-lanes', 'front-page'];

/** Screens as kitchens have them, in pixels and inches. */
const SCREENS = [
  { width: 1920, height: 1080, diagonal: 43 },
  { width: 1280, height: 800, diagonal: 21.5 },
  { width: 1080, height: 1920, diagonal: 43 },
];

const LOOKS = [
  ['dark', 'theme=dark'],
  ['light', 'theme=light'],
  ['lanes', 'theme=dark&layout=lanes'],
] as const;

async function saves(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(SHOWN.includes(name) ? KEPT : OTHERS, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

/** A wall of every size, by night, by day and in lanes, at each moment of an evening. */
async function walls(browser: Browser, restaurants: Restaurants): Promise<void> {
  for (const [index, moment] of MOMENTS.entries()) {
    const link = await restaurants.opens(index + 1, 'Hot kitchen', postedUntil(moment, Date.now()));
    const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
    await page.goto(link);
    await page.waitForURL('**/kitchen');
    for (const { width, height, diagonal } of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const [look, choices] of LOOKS) {
        await page.goto(`${restaurants.url}/kitchen?diagonal=${diagonal}&${choices}`);
        await page.locator('main[data-level=live]').waitFor();
        await saves(page, `wall-${moment.open}-${width}x${height}-${look}`);
      }
    }
    await page.close();
  }
}

async function frontPage(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
  await saves(page, 'front-page');
  await page.close();
}

for (const folder of [KEPT, OTHERS]) mkdirSync(folder, { recursive: true });
const restaurants = await openRestaurants();
const executablePath = findBrowser();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) });
await walls(browser, restaurants);
await frontPage(browser, restaurants.url);
await browser.close();
await restaurants.close();
process.stdout.write(`Saved in ${path.relative(projectRoot, KEPT)} and ${path.relative(projectRoot, OTHERS)}.\n`);
process.exit(0);
