import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Board, TicketActionKind } from '../../contract/live';
import { openBrowser } from '../bench/chromium';
import { exitOnSignal } from '../harness/command-line';
import { print, table } from '../harness/report';
import { projectRoot } from '../set-up/project-root.mjs';
import { openCourse, readWall, type WallFigures } from '../wall-sizes/read-wall';
import { MANAGER_PAGES, takeManagerPages, yearOfCourses } from './manager-pages';
import {
  COUNTER_MOMENTS,
  deliveriesUntil,
  MOMENTS,
  openRestaurants,
  type Restaurant,
  type Restaurants,
  STAFF_MOMENTS,
} from './moments';

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
const SCREEN_VIEWS = ['ready', 'pass', 'tables', 'pickup'] as const;
type ScreenView = (typeof SCREEN_VIEWS)[number];

/** An upright tablet, a phone, a screen at the pass, and one on a wall. */
const SIZES = [
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const OPEN = [8, 16, 30, 60];
/** Diagonal in inches, and the default reading distance in metres. */
const WALLS = [
  { inches: 15.6, metres: 1 },
  { inches: 21.5, metres: 1.35 },
  { inches: 24, metres: 1.5 },
  { inches: 32, metres: 2 },
  { inches: 43, metres: 2 },
  { inches: 55, metres: 2 },
];
const SHAPES = [
  { shape: 'across', width: 1920, height: 1080 },
  { shape: 'upright', width: 1080, height: 1920 },
];
const THEMES = ['dark', 'light'];

/** Saves screenshots. */
export type Album = {
  /** Saves the viewport, or the whole page. */
  save: (page: Page, name: string, extent?: 'whole') => Promise<void>;
  /** Saves the page printed on A4. */
  print: (page: Page, name: string, isLandscape: boolean) => Promise<void>;
  /** The folders, relative to the working directory. */
  folderNames: string;
};

/** Screenshots of the documentation; the others are for reviewing changes. */
const DOCUMENTATION_FOLDER = path.join(projectRoot, 'docs', 'screenshots');
const RESULTS_FOLDER = path.join(projectRoot, 'test-results', 'screenshots');
const DOCUMENTED = [
  ...['wall-14-1920x1080-dark', 'ready-12-800x1280-light', 'pickup-12-1280x800-dark'],
  'report-1440x1000-light',
];

const SUBJECTS = ['wall', 'wall-sizes', ...SCREEN_VIEWS, 'home', ...MANAGER_PAGES] as const;
type Subject = (typeof SUBJECTS)[number];

/** Takes screenshots of every page, with generated evenings on a temporary server. */
async function main(): Promise<void> {
  const command = new Command('screenshots')
    .description('Takes screenshots of the pages, at moments of generated evenings.')
    .addArgument(new Argument('[folder]', 'folder for all screenshots, instead of docs and test-results'))
    .addOption(
      new Option('--only <subjects>', `comma-separated list of ${SUBJECTS.join(', ')}`)
        .argParser(readSubjects)
        .default(SUBJECTS, 'all'),
    )
    .parse();
  exitOnSignal();
  const { only } = command.opts<{ only: readonly Subject[] }>();
  const [folder] = command.args;
  const album = openAlbum(folder === undefined ? null : path.resolve(folder));
  const managerPages = MANAGER_PAGES.filter((name) => only.includes(name));
  const restaurants = await openRestaurants(managerPages.length > 0 ? await yearOfCourses() : null);
  const browser = await openBrowser();
  if (only.includes('wall')) await takeWalls(browser, restaurants, album);
  if (only.includes('wall-sizes')) await takeWallSizes(browser, restaurants, album);
  await takeScreenPages(
    SCREEN_VIEWS.filter((view) => only.includes(view)),
    browser,
    restaurants,
    album,
  );
  if (only.includes('home')) await takeHomePage(browser, restaurants, album);
  if (managerPages.length > 0) await takeManagerPages(managerPages, browser, restaurants, album);
  await browser.close();
  await restaurants.close();
  print(`Saved in ${album.folderNames}.`);
}

function readSubjects(text: string): readonly Subject[] {
  return text.split(',').map((name) => {
    const subject = SUBJECTS.find((each) => each === name.trim());
    if (!subject) throw new InvalidArgumentError(`Expected a comma-separated list of ${SUBJECTS.join(', ')}.`);
    return subject;
  });
}

await main();
process.exit();

/** Takes a screenshot of the home page. */
async function takeHomePage(browser: Browser, { url }: Restaurants, album: Album): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
  await album.save(page, 'home-page');
  await page.close();
}

