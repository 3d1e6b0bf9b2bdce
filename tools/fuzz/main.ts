import { Command, Option } from 'commander';
import { withServer } from '../harness/builds';
import { exitOnSignal, positiveNumber, wholeNumber } from '../harness/command-line';
import type { ServerMutation } from '../harness/mutants/server';
import { print, printVerdict } from '../harness/report';
import { runFuzz } from './run';

/** Mutations that the fuzzer must reveal. */
const DEFECTS = ['any-signature', 'kept-after-parsing'] as const satisfies readonly ServerMutation[];

const program = new Command('fuzz')
  .description('Sends odd requests, messages and parameters to a server, and checks the responses and the stored data.')
  .addOption(new Option('--runs <n>', 'number of requests').argParser(positiveNumber).default(1_000))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--only <run>', 'only the run with this number').argParser(wholeNumber))
  .addOption(new Option('--break <defect>', 'a server that is broken on purpose').choices(DEFECTS));

async function main(): Promise<void> {
  type Chosen = { runs: number; seed?: number; only?: number; break?: (typeof DEFECTS)[number] };
  const { runs, seed = Date.now() % 1_000_000, only, break: broken } = program.parse().opts<Chosen>();
  print(`seed ${seed}, ${only === undefined ? `${runs} runs` : `run ${only} alone`}`);
  exitOnSignal();
  const report = await withServer(broken, (build) =>
    runFuzz({
      ...{ runs, seed, build },
      ...(only === undefined ? {} : { only }),
      onProgress: (done, violations) => print(`  ${done} of ${runs} runs, ${violations} violations`),
    }),
  );
  for (const violation of report.violations) print(`  violation: ${violation}`);
  const { stored, unsigned, lost, maxMegabytes } = report;
  print(
    `stored ${stored}, of these unsigned ${unsigned}; lost ${lost}; at most ${Math.round(maxMegabytes)} MB resident`,
  );
  printVerdict(report.violations, seed, report.runs);
}

await main();
