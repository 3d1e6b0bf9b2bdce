import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../set-up/project-root.mjs';

/** Stores pictures. */
export type Album = {
  /** Takes the window, or the whole scrolled page. */
  saves: (page: Page, name: string, whole?: 'whole') => Promise<void>;
  /** Takes the page as printed on A4. */
  prints: (page: Page, name: string, turned: boolean) => Promise<void>;
  /** The folders, relative to the working directory. */
  places: string;
};

/** Pictures of the documentation; the others are for reviewing changes. */
const KEPT = path.join(projectRoot, 'docs', 'screenshots');
const OTHERS = path.join(projectRoot, 'test-results', 'screenshots');
const SHOWN = ['wall-14-1920x1080-dark', 'ready-12-800x1280-light', 'pickup-12-1280x800-dark'];

/** `folder` takes them all; null for the documentation's and those beside it. */
export function openAlbum(folder: string | null): Album {
  const folderOf = (name: string) => folder ?? (SHOWN.includes(name) ? KEPT : OTHERS);
  const folders = folder === null ? [KEPT, OTHERS] : [folder];
  for (const each of folders) mkdirSync(each, { recursive: true });
  return {
    async saves(page, name, whole) {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: path.join(folderOf(name), `${name}.png`), fullPage: whole === 'whole' });
      process.stdout.write(`${name}\n`);
    },
    async prints(page, name, turned) {
      await page.pdf({ path: path.join(folderOf(name), `${name}.pdf`), format: 'A4', landscape: turned });
      process.stdout.write(`${name}\n`);
    },
    places: folders.map((each) => path.relative(process.cwd(), each) || '.').join(' and '),
  };
}
