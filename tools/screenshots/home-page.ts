import type { Browser } from '@playwright/test';
import type { Album } from './album';
import type { Restaurants } from './restaurant';

/** Takes a screenshot of the home page. */
export async function takeHomePage(browser: Browser, { url }: Restaurants, album: Album): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
  await album.save(page, 'home-page');
  await page.close();
}
