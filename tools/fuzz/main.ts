import { Command, Option } from 'commander';
import { withServer } from '../harness/builds';
import { exitOnSignal, positiveNumber, wholeNumber } from '../harness/command-line';
import type { ServerMutation } from '../harness/mutants/server';
import { print, printVerdict, table, violationPrinter } from '../harness/report';
import { type FuzzReport, runFuzz } from './run';

/** Mutations that the fuzzer must reveal. */
const DEFECTS = ['any-signature', 'kept-after-parsing'] as const satisfies readonly ServerMutation[];

const program = new Command('fuzz')
  .description('Sends odd requests, messages and parameters to a server, and checks the responses and the stored data.')
  .addOption(new Option('--runs <n>', 'number of requests').argParser(positiveNumber).default(1_000))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--only <run>', 'only the run with this number').argParser(wholeNumber))
  .addOption(new Option('--break <defect>', 'a server that is broken on purpose').choices(DEFECTS));

function printTables({ runs, kinds, responses, stored, lost, unsigned, bystander }: FuzzReport): void {
  const rows = (counts: ReadonlyMap<string, number>) =>
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => [name, String(count)]);
  print(`\n${runs} runs`);
  print(table(['kind', 'requests'], rows(kinds)));
  print(`\n${table(['response', 'times'], rows(responses))}`);
  print(`\nstored ${stored}, of these unsigned ${unsigned}; lost ${lost}`);
  if (!bystander) return;
  const { maxMegabytes, maxSilenceMs, maxResponseMs } = bystander;
  print(`at most ${Math.round(maxMegabytes)} MB resident; a wall received nothing for at most`);
  print(`${Math.round(maxSilenceMs)} ms, a POS waited at most ${Math.round(maxResponseMs)} ms`);
}

async function main(): Promise<void> {
  type Chosen = { runs: number; seed?: number; only?: number; break?: (typeof DEFECTS)[number] };
  const { runs, seed = Date.now() % 1_000_000, only, break: broken } = program.parse().opts<Chosen>();
  print(`seed ${seed}, ${only === undefined ? `${runs} runs` : `run ${only} alone`}`);
  exitOnSignal();
  const printViolations = violationPrinter();
  const report = await withServer(broken, (build) =>
    runFuzz({
      ...{ runs, seed, build },
      ...(only === undefined ? {} : { only }),
      onProgress(done, soFar) {
        printViolations(soFar.violations);
        print(`  ${done} of ${runs} runs, ${soFar.violations.length} violations`);
      },
    }),
  );
  printViolations(report.violations);
  printTables(report);
  printVerdict(report.violations, seed, report.runs);
}

await main();
