import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { exitOnSignal } from '../harness/command-line';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { MANAGER_PAGES, takeManagerPages, yearOfCourses } from './manager-pages';
import { openRestaurants, type Restaurants } from './moments';
import { SCREEN_VIEWS, takeScreenPages, takeWalls } from './screen-pages';
import { takeWallSizes } from './wall-sizes';

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
  const executablePath = findBrowser();
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, ...(executablePath === null ? {} : { executablePath }) });
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
  process.stdout.write(`Saved in ${album.folderNames}.\n`);
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
      process.stdout.write(`${name}\n`);
    },
    async print(page, name, isLandscape) {
      await page.pdf({ path: path.join(folderOf(name), `${name}.pdf`), format: 'A4', landscape: isLandscape });
      process.stdout.write(`${name}\n`);
    },
    folderNames: folders.map((each) => path.relative(process.cwd(), each) || '.').join(' and '),
  };
}
