import { constants, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { endAfter, positiveNumber } from '../harness/command-line';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { type Measurements, reportText, verdictsOf } from './findings';
import { type HttpScale, measureReader, measureServer } from './measure';

type Plan = HttpScale & { courses: number; times: number };
const FULL: Plan = { courses: 1_000_000, times: 5, rounds: 5, roundMs: 10_000 };
const QUICK: Plan = { courses: 20_000, times: 3, rounds: 2, roundMs: 3_000 };
/** With a million courses, 110,000 in a year of each branch. */
const HISTORY = { years: 2.25, branches: 4, seed: 1 };
const MAX_RUN_MS = 90 * 60_000;

/** Measures reports on a long history, and their effect on deliveries. */
async function main(): Promise<void> {
  const {
    json,
    quick,
    fresh,
    courses: only,
  } = new Command('bench:history')
    .description(
      `Measures reports of four branches, on this machine only. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules reloads them. Remove the folder to free the space.`,
    )
    .option('--json <file>', 'also write the figures to this file')
    .option('--quick', '20,000 courses; a short run to test the bench')
    .option('--fresh', 'reload the histories')
    .option('--courses <n>', 'length of the history', positiveNumber)
    .parse()
    .opts<{ json?: string; quick?: true; fresh?: true; courses?: number }>();
  endAfter(MAX_RUN_MS);

  // Created files contain names of guests, like a data folder.
  process.umask(0o077);
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-reports-'));
  // Always removed, because it contains gigabytes.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  const plan = quick ? QUICK : FULL;
  const measurements = await measure({ ...plan, courses: only ?? plan.courses }, folder, fresh === true);
  const report = { isQuick: quick === true, measurements };
  process.stdout.write(reportText(report));
  const verdicts = verdictsOf(measurements);
  if (json) await writeFile(json, `${JSON.stringify({ ...report, verdicts }, null, 2)}\n`);
}

async function measure(plan: Plan, folder: string, fresh: boolean): Promise<Measurements> {
  const { courses } = plan;
  const cached = await cachedHistory({ ...HISTORY, courses }, fresh);
  const dataDir = path.join(folder, String(courses));
  await cp(cached.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const databaseBytes = statSync(path.join(dataDir, 'heatlamp.db')).size;
  log(`${courses} courses: querying the reader`);
  const { token, queries } = await measureReader(dataDir, HISTORY.branches, plan.times);
  log(`${courses} courses: requesting reports over HTTP, with deliveries`);
  return { courses, databaseBytes, queries, ...(await measureServer(dataDir, token, HISTORY.branches, plan)) };
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

await main();
process.exit(0);
