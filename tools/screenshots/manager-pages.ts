import type { Browser, Page } from '@playwright/test';
import { cachedHistory } from '../load-history/cached-history';
import type { Album } from './main';
import { deliveriesUntil, PAST_EVENINGS, type Restaurants } from './moments';

const PAGES_OF_COURSES = ['live', 'history', 'reports', 'deliveries', 'settings'] as const;
const OTHER_PAGES = ['screens', 'subscriptions', 'people', 'guests', 'setup', 'audit', 'account'] as const;
/** The pages of managers, by the name of their folder. */
export const MANAGER_PAGES = [...PAGES_OF_COURSES, ...OTHER_PAGES] as const;
type ManagerPage = (typeof MANAGER_PAGES)[number];

export const pathOf = (page: ManagerPage) => (page === 'live' ? '/manager' : `/manager/${page}`);

/** A desktop, an upright tablet, a phone. */
const SIZES = [
  { width: 1440, height: 1000 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
const PASSWORD = 'pictures of a lamp';
/** 250 courses per day, like an ordinary branch. */
const YEAR = { courses: 90_000, years: 1, branches: 1, seed: 1 };
const YEAR_BRANCH = 1;

/** A year of one branch, generated once and cached. */
export async function yearOfCourses(): Promise<{ dataDir: string; branches: number }> {
  const { dataDir } = await cachedHistory(YEAR);
  return { dataDir, branches: YEAR.branches };
}

/**
 * Takes screenshots of each page in every size and theme: those that show courses with none, 20, an evening and a year.
 */
export async function takeManagerPages(
  names: readonly ManagerPage[],
  browser: Browser,
  restaurants: Restaurants,
  album: Album,
): Promise<void> {
  const { branch: empty } = await restaurants.addBranch('Terrace', []);
  const branches: Record<string, { branch: number; query: string }> = {
    none: { branch: empty, query: '' },
    'a-year': { branch: YEAR_BRANCH, query: '&period=this-year' },
  };
  for (const [name, moment] of Object.entries(PAST_EVENINGS)) {
    const { branch } = await restaurants.addBranch('Hot kitchen', deliveriesUntil(moment, Date.now()));
    branches[name] = { branch, query: '' };
  }
  const { link } = await restaurants.addOwner('Anna');
  for (const [index, theme] of THEMES.entries()) {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', colorScheme: theme });
    const page = await context.newPage();
    await signIn(page, restaurants.url, index === 0 ? link : null);
    for (const name of names)
      for (const [amount, { branch, query }] of Object.entries(branches)) {
        if (OTHER_PAGES.some((page) => page === name) && amount !== 'one-evening') continue;
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await page.goto(`${restaurants.url}${pathOf(name)}?branch=${branch}${query}`, { waitUntil: 'networkidle' });
          await page.getByRole('heading', { level: 1 }).waitFor();
          await album.save(page, `${name}-${amount}-${size.width}-${theme}`, 'whole');
          if (size !== SIZES[0] || theme !== 'light') continue;
          // For the README: what is seen without scrolling.
          if (name === 'reports' && amount === 'a-year') await album.save(page, 'report-1440x1000-light');
          await album.print(page, `${name}-${amount}-print-upright`, false);
          await album.print(page, `${name}-${amount}-print-across`, true);
        }
      }
    await context.close();
  }
}

/** Signs in with the one-time link, or with the password if it is null. */
async function signIn(page: Page, url: string, link: string | null): Promise<void> {
  const [path, data] =
    link === null
      ? ['sign-in', { name: 'Anna', password: PASSWORD }]
      : ['set-password', { token: link.slice(link.indexOf('#') + 1), password: PASSWORD }];
  const response = await page.context().request.post(`${url}/api/auth/${path}`, { data });
  if (!response.ok()) throw new Error(`signing in returned ${response.status()}: ${await response.text()}`);
}
