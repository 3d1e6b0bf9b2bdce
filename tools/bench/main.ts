import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { reportText } from './report';
import { type Part, runRounds } from './run-rounds';
import { FULL, QUICK } from './scale';

const PARTS: readonly Part[] = ['throughput', 'screens'];
const LONGEST_RUN_MS = 20 * 60_000;
const DEFAULT_SEED = 1;

type Options = { json?: string; quick?: true; seed: number; only?: Part };

/** Compares Heatlamp with minimal servers, in one run on this machine. */
async function main(): Promise<void> {
  const { json, quick, seed, only } = new Command('bench')
    .description('Measures Heatlamp against hand-written servers of the same durability, on this machine only.')
    .option('--json <file>', 'also write the figures there')
    .option('--quick', 'one short round that shows whether it works; its figures mean little')
    .option('--seed <n>', 'of the services that are posted', Number, DEFAULT_SEED)
    .addOption(new Option('--only <part>', 'a part of it; memory is measured in both').choices(PARTS))
    .parse()
    .opts<Options>();
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number from 0 on');
  // A bench that hangs must end by itself. Its processes end with it.
  setTimeout(() => {
    process.stderr.write(`The bench took longer than ${LONGEST_RUN_MS / 60_000} minutes and was ended.\n`);
    process.exit(1);
  }, LONGEST_RUN_MS).unref();
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));

  const scale = quick ? QUICK : FULL;
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const rounds = await runRounds({ scale, seed, parts: only ? [only] : PARTS, say });
  const isQuick = quick === true;
  process.stdout.write(reportText({ isQuick, seed, rounds }));
  if (json) await writeFile(json, `${JSON.stringify({ isQuick, seed, node: process.version, rounds }, null, 2)}\n`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`The bench failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
