import { Command, Option } from 'commander';
import { table } from '../harness/report';
import { buildServer } from '../harness/server-build';
import { wholeNumber } from '../harness/whole-number';
import { type FuzzReport, runFuzz } from './run';

const program = new Command('fuzz')
  .description('Sends odd requests, messages and parameters to a server, and checks its promises.')
  .addOption(new Option('--runs <n>', 'number of requests').argParser(wholeNumber).default(1_000))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--only <run>', 'only the run with this number').argParser(wholeNumber));

const print = (line: string) => void process.stdout.write(`${line}\n`);

function printTables({ runs, kinds, answers, stored, lost, unsigned, bystander }: FuzzReport): void {
  const rows = (counts: ReadonlyMap<string, number>) =>
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => [name, String(count)]);
  print(`\n${runs} runs`);
  print(table(['kind', 'requests'], rows(kinds)));
  print(`\n${table(['answer', 'times'], rows(answers))}`);
  print(`\nstored ${stored}, unsigned ${unsigned}, signed and lost ${lost}`);
  if (!bystander) return;
  const { mostMegabytes, longestSilenceMs, longestAnswerMs } = bystander;
  print(`at most ${Math.round(mostMegabytes)} MB resident; meanwhile a wall received nothing for at most`);
  print(`${Math.round(longestSilenceMs)} ms, and a till waited at most ${Math.round(longestAnswerMs)} ms`);
}

async function main(): Promise<void> {
  type Chosen = { runs: number; seed?: number; only?: number };
  const { runs, seed = Date.now() % 1_000_000, only } = program.parse().opts<Chosen>();
  print(`seed ${seed}, ${only === undefined ? `${runs} runs` : `run ${only} alone`}`);
  const build = await buildServer();
  process.once('exit', build.remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let printed = 0;
  const printBroken = ({ broken }: FuzzReport) => {
    for (const problem of broken.slice(printed)) print(`  broken: ${problem}`);
    printed = broken.length;
  };
  const report = await runFuzz({
    ...{ runs, seed, build },
    ...(only === undefined ? {} : { only }),
    onProgress(done, soFar) {
      printBroken(soFar);
      print(`  ${done} of ${runs} runs, ${soFar.broken.length} broken promises`);
    },
  });
  printBroken(report);
  printTables(report);
  print(report.broken.length === 0 ? 'passed' : `failed: ${report.broken.length} broken promises, seed ${seed}`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
}

await main();
