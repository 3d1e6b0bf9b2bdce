import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { startPostgresql } from '../harness/postgresql';
import { endAfter } from '../harness/stop-condition';
import { wholeNumber } from '../harness/whole-number';
import { reportText } from './report';
import { type Part, runRounds } from './run-rounds';
import { FULL, QUICK } from './scale';

const PARTS: readonly Part[] = ['throughput', 'screens'];
const MAX_RUN_MS = 20 * 60_000;
const DEFAULT_SEED = 1;

type Options = { json?: string; quick?: true; seed: number; only?: Part; database: 'sqlite' | 'postgresql' };

/** Compares Heatlamp with minimal servers, in one run on this machine. */
async function main(): Promise<void> {
  const { json, quick, seed, only, database } = new Command('bench')
    .description('Compares Heatlamp with minimal servers of the same durability, on this machine.')
    .option('--json <file>', 'also write the figures to this file')
    .option('--quick', 'one short round to test the bench; its figures are not representative')
    .option('--seed <n>', 'seed of the posted services', wholeNumber, DEFAULT_SEED)
    .addOption(new Option('--database <name>', 'of Heatlamp').choices(['sqlite', 'postgresql']).default('sqlite'))
    .addOption(new Option('--only <part>', 'only this part; memory is measured in both').choices(PARTS))
    .parse()
    .opts<Options>();
  endAfter(MAX_RUN_MS);

  const scale = quick ? QUICK : FULL;
  const log = (text: string) => void process.stderr.write(`${text}\n`);
  const postgresql = database === 'postgresql' ? await startPostgresql() : undefined;
  const rounds = await runRounds({ scale, seed, parts: only ? [only] : PARTS, postgresql, log });
  await postgresql?.stop();
  const isQuick = quick === true;
  process.stdout.write(reportText({ isQuick, seed, database, rounds }));
  if (json)
    await writeFile(json, `${JSON.stringify({ isQuick, seed, database, node: process.version, rounds }, null, 2)}\n`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`The bench failed: ${errorMessage(error)}\n`);
  process.exit(1);
}
