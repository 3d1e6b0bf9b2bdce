import { statSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { seed, wholeFrom } from '../pos-simulator/option-values';
import { loadHistory } from './load-history';
import { count, createLoadProgress, durationText } from './load-progress';

type Options = {
  dataDir: string;
  courses: number;
  years?: number;
  branches: number;
  seed: number;
  until: string;
  add?: true;
};

const DAY_MS = 86_400_000;

/** Fills a data folder with years of services, as a POS would have posted them. */
async function main(): Promise<void> {
  const options = new Command('load-history')
    .description(
      'Loads a generated history into a data folder: real bodies, read, folded and stored by the server itself, in large transactions. No server may run on the folder. The same options give the same history; given again with --add they complete one that was broken off.',
    )
    .requiredOption('--data-dir <folder>', 'the folder, as in DATA_DIR; created if it does not exist')
    .option('--courses <n>', 'total number of courses', wholeFrom(1), 1_000_000)
    .option(
      '--years <n>',
      'how long they took; left out, as long as branches of usual size need (250 courses a day)',
      readYears,
    )
    .option('--branches <n>', 'branches, numbered from 1', wholeFrom(1), 4)
    .option('--seed <n>', 'another seed gives another history', seed, 1)
    .option('--until <day>', 'the last business day; yesterday by default', readDay, dayText(Date.now() - DAY_MS))
    .option('--add', 'also load into a folder that already has deliveries')
    .parse()
    .opts<Options>();
  const { dataDir, courses, years, branches, until } = options;
  const history = { courses, years: years ?? null, branches, seed: options.seed, until };
  const beganAt = performance.now();
  const progress = createLoadProgress(process.stderr, courses, () => performance.now());
  const loaded = await loadHistory({ dataDir, history, add: options.add === true, onProgress: progress.show });
  progress.end();
  const seconds = (performance.now() - beganAt) / 1_000;
  const megabytes = statSync(path.join(dataDir, 'heatlamp.db')).size / 1e6;
  process.stdout.write(
    `${count(loaded.courses)} courses in ${count(loaded.deliveries)} deliveries are in ${dataDir} (${count(megabytes)} MB): ${durationText(seconds)}, ${count(loaded.deliveries / seconds)} deliveries/s\n`,
  );
}

function readYears(text: string): number {
  const years = Number(text);
  if (years > 0 && years <= 50) return years;
  throw new InvalidArgumentError('A number of years above 0, at most 50, is needed.');
}

function readDay(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && dayText(at) === text) return text;
  throw new InvalidArgumentError('A day such as 2026-06-19 is needed.');
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
  process.stderr.write(`Nothing more is loaded: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
