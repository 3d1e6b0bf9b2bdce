import { statSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { countText, progressText, secondsText } from '../../lib/text';
import { DAY_MS } from '../../lib/time';
import { seed, wholeFrom } from '../pos-simulator/option-values';
import { createProgress } from '../pos-simulator/summary';
import { loadHistory } from './load-history';

type Options = {
  dataDir: string;
  courses: number;
  years?: number;
  branches: number;
  seed: number;
  until: string;
};

/** Fills a data folder with generated services. */
async function main(): Promise<void> {
  const options = new Command('load-history')
    .description(
      'Loads a generated history into a data folder: the server’s own code parses, folds and stores the deliveries, in large transactions. No server may use the folder. The same options produce the same history.',
    )
    .requiredOption('--data-dir <folder>', 'the data folder, as in DATA_DIR; created if it does not exist')
    .option('--courses <n>', 'total number of courses', wholeFrom(1), 1_000_000)
    .option('--years <n>', 'length of the history; by default enough for 250 courses per day and branch', readYears)
    .option('--branches <n>', 'number of branches, numbered from 1', wholeFrom(1), 4)
    .option('--seed <n>', 'seed of the history', seed, 1)
    .option('--until <day>', 'the last business day; yesterday by default', readDay, dayText(Date.now() - DAY_MS))
    .parse()
    .opts<Options>();
  const { dataDir, courses, years, branches, until } = options;
  const history = { courses, years: years ?? null, branches, seed: options.seed, until };
  const startedAt = performance.now();
  const secondsNow = () => (performance.now() - startedAt) / 1_000;
  const progress = createProgress(process.stderr, () => performance.now());
  const loaded = await loadHistory({
    dataDir,
    history,
    onProgress({ courses: done, day }) {
      progress.show(`${day}: ${progressText({ done, of: courses, perSecond: done / secondsNow() }, 'courses')}`);
    },
  });
  progress.end();
  const seconds = secondsNow();
  const megabytes = statSync(path.join(dataDir, 'heatlamp.db')).size / 1e6;
  process.stdout.write(
    `${countText(loaded.courses)} courses in ${countText(loaded.deliveries)} deliveries are in ${dataDir} (${countText(megabytes)} MB): ${secondsText(seconds)}, ${countText(loaded.deliveries / seconds)} deliveries/s\n`,
  );
}

function readYears(text: string): number {
  const years = Number(text);
  if (years > 0 && years <= 50) return years;
  throw new InvalidArgumentError('Expected a number of years above 0, at most 50.');
}

function readDay(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && dayText(at) === text) return text;
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
