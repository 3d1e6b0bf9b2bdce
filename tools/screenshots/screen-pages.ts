import type { Browser } from '@playwright/test';
import type { Album } from './album';
import { COUNTER_MOMENTS, deliveriesUntil, STAFF_MOMENTS } from './moments';
import type { Restaurants } from './restaurant';
import { tapTickets } from './tap-tickets';

/** The views of screens other than the wall. */
export const SCREEN_VIEWS = ['ready', 'pass', 'tables', 'pickup'] as const;
export type ScreenView = (typeof SCREEN_VIEWS)[number];

/** An upright tablet, a phone, a screen at the pass, and one on a wall. */
const SIZES = [
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['dark', 'light'];

/** Takes screenshots of each page in every size and theme, at each moment of an evening, with taps of waiters. */
export async function takeScreenPages(
  views: readonly ScreenView[],
  browser: Browser,
  restaurants: Restaurants,
  album: Album,
): Promise<void> {
  const staffViews = views.filter((view) => view !== 'pickup');
  const evenings = [
    { moments: STAFF_MOMENTS, shownViews: staffViews },
    { moments: COUNTER_MOMENTS, shownViews: views.filter((view) => view === 'pickup') },
  ];
  for (const { moments, shownViews } of evenings) {
    for (const moment of shownViews.length > 0 ? moments : []) {
      const restaurant = await restaurants.addBranch('Hot kitchen', deliveriesUntil(moment, Date.now()));
      await tapTickets(restaurants.url, restaurant);
      for (const view of shownViews) {
        const { link } = await restaurant.addScreenToBranch(view, 'Sam');
        const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
        await page.goto(link);
        await page.waitForURL(`**/${view}`);
        for (const { width, height } of SIZES) {
          await page.setViewportSize({ width, height });
          for (const theme of THEMES) {
            await page.goto(`${restaurants.url}/${view}?theme=${theme}`);
            await page.locator('main[data-level=live]').waitFor();
            await album.save(page, `${view}-${moment.open}-${width}x${height}-${theme}`);
          }
        }
        await page.close();
      }
    }
  }
}
