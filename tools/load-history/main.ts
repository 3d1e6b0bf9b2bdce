import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { DAY_MS } from '../../lib/time';
import { aboveZero, wholeFrom } from '../pos-simulator/option-values';
import type { HistoryOptions } from './generate-history';
import { loadHistory } from './load-history';

const MAX_YEARS = 50;
const PROGRESS_INTERVAL_MS = 10_000;

/** Fills a data folder with generated services. */
async function main(): Promise<void> {
  const { dataDir, years, ...options } = new Command('load-history')
    .description(
      'Loads a generated history into a data folder: the server’s own code parses, folds and stores the deliveries, in large transactions. No server may use the folder. The same options produce the same history.',
    )
    .requiredOption('--data-dir <folder>', 'the data folder, as in DATA_DIR; created if it does not exist')
    .option('--courses <n>', 'total number of courses', wholeFrom(1), 1_000_000)
    .option('--years <n>', 'its length; by default enough for 250 courses per day and branch', aboveZero(MAX_YEARS))
    .option('--branches <n>', 'number of branches, numbered from 1', wholeFrom(1), 4)
    .option('--seed <n>', 'seed of the history', wholeFrom(0), 1)
    .option('--until <day>', 'the last business day; yesterday by default', readDay, dayText(Date.now() - DAY_MS))
    .parse()
    .opts<Omit<HistoryOptions, 'years'> & { dataDir: string; years?: number }>();
  let printedAt = performance.now();
  const { courses, deliveries } = await loadHistory({
    ...{ dataDir, history: { ...options, years: years ?? null } },
    onProgress({ courses: done, day }) {
      if (performance.now() - printedAt < PROGRESS_INTERVAL_MS) return;
      printedAt = performance.now();
      process.stderr.write(`${day}: ${Math.round(done)} of ${options.courses} courses\n`);
    },
  });
  process.stdout.write(`${courses} courses in ${deliveries} deliveries are in ${path.resolve(dataDir)}\n`);
}

function readDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Expected a day such as 2026-06-19.');
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

// Created files may contain names of guests, so they are readable by the owner only.
process.umask(0o077);
try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`Loading failed: ${errorMessage(error)}\n`);
  process.exit(1);
}
