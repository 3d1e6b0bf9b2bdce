import { Command, Option } from 'commander';
import { print } from '../harness/print';
import { wholeNumber } from '../harness/whole-number';
import { badRow, failedCommit } from './bad-rows';
import { fullDisk } from './full-disk';
import { killed } from './killed';
import { locked } from './locked';
import { otherUser } from './other-user';
import { readOnly } from './read-only';
import { cleanUp, runScenario, type Scenario } from './scenario';

const SCENARIOS: Scenario[] = [failedCommit, badRow, locked, readOnly, fullDisk, otherUser, killed];

const program = new Command('storage-test')
  .description(
    'Makes the storage of a server fail: locked, read-only, full, without permissions, killed. Needs root and Linux.',
  )
  .addOption(
    new Option('--seed <seed>', 'seed of an earlier run, to repeat it')
      .argParser(wholeNumber)
      .default(Date.now() % 100_000),
  )
  .addOption(new Option('--only <name>', 'one scenario').choices(SCENARIOS.map(({ name }) => name)));

async function main(): Promise<void> {
  const { seed, only } = program.parse().opts<{ seed: number; only?: string }>();
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    process.stderr.write('The storage test mounts disks and changes permissions: run it as root, on Linux.\n');
    process.exitCode = 1;
    return;
  }
  let isEnding = false;
  const end = () => {
    if (!isEnding) void cleanUp().finally(() => process.exit(1));
    isEnding = true;
  };
  // A Ctrl-C may arrive twice: from the terminal, and from npm, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);

  print(`seed ${seed}`);
  let passed = 0;
  let failed = 0;
  for (const scenario of SCENARIOS.filter(({ name }) => only === undefined || name === only)) {
    if (await runScenario(scenario, seed)) passed += 1;
    else failed += 1;
  }
  print(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
