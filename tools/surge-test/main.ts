import { Command, Option } from 'commander';
import type { ServerMutation } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import { exitOnSignal } from '../harness/stop-condition';
import { positiveNumber, wholeNumber } from '../harness/whole-number';
import { reportText, verdictsOf } from './report';
import { type Part, runSurge } from './run';
import { FULL } from './scale';

const BREAKABLE: readonly ServerMutation[] = ['slow-disk', 'reply-before-sync'];

type Chosen = {
  seconds: number;
  outageSeconds: number;
  screens: number;
  seed?: number;
  only?: Part;
  break?: ServerMutation;
};

const program = new Command('surge-test')
  .description('Measures a rush, a burst and an outage with all screens connected, compared with a minimal server.')
  .addOption(new Option('--seconds <n>', 'duration of the rush').argParser(positiveNumber).default(FULL.seconds))
  .addOption(
    new Option('--outage-seconds <n>', 'duration of the outage').argParser(positiveNumber).default(FULL.outageSeconds),
  )
  .addOption(new Option('--screens <n>', 'number of connected screens').argParser(positiveNumber).default(FULL.screens))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--only <part>', 'only this part').choices(['rush', 'outage']))
  .addOption(new Option('--break <mutation>', 'a server that is broken on purpose').choices(BREAKABLE));

async function main(): Promise<void> {
  const {
    seconds,
    outageSeconds,
    screens,
    seed = Date.now() % 1_000_000,
    only,
    break: mutation,
  } = program.parse().opts<Chosen>();
  const log = (text: string) => void process.stderr.write(`${text}\n`);
  log(`seed ${seed}${mutation ? `, a server with ${mutation}` : ''}`);
  const build = await buildServer(mutation);
  process.once('exit', build.remove);
  const surge = await runSurge({ scale: { ...FULL, seconds, outageSeconds, screens }, seed, build, only, log });
  process.stdout.write(reportText(surge));
  process.exitCode = verdictsOf(surge).every(({ isMet }) => isMet) ? 0 : 1;
}

exitOnSignal();
await main();
// After an outage that could not be measured its server may still run, and would keep this process.
process.exit();
