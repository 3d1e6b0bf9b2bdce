import { constants, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { endAfter } from '../harness/stop-condition';
import { positiveNumber } from '../harness/whole-number';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { type Measurements, verdictsOf } from './findings';
import { measureReader } from './measure-reader';
import { type HttpScale, measureServer } from './measure-server';
import { reportText } from './report';

type Plan = HttpScale & { sizes: number[] };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], starts: 3, times: 20, rounds: 5, roundMs: 10_000 };
const QUICK: Plan = { sizes: [1_000, 20_000], starts: 1, times: 5, rounds: 2, roundMs: 3_000 };
const HISTORY = { years: 3, branches: 4, seed: 1 };
const MAX_RUN_MS = 90 * 60_000;

/** Measures reports with few and with many stored courses, and their effect on deliveries. */
async function main(): Promise<void> {
  const {
    json,
    quick,
    fresh,
    courses: only,
  } = new Command('bench:history')
    .description(
      `Requests every report of three years of four branches, on this machine only. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules reloads them. Remove the folder to free the space.`,
    )
    .option('--json <file>', 'also write the figures to this file')
    .option('--quick', 'only 1,000 and 20,000 courses; a short run to test the bench')
    .option('--fresh', 'reload the histories')
    .option('--courses <n>', 'only this length of history', positiveNumber)
    .parse()
    .opts<{ json?: string; quick?: true; fresh?: true; courses?: number }>();
  endAfter(MAX_RUN_MS);

  // Created files contain names of guests, like a data folder.
  process.umask(0o077);
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-reports-'));
  // Always removed, because it contains gigabytes.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  const scale = quick ? QUICK : FULL;
  const plan = only === undefined ? scale : { ...scale, sizes: [only] };
  const measurements: Measurements[] = [];
  for (const courses of plan.sizes) measurements.push(await measure(courses, plan, folder, fresh === true));
  const report = { isQuick: quick === true, measurements };
  process.stdout.write(reportText(report));
  const verdicts = measurements.slice(-1).flatMap(verdictsOf);
  if (json) await writeFile(json, `${JSON.stringify({ ...report, verdicts }, null, 2)}\n`);
}

async function measure(courses: number, plan: Plan, folder: string, fresh: boolean): Promise<Measurements> {
  const cached = await cachedHistory({ ...HISTORY, courses }, fresh);
  const dataDir = path.join(folder, String(courses));
  await cp(cached.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const databaseBytes = statSync(path.join(dataDir, 'heatlamp.db')).size;
  log(`${courses} courses: querying the reader`);
  const { token, link, queries } = await measureReader(dataDir, HISTORY.branches, plan.times);
  log(`${courses} courses: requesting over HTTP, with deliveries`);
  const measured = await measureServer(dataDir, { token, link }, HISTORY.branches, plan);
  rmSync(dataDir, { recursive: true });
  return { courses, databaseBytes, queries, ...measured };
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

await main();
process.exit(0);
