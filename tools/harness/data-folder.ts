import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';
import { command } from './control';

/** A data folder that no server has used yet. */
export type DataFolder = { folder: string; remove: () => void };

/** Creates one in `parent`, or in the system's temporary folder. */
export function makeDataFolder(parent?: string): DataFolder {
  const place = parent ?? mkdtempSync(path.join(tmpdir(), 'heatlamp-harness-'));
  const folder = path.join(place, 'data');
  mkdirSync(folder, { recursive: true });
  return { folder, remove: () => rmSync(parent ? folder : place, { recursive: true, force: true }) };
}

/**
 * Adds a subscription and screens of branch 1, like the command line beside a running server. Resolves to the tokens of
 * the screens, in the order of their views.
 */
export async function furnish(folder: string, views: readonly string[]): Promise<string[]> {
  await command(folder, 'subscription add', { id: SUBSCRIPTION, ...KEY });
  const tokens: string[] = [];
  for (const view of views) {
    const { token } = await command<{ token: string }>(folder, 'screen add', { name: view, branches: [1], view });
    tokens.push(token);
  }
  return tokens;
}
