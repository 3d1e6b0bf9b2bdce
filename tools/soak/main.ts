import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { buildServer } from '../harness/builds';
import { exitOnSignal, wholeNumber } from '../harness/command-line';
import { print, printVerdict } from '../harness/report';
import { aboveZero } from '../pos-simulator/option-values';
import { findingsOf, type Report, reportText, violationsOf } from './findings';
import { soak } from './run';
import type { Sample } from './sample';

const program = new Command('soak')
  .description(
    'Runs hours of two branches faster than real time, and measures whether the memory of server and walls grows.',
  )
  .addOption(new Option('--hours <n>', 'simulated hours').argParser(aboveZero).default(24))
  .addOption(new Option('--speed <n>', 'multiple of real time').argParser(aboveZero).default(60))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(
    new Option('--warm-up <hours>', 'simulated hours before the measurement; by default a sixth').argParser(aboveZero),
  )
  .addOption(new Option('--json <file>', 'also write every figure to this file'))
  .addOption(new Option('--no-walls', 'run without pages and browser'))
  .addOption(
    new Option('--break <what>', 'adds a leak, which the test must report').choices(['keeps-every-change', 'walls']),
  );

function printSample({ hour, residentMb, heapMb, loop, walls }: Sample): void {
  const wallTexts = walls.map(
    ({ heapMb: mb, nodes, listeners, cards }) => `${mb.toFixed(1)} MB ${nodes}/${listeners}/${cards}`,
  );
  const server = `${residentMb.toFixed(0)} MB, heap ${heapMb?.toFixed(0) ?? '–'}, loop p99 ${loop.p99.toFixed(0)} ms`;
  print(`  hour ${hour.toFixed(1).padStart(5)}: ${[server, ...wallTexts].join(' | ')}`);
}

async function main(): Promise<void> {
  type Chosen = {
    hours: number;
    speed: number;
    seed?: number;
    warmUp?: number;
    json?: string;
    walls: boolean;
    break?: 'keeps-every-change' | 'walls';
  };
  const {
    hours,
    speed,
    seed = Date.now() % 1_000_000,
    warmUp = hours / 6,
    json,
    walls,
    break: broken,
  } = program.parse().opts<Chosen>();
  exitOnSignal();
  print(`seed ${seed}, ${hours} hours at ${speed} times real time${broken ? `, with the leak ${broken}` : ''}`);
  if (walls) print('  columns of a wall: heap, DOM nodes/listeners/cards');
  const build = broken === 'keeps-every-change' ? await buildServer(broken) : null;
  if (build) process.once('exit', build.remove);
  const soaked = await soak({
    ...{ seed, hours, speed, onSample: printSample },
    walls: walls ? (broken === 'walls' ? 'leaking' : 'real') : 'none',
    ...(build ? { program: build.main } : {}),
  });
  const findings = findingsOf(soaked.samples, warmUp);
  const report: Report = { ...soaked, seed, hours, speed, warmUpHours: warmUp, findings };
  report.violations.push(...violationsOf(findings));
  print(reportText(report));
  if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  for (const problem of report.violations.slice(0, 20)) print(`violation: ${problem}`);
  printVerdict(report.violations, seed, report.samples.length);
  process.exit();
}

await main();
