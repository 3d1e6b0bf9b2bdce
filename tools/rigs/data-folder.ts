import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { KEY, SUBSCRIPTION } from '../measure/pos-key';
import type { ServerBuild } from './server-build';

/** A data folder that nobody runs on yet, with the POS's subscription and some screens of branch 1. */
export type DataFolder = {
  folder: string;
  /** Of the screens, in the order of their views. */
  tokens: string[];
  remove: () => void;
};

/** Makes one in `parent`, or in a new folder of the system's for such things. */
export async function makeDataFolder(
  build: ServerBuild,
  { views, parent }: { views: readonly string[]; parent?: string },
): Promise<DataFolder> {
  const place = parent ?? mkdtempSync(path.join(tmpdir(), 'heatlamp-rig-'));
  const folder = path.join(place, 'data');
  mkdirSync(folder, { recursive: true });
  await heatlamp(build, folder, ['subscription', 'add', '--id', SUBSCRIPTION, '--secret', KEY.secret]);
  const tokens: string[] = [];
  for (const view of views) {
    const words = ['screen', 'add', '--name', view, '--branch', '1', '--view', view];
    tokens.push(((await heatlamp(build, folder, words)) as { token: string }).token);
  }
  return { folder, tokens, remove: () => rmSync(parent ? folder : place, { recursive: true, force: true }) };
}

async function heatlamp({ commandLine }: ServerBuild, folder: string, words: string[]): Promise<unknown> {
  const { PATH, NODE_ENV } = process.env;
  const env = { PATH, NODE_ENV, TZ: 'Europe/Amsterdam', DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words, '--json'], { env });
  return JSON.parse(stdout);
}
