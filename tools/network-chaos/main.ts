import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { buildClient } from '../harness/client-build';
import { clientPatchesOf } from '../harness/client-mutations';
import { patchesOf } from '../harness/mutations';
import { table } from '../harness/report';
import { buildServer } from '../harness/server-build';
import { stopCondition } from '../harness/stop-condition';
import { wholeNumber } from '../harness/whole-number';
import { BREAKABLE, type Breakable } from './breakable';
import { lostMs } from './rested-clock';
import { type ChaosReport, runNetworkChaos, SCENARIOS } from './run';

const program = new Command('network-chaos')
  .description('Runs screens with the product’s own client on faulty networks, with a server that dies.')
  .addOption(
    new Option('--rounds <n>', 'number of times that all scenarios are played').argParser(wholeNumber).default(1),
  )
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--seconds <n>', 'start no round after this time').argParser(wholeNumber))
  .addOption(
    new Option('--screens <n>', 'number of screens that reconnect at once').argParser(wholeNumber).default(200),
  )
  .addOption(new Option('--only <scenario...>', 'only these scenarios').choices(SCENARIOS))
  .addOption(new Option('--break <mutation>', 'a server or a client that is broken on purpose').choices(BREAKABLE));

const print = (line: string) => void process.stdout.write(`${line}\n`);

function printTables({ played, rounds }: ChaosReport): void {
  const rows: string[][] = [];
  const all: number[] = [];
  const most = new Map<string, number>();
  for (const [name, { times, rightAfter, figures }] of played) {
    all.push(...rightAfter);
    for (const [figure, value] of figures) most.set(figure, Math.max(value, most.get(figure) ?? 0));
    rows.push([name, String(times), ...spread(rightAfter)]);
  }
  rows.push(['all', String(all.length), ...spread(all)]);
  print(`\n${rounds} rounds\n${table(['', 'times', 'right again after, ms: p50', 'most'], rows)}`);
  const figures = [...most].map(([figure, value]) => [figure, value.toFixed(0)]);
  print(`\n${table(['figure', 'at most'], figures)}`);
}

function spread(times: readonly number[]): string[] {
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
    break: broken,
  } = program.parse().opts<Chosen>();
  print(`seed ${seed}, ${rounds} rounds${broken ? ` with ${broken}` : ''}`);
  const build = await buildServer(patchesOf(broken));
  process.once('exit', build.remove);
  const client = await buildClient(clientPatchesOf(broken));
  const isOver = stopCondition(seconds);
  let printed = 0;
  const report = await runNetworkChaos({
    ...{ rounds, seed, build, client, screens },
    ...(only ? { only } : {}),
    isOver,
    onRound(done, { broken: found }) {
      for (const problem of found.slice(printed)) print(`  broken: ${problem}`);
      printed = found.length;
      print(`  ${done} of ${rounds} rounds, ${printed} broken promises`);
    },
  });
  printTables(report);
  print(`\nnot counted, because the machine was busy with other things: ${(lostMs() / 1_000).toFixed(0)} s`);
  print(report.broken.length === 0 ? 'passed' : `failed: ${report.broken.length} broken promises, seed ${seed}`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
}

await main();
