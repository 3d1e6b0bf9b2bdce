import path from 'node:path';
import { chromium } from '@playwright/test';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { exitOnSignal } from '../harness/stop-condition';
import { findBrowser, LAUNCH_OPTIONS } from '../set-up/browser.mjs';
import { openAlbum } from './album';
import { takeHomePage } from './home-page';
import { MANAGER_PAGES, takeManagerPages, yearOfCourses } from './manager-pages';
import { openRestaurants } from './restaurant';
import { SCREEN_VIEWS, takeScreenPages } from './screen-pages';
import { takeWallSizes } from './wall-sizes';
import { takeWalls } from './walls';

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
