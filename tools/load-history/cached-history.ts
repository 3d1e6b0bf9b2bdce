import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '../../lib/time';
import { projectRoot } from '../set-up/project-root.mjs';
import { run } from '../set-up/run.mjs';
import { fingerprint } from '../set-up/set-up.mjs';
import type { HistoryOptions } from './generate-history';

/** Folder of loaded histories, kept between runs. */
export const CACHE = path.join(tmpdir(), 'heatlamp-histories');

/** A loaded history. Servers use copies of it. */
type CachedHistory = { dataDir: string; history: HistoryOptions };

/** The files that determine deliveries and what follows from them. After another change, remove the folder `CACHE`. */
const INPUTS = ['prisma/models.prisma', 'tools/load-history', 'tools/pos-simulator', 'contract', 'domain', 'lib'];
/** More than the seven days after which tables leave a board, so that boards are empty today. */
const QUIET_DAYS = 9;

/**
 * A history whose last day was more than a week ago, for measurements and screenshots. It is loaded if it is not cached,
 * or if the inputs have changed. @throws if it cannot be loaded
 */
export async function cachedHistory(options: Omit<HistoryOptions, 'until'>): Promise<CachedHistory> {
  const { courses, years, branches, seed } = options;
  const hash = fingerprint(projectRoot, INPUTS, '').slice(0, 12);
  const folder = path.join(CACHE, [courses, years ?? 'usual', branches, seed, hash].join('-'));
  if (!existsSync(folder)) await load(options, folder);
  const history = JSON.parse(await readFile(path.join(folder, 'history.json'), 'utf8')) as HistoryOptions;
  return { dataDir: path.join(folder, 'data'), history };
}

async function load(options: Omit<HistoryOptions, 'until'>, folder: string): Promise<void> {
  const until = new Date(Date.now() - QUIET_DAYS * DAY_MS).toISOString().slice(0, 10);
  const history: HistoryOptions = { ...options, until };
  // Renamed when complete, so that an interrupted load is never used.
  const partial = `${folder}.${process.pid}`;
  // With retries, because a loader that was killed may still write.
  const removePartial = () => rmSync(partial, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removePartial);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await runLoader(path.join(partial, 'data'), history);
    await writeFile(path.join(partial, 'history.json'), JSON.stringify(history));
    await rename(partial, folder);
  } finally {
    process.removeListener('exit', removePartial);
    removePartial();
  }
}

/** Loads in a separate process, so that its memory is not measured. @throws CommandFailed */
async function runLoader(dataDir: string, { years, ...rest }: HistoryOptions): Promise<void> {
  const values = { 'data-dir': dataDir, ...rest, ...(years === null ? {} : { years }) };
  const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  await run(process.execPath, ['--import', 'tsx', 'tools/load-history/main.ts', ...options]);
}
