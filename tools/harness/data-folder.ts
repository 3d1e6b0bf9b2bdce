import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { command } from './control';

/** A new data folder. */
export type DataFolder = { folder: string; remove: () => void };

/** Creates a folder in `parent` (default: the system's temporary folder). It is removed when this process ends. */
export function makeDataFolder(parent?: string): DataFolder {
  const base = parent ?? mkdtempSync(path.join(tmpdir(), 'heatlamp-harness-'));
  const folder = path.join(base, 'data');
  mkdirSync(folder, { recursive: true });
  const remove = () => {
    process.removeListener('exit', remove);
    rmSync(parent ? folder : base, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Adds the POS's subscription, and a screen of branch 1 for each view, through the running server. Resolves to the
 * tokens of the screens in the order of `views`.
 */
export async function addSubscriptionAndScreens(folder: string, views: readonly string[]): Promise<string[]> {
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const tokens: string[] = [];
  for (const view of views) tokens.push((await addScreen(folder, view, 1)).token);
  return tokens;
}

/** Adds a screen of one branch. */
export function addScreen(
  folder: string,
  view: string,
  branch: number,
  name = view,
): Promise<{ token: string; link: string }> {
  return command(folder, 'screen add', { name, branches: [branch], view });
}