/** @param folder for all screenshots; null for the folders of the documentation and of the test results */
function openAlbum(folder: string | null): Album {
  const folderOf = (name: string) => folder ?? (DOCUMENTED.includes(name) ? DOCUMENTATION_FOLDER : RESULTS_FOLDER);
  const folders = folder === null ? [DOCUMENTATION_FOLDER, RESULTS_FOLDER] : [folder];
  for (const each of folders) mkdirSync(each, { recursive: true });
  return {
    async save(page, name, extent) {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: path.join(folderOf(name), `${name}.png`), fullPage: extent === 'whole' });
      print(name);
    },
    async print(page, name, isLandscape) {
      await page.pdf({ path: path.join(folderOf(name), `${name}.pdf`), format: 'A4', landscape: isLandscape });
      print(name);
    },
    folderNames: folders.map((each) => path.relative(process.cwd(), each) || '.').join(' and '),
  };
}

/** Takes screenshots of walls of every size, orientation and theme, with 8 to 60 open courses, and prints figures. */
async function takeWallSizes(browser: Browser, restaurants: Restaurants, album: Album): Promise<void> {
  const rows: string[][] = [];
  const faults: string[] = [];
  for (const open of OPEN) {
    const postings = Array.from({ length: open }, (_, index) => openCourse(1, index, Date.now())).flat();
    const { addScreenToBranch } = await restaurants.addBranch(
      'North Quay',
      postings.map(({ event, body }) => ({ path: `/webhooks/${event}`, body })),
    );
    const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
    await page.goto((await addScreenToBranch('kitchen', 'Wall')).link);
    await page.waitForURL('**/kitchen');
    for (const { inches, metres } of WALLS)
      for (const { shape, width, height } of SHAPES) {
        await page.setViewportSize({ width, height });
        for (const theme of THEMES) {
          await page.goto(`${restaurants.url}/kitchen?diagonal=${inches}&theme=${theme}`);
          const name = `wall-sizes-${open}-${inches}in-${shape}-${theme}`;
          const figures = await figuresOf(page, inches, metres, open);
          await album.save(page, name);
          faults.push(...figures.faults.map((fault) => `${name}: ${fault}`));
          const sizes = [figures.main, figures.smallest].map((minutes) => minutes.toFixed(1));
          rows.push([name, String(figures.cards), String(figures.more), figures.look, ...sizes]);
        }
      }
    await page.close();
  }
  print(table(['', 'cards', 'more', 'look', 'table, timer, course', 'smallest'], rows));
  for (const fault of faults) print(fault);
  if (faults.length > 0) process.exitCode = 1;
}

async function figuresOf(page: Page, inches: number, metres: number, open: number): Promise<WallFigures> {
  await page.locator('main[data-level=live]').waitFor();
  await page.locator('[data-ticket]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const figures = await readWall(page, inches, metres);
  if (figures.cards + figures.more !== open) figures.faults.push(`${figures.cards} + ${figures.more} of ${open}`);
  return figures;
}

/** Takes screenshots of each page in every size and theme, at each moment of an evening, with actions of waiters. */
async function takeScreenPages(
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
      await actOnTickets(restaurants.url, restaurant);
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

/** Two waiters tap ready courses over the API. @throws Error if an action is refused */
async function actOnTickets(url: string, { addScreenToBranch }: Restaurant): Promise<void> {
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
    if (kind !== null) await request(`tickets/${ticket.id}/actions`, token, { actionId: randomUUID(), kind });
  }
}

/** Takes screenshots of walls of every size and theme, and in lanes, at each moment of an evening. */
async function takeWalls(browser: Browser, restaurants: Restaurants, album: Album): Promise<void> {
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
