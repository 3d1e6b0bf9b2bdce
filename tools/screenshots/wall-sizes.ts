import type { Browser, Page } from '@playwright/test';
import { openCourse, readWall, type WallFigures } from '../wall-sizes/read-wall';
import type { Album } from './main';
import type { Restaurants } from './moments';

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

/** Takes screenshots of walls of every size, orientation and theme, with 8 to 60 open courses, and prints figures. */
export async function takeWallSizes(browser: Browser, restaurants: Restaurants, album: Album): Promise<void> {
  const rows: string[] = [];
  const faults: string[] = [];
  for (const open of OPEN) {
    const postings = Array.from({ length: open }, (_, index) => openCourse(1, index, Date.now())).flat();
    const { addScreenToBranch } = await restaurants.addBranch(
      'North Quay',
      postings.map(({ event, body }) => ({ dueMs: 0, path: `/webhooks/${event}`, body, kind: 'delivery' })),
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
          rows.push(rowOf([open, inches, shape, theme], figures));
        }
      }
    await page.close();
  }
  process.stdout.write('open  inches  shape    theme  cards  more  look   table, timer, course  smallest  faults\n');
  process.stdout.write(`${[...rows, ...faults].join('\n')}\n`);
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

function rowOf([open, inches, shape, theme]: (string | number)[], figures: WallFigures): string {
  const { cards, more, look, main, smallest, faults } = figures;
  const cells = [
    String(open).padStart(4),
    `${inches}`.padStart(6),
    `${shape}`.padEnd(7),
    `${theme}`.padEnd(5),
    String(cards).padStart(5),
    String(more).padStart(4),
    look.padEnd(5),
    main.toFixed(1).padStart(20),
    smallest.toFixed(1).padStart(8),
    String(faults.length).padStart(6),
  ];
  return cells.join('  ');
}
