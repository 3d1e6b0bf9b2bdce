import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../set-up/project-root.mjs';

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

/** @param folder for all screenshots; null for the folders of the documentation and of the test results */
export function openAlbum(folder: string | null): Album {
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
