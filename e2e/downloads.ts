import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { csvRows } from '../lib/parse-csv';

/** Downloads the CSV of a link on the page, as objects by column. */
export async function csvOf(page: Page, name: string | RegExp): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return csvRows(await readFile(await download.path(), 'utf8'));
}
