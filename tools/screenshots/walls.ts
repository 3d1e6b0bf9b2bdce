import type { Browser } from '@playwright/test';
import type { Album } from './album';
import { deliveriesUntil, MOMENTS } from './moments';
import type { Restaurants } from './restaurant';

/** Typical kitchen screens, in pixels and inches. */
const SCREENS = [
  { size: '1920x1080', width: 1920, height: 1080, diagonal: 43 },
  { size: '1920x1080-32in', width: 1920, height: 1080, diagonal: 32 },
  { size: '1280x800', width: 1280, height: 800, diagonal: 21.5 },
  { size: '1080x1920', width: 1080, height: 1920, diagonal: 43 },
];

const LOOKS = [
  ['dark', 'theme=dark'],
  ['light', 'theme=light'],
  ['lanes', 'theme=dark&layout=lanes'],
] as const;

/** Takes screenshots of walls of every size and theme, and in lanes, at each moment of an evening. */
export async function takeWalls(browser: Browser, restaurants: Restaurants, album: Album): Promise<void> {
  for (const moment of MOMENTS) {
    const { addScreenToBranch } = await restaurants.addBranch('Hot kitchen', deliveriesUntil(moment, Date.now()));
    const { link } = await addScreenToBranch('kitchen', 'Wall');
    const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
    await page.goto(link);
    await page.waitForURL('**/kitchen');
    for (const { size, width, height, diagonal } of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const [look, choices] of LOOKS) {
        await page.goto(`${restaurants.url}/kitchen?diagonal=${diagonal}&${choices}`);
        await page.locator('main[data-level=live]').waitFor();
        await album.save(page, `wall-${moment.open}-${size}-${look}`);
      }
    }
    await page.close();
  }
}
