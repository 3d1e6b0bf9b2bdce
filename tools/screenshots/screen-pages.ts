import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import type { Board, TicketActionKind } from '../../contract/live';
import type { Album } from './main';
import { COUNTER_MOMENTS, deliveriesUntil, MOMENTS, type Restaurant, type Restaurants, STAFF_MOMENTS } from './moments';

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

/** Every fifth ready course is collected, and every third of the others claimed. */
const CLAIM_EVERY = 3;
const COLLECT_EVERY = 5;

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

/** Two waiters tap ready courses over the API. @throws Error if a tap is refused */
async function tapTickets(url: string, { addScreenToBranch }: Restaurant): Promise<void> {
  const waiters = [await addScreenToBranch('ready', 'Noor'), await addScreenToBranch('ready', 'Piet')];
  const request = async (path: string, token: string, body?: object): Promise<Response> => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  const board = (await (await request('board', waiters[0]?.token ?? '')).json()) as Board;
  const isReady = ({ readyAt, closedAt }: Board['tickets'][number]) => readyAt !== null && closedAt === null;
  for (const [index, ticket] of board.tickets.filter(isReady).entries()) {
    const { token = '' } = waiters[index % waiters.length] ?? {};
    const kind: TicketActionKind | null =
      index % COLLECT_EVERY === 4 ? 'collect' : index % CLAIM_EVERY === 1 ? 'claim' : null;
    if (kind !== null) await request(`tickets/${ticket.id}/notes`, token, { noteId: randomUUID(), kind });
  }
}

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
