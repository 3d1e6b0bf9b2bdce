import { Command, Option } from 'commander';
import type { ServerMutation } from '../harness/mutations';
import { print, printVerdict, violationPrinter } from '../harness/print';
import { buildServer } from '../harness/server-build';
import { exitOnSignal } from '../harness/stop-condition';
import { positiveNumber, wholeNumber } from '../harness/whole-number';
import { type PowerReport, runPowerTest } from './run';

/** Mutations that this test must detect. */
const BREAKABLE: readonly ServerMutation[] = [
  'reply-before-sync',
  'synchronous-normal',
  'synchronous-off',
  'inbox-without-sync',
  'stock-adapter',
];

const program = new Command('power-test')
  .description('Cuts the power under load, and compares the disk with the acknowledgements. Needs root and Linux.')
  .addOption(new Option('--cuts <n>', 'number of power cuts').argParser(positiveNumber).default(24))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--break <mutation>', 'a server that is broken on purpose').choices(BREAKABLE));

async function main(): Promise<void> {
  type Chosen = { cuts: number; seed?: number; break?: ServerMutation };
  const { cuts, seed = Date.now() % 1_000_000, break: mutation } = program.parse().opts<Chosen>();
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    process.stderr.write('The power test mounts a file system: run it as root, on Linux.\n');
    process.exitCode = 1;
    return;
  }
  print(`seed ${seed}, ${cuts} cuts${mutation ? ` of a server with ${mutation}` : ''}`);
  const build = await buildServer(mutation);
  process.once('exit', build.remove);
  exitOnSignal();
  const printViolations = violationPrinter();
  const report = await runPowerTest({
    ...{ cuts, seed, build },
    onCut(done, { violations }: PowerReport) {
      printViolations(violations);
      if (done % 6 === 0) print(`  ${done} of ${cuts} cuts, ${violations.length} violations`);
    },
  });
  print(
    `\n${report.cuts} cuts, acknowledged ${report.acknowledged}, lost ${report.lost}, duplicated ${report.duplicated}`,
  );
  printVerdict(report.violations, seed, report.cuts);
}

await main();
