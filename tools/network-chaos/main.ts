import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { print, printVerdict, violationPrinter } from '../harness/print';
import { table } from '../harness/report';
import { stopCondition } from '../harness/stop-condition';
import { positiveNumber, wholeNumber } from '../harness/whole-number';
import { skippedMs } from './active-clock';
import { BREAKABLE, type Breakable, buildBoth } from './breakable';
import { type ChaosReport, runNetworkChaos, SCENARIOS } from './run';

const program = new Command('network-chaos')
  .description('Runs screens with the product’s own client on faulty networks, and restarts the server.')
  .addOption(new Option('--rounds <n>', 'number of times that all scenarios run').argParser(positiveNumber).default(1))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--seconds <n>', 'start no round after this time').argParser(positiveNumber))
  .addOption(
    new Option('--screens <n>', 'number of screens that reconnect at once').argParser(positiveNumber).default(200),
  )
  .addOption(new Option('--only <scenario...>', 'only these scenarios').choices(SCENARIOS))
  .addOption(new Option('--break <mutation>', 'a server or a client that is broken on purpose').choices(BREAKABLE));

function printTables({ results, rounds }: ChaosReport): void {
  const rows: string[][] = [];
  const all: number[] = [];
  const maxima = new Map<string, number>();
  for (const [name, { times, upToDateAfter, figures }] of results) {
    all.push(...upToDateAfter);
    for (const [figure, value] of figures) maxima.set(figure, Math.max(value, maxima.get(figure) ?? 0));
    rows.push([name, String(times), ...p50AndMax(upToDateAfter)]);
  }
  rows.push(['all', String(all.length), ...p50AndMax(all)]);
  print(`\n${rounds} rounds\n${table(['', 'times', 'up to date after, ms: p50', 'max'], rows)}`);
  const figures = [...maxima].map(([figure, value]) => [figure, value.toFixed(0)]);
  print(`\n${table(['figure', 'max'], figures)}`);
}

function p50AndMax(times: readonly number[]): string[] {
  return times.length === 0 ? [] : [percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0));
}

async function main(): Promise<void> {
  type Chosen = {
    rounds: number;
    seed?: number;
    seconds?: number;
    screens: number;
    only?: string[];
    break?: Breakable;
  };
  const {
    rounds,
    seed = Date.now() % 1_000_000,
    seconds,
    screens,
    only,
    break: mutation,
  } = program.parse().opts<Chosen>();
  print(`seed ${seed}, ${rounds} rounds${mutation ? ` with ${mutation}` : ''}`);
  const { build, client } = await buildBoth(mutation);
  process.once('exit', build.remove);
  const isOver = stopCondition(seconds);
  const printViolations = violationPrinter();
  const report = await runNetworkChaos({
    ...{ rounds, seed, build, client, screens },
    ...(only ? { only } : {}),
    isOver,
    onRound(done, { violations }) {
      printViolations(violations);
      print(`  ${done} of ${rounds} rounds, ${violations.length} violations`);
    },
  });
  printTables(report);
  print(`\nnot counted, because the machine was busy: ${(skippedMs() / 1_000).toFixed(0)} s`);
  printVerdict(report.violations, seed, report.results.size);
}

await main();
