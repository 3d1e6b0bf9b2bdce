import { constants, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { CACHE, cachedHistory } from '../load-history/cached-history';
import { askReader } from './ask-reader';
import { type HttpScale, sendCommand } from './ask-server';
import { type Found, verdictsOf } from './findings';
import { reportText } from './report';

type Plan = HttpScale & { sizes: number[] };
const FULL: Plan = { sizes: [1_000, 100_000, 1_000_000], starts: 3, times: 20, rounds: 5, roundMs: 10_000 };
const QUICK: Plan = { sizes: [1_000, 20_000], starts: 1, times: 5, rounds: 2, roundMs: 3_000 };
const HISTORY = { years: 3, branches: 4, seed: 1 };
const LONGEST_RUN_MS = 90 * 60_000;

/** The cost of reports on few and on many stored courses, and their effect on deliveries meanwhile. */
async function main(): Promise<void> {
  const {
    json,
    quick,
    fresh,
    courses: only,
  } = new Command('bench:history')
    .description(
      `Asks for every report of three years of four branches, on this machine only. The loaded histories stay in ${CACHE} (some 4 GB; a million courses take ten minutes to load) and are copied for each run; a change of the models, the loader or the rules loads them anew. Remove the folder to have the room back.`,
    )
    .option('--json <file>', 'also write the figures there')
    .option('--quick', '1,000 and 20,000 courses only; a short run that shows whether it works')
    .option('--fresh', 'load the histories anew')
    .option('--courses <n>', 'one length of history alone', Number)
    .parse()
    .opts<{ json?: string; quick?: true; fresh?: true; courses?: number }>();
  // A bench that hangs must end by itself.
  setTimeout(() => {
    process.stderr.write('This took too long and was ended.\n');
    process.exit(1);
  }, LONGEST_RUN_MS).unref();

  // Created files contain names of guests, like a data folder.
  process.umask(0o077);
  const folder = await mkdtemp(path.join(tmpdir(), 'heatlamp-reports-'));
  // Removed however the run ends, because it holds gigabytes.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const scale = quick ? QUICK : FULL;
  const plan = only === undefined ? scale : { ...scale, sizes: [only] };
  const found: Found[] = [];
  for (const courses of plan.sizes) found.push(await measure(courses, plan, folder, fresh === true));
  const report = { isQuick: quick === true, found };
  process.stdout.write(reportText(report));
  const verdicts = found.slice(-1).flatMap(verdictsOf);
  if (json) await writeFile(json, `${JSON.stringify({ ...report, verdicts }, null, 2)}\n`);
}

async function measure(courses: number, plan: Plan, folder: string, fresh: boolean): Promise<Found> {
  const cached = await cachedHistory({ ...HISTORY, courses }, fresh);
  const dataDir = path.join(folder, String(courses));
  await cp(cached.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const databaseBytes = statSync(path.join(dataDir, 'heatlamp.db')).size;
  say(`${courses} courses: asking the reader`);
  const { token, link, queried } = await askReader(dataDir, HISTORY.branches, plan.times);
  say(`${courses} courses: asking over HTTP, and delivering meanwhile`);
  const answers = await sendCommand(dataDir, { token, link }, HISTORY.branches, plan);
  rmSync(dataDir, { recursive: true });
  return { courses, databaseBytes, queried, ...answers };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

await main();
process.exit(0);
