import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { Command } from 'commander';
import { errorMessage } from '../../lib/error-message';
import { startChain } from '../harness/load/chain';
import { startPostgresql } from '../harness/postgresql';
import { bundleBaseline } from '../harness/servers/start-baseline';
import { endAfter } from '../harness/stop-condition';
import { positiveNumber, positiveNumbers } from '../harness/whole-number';
import type { Measured } from './figures';
import { measureServers } from './measure';
import { nameOf, type Report, reportText } from './report';
import { FULL, QUICK, type Scale, type Servers, type Size } from './scale';
import { startServers } from './start-servers';

type Options = {
  branches?: number[];
  screens?: number[];
  nodes?: number[];
  perSecond?: number;
  seconds?: number;
  seed: number;
  sqlite: boolean;
  quick?: true;
  json?: string;
};

/** For the start of the servers, the first deliveries and the screens. */
const PREPARATION_MS = 10 * 60_000;

/** Measures a chain under load: on one node with SQLite, and on several with PostgreSQL. */
async function main(): Promise<void> {
  const options = new Command('bench:nodes')
    .description('Measures a chain under load on one node with SQLite, and on nodes with PostgreSQL, on this machine.')
    .option('--branches <numbers>', `a run for each; ${FULL.size.branches} by default`, positiveNumbers)
    .option('--screens <numbers>', `a run for each; ${FULL.size.screens} by default`, positiveNumbers)
    .option('--nodes <numbers>', `a run for each; ${FULL.nodes} by default`, positiveNumbers)
    .option('--per-second <n>', `deliveries; ${FULL.scale.perSecond} by default`, positiveNumber)
    .option('--seconds <n>', `duration of the load; ${FULL.scale.seconds} by default`, positiveNumber)
    .option('--seed <n>', 'seed of the posted evening', positiveNumber, 1)
    .option('--no-sqlite', 'without the baseline and Heatlamp on SQLite')
    .option('--quick', 'a short run to test the bench; its figures are not representative')
    .option('--json <file>', 'also write the figures to this file')
    .parse()
    .opts<Options>();
  const defaults = options.quick ? QUICK : FULL;
  const { perSecond = defaults.scale.perSecond, seconds = defaults.scale.seconds } = options;
  const scale: Scale = { ...defaults.scale, perSecond, seconds };
  const sizes = (options.branches ?? [defaults.size.branches]).flatMap((branches) =>
    (options.screens ?? [defaults.size.screens]).map((screens): Size => ({ branches, screens })),
  );
  const servers: Servers[] = [
    ...(options.sqlite ? (['baseline', 'SQLite'] as const) : []),
    ...(options.nodes ?? defaults.nodes),
  ];
  endAfter(sizes.length * servers.length * (PREPARATION_MS + seconds * 1_000));
  const [loadBefore = Number.NaN] = os.loadavg();
  const measured = await measureAll(sizes, servers, scale, options.seed);
  const report: Report = { isQuick: options.quick === true, seed: options.seed, scale, loadBefore, measured };
  process.stdout.write(reportText(report));
  if (options.json) await writeFile(options.json, `${JSON.stringify({ ...report, node: process.version }, null, 2)}\n`);
  if (measured.some(({ missed }) => missed > 0)) process.exitCode = 1;
}

async function measureAll(
  sizes: readonly Size[],
  servers: readonly Servers[],
  scale: Scale,
  seed: number,
): Promise<Measured[]> {
  await bundleBaseline();
  const measured: Measured[] = [];
  for (const size of sizes)
    for (const one of servers) {
      process.stderr.write(`${size.branches} branches, ${size.screens} screens: ${nameOf(one)}\n`);
      measured.push(await measureOne(one, size, scale, seed));
    }
  return measured;
}

async function measureOne(servers: Servers, size: Size, scale: Scale, seed: number): Promise<Measured> {
  const chain = await startChain({ branches: size.branches, seed });
  const postgresql = typeof servers === 'number' ? await startPostgresql() : null;
  try {
    const started = await startServers(servers, size, chain, postgresql);
    try {
      const postgresqlPid = postgresql?.pid() ?? null;
      return await measureServers(servers, started, { size, scale, chain, postgresqlPid });
    } finally {
      await started.stop();
    }
  } finally {
    await chain.stop();
    await postgresql?.stop();
  }
}

try {
  await main();
  process.exit();
} catch (error) {
  process.stderr.write(`The bench failed: ${errorMessage(error)}\n`);
  process.exit(1);
}
