import { Command, Option } from 'commander';
import { buildServer } from '../harness/builds';
import { exitOnSignal, wholeNumber } from '../harness/command-line';
import { print, printVerdict } from '../harness/report';
import { aboveZero } from '../pos-simulator/option-values';
import { findingsOf, violationsOf } from './findings';
import { type Sample, soak } from './run';

/** Of the simulated hours: a young process still grows. */
const WARM_UP_SHARE = 1 / 6;

const program = new Command('soak')
  .description(
    'Runs hours of two branches faster than real time, and measures whether the memory of server and walls grows.',
  )
  .addOption(new Option('--hours <n>', 'simulated hours').argParser(aboveZero()).default(24))
  .addOption(new Option('--speed <n>', 'multiple of real time').argParser(aboveZero()).default(60))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--no-walls', 'run without pages and browser'))
  .addOption(
    new Option('--break <what>', 'adds a leak, which the test must report').choices(['keeps-every-change', 'walls']),
  );

type Chosen = {
  hours: number;
  speed: number;
  seed?: number;
  walls: boolean;
  break?: 'keeps-every-change' | 'walls';
};

function printSample({ hour, residentMb, heapMb, walls }: Sample): void {
  const heaps = [heapMb, ...walls].map((mb) => mb?.toFixed(1) ?? '–').join(', ');
  print(`  hour ${hour.toFixed(1)}: ${residentMb.toFixed(0)} MB, heaps ${heaps} MB`);
}

async function main(): Promise<void> {
  const { hours, speed, seed = Date.now() % 1_000_000, walls, break: broken } = program.parse().opts<Chosen>();
  exitOnSignal();
  print(`seed ${seed}, ${hours} hours at ${speed} times real time${broken ? `, with the leak ${broken}` : ''}`);
  const build = broken === 'keeps-every-change' ? await buildServer(broken) : null;
  if (build) process.once('exit', build.remove);
  const { samples, violations, posted, actions } = await soak({
    ...{ seed, hours, speed, onSample: printSample },
    walls: walls ? (broken === 'walls' ? 'leaking' : 'real') : 'none',
    ...(build ? { program: build.main } : {}),
  });
  const warmUpHours = hours * WARM_UP_SHARE;
  const findings = findingsOf(samples, warmUpHours);
  violations.push(...violationsOf(findings));
  print(`${posted} deliveries, ${actions} actions, ${samples.length} samples`);
  for (const { name, first, last, max, slope } of findings)
    print(
      `${name}: ${first.toFixed(1)} to ${last.toFixed(1)} MB, at most ${max.toFixed(1)}, ${slope.toFixed(3)} MB an hour`,
    );
  for (const problem of violations.slice(0, 20)) print(`violation: ${problem}`);
  printVerdict(violations, seed, samples.length);
  process.exit();
}

await main();
