import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { buildClient } from '../harness/client-build';
import { SERVER_MUTATIONS, type ServerMutation } from '../harness/mutations';
import { startPostgresql } from '../harness/postgresql';
import { print, printVerdict } from '../harness/print';
import { table } from '../harness/report';
import { buildServer, type ServerBuild } from '../harness/server-build';
import { stopCondition } from '../harness/stop-condition';
import { positiveNumber, wholeNumber } from '../harness/whole-number';
import { createRandom } from '../pos-simulator/random';
import { BREAKABLE, FAULTS, type Fault } from './faults';
import { anyFaults, runChaos } from './run';
import { buildNextVersion, buildRevision } from './versions';

const program = new Command('chaos')
  .description('Runs several nodes on one PostgreSQL under load, and breaks nodes, connections and PostgreSQL.')
  .addOption(new Option('--minutes <n>', 'cause no fault after this time').argParser(positiveNumber).default(2))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--nodes <n>', 'number of nodes').argParser(positiveNumber).default(3))
  .addOption(new Option('--only <fault...>', 'these faults only').choices(FAULTS))
  .addOption(new Option('--longest <s>', 'end each fault after this time').argParser(wholeNumber))
  .option('--from <revision>', 'begin with the program of a commit or tag, which a rolling upgrade brings up to date')
  .addOption(new Option('--break <mutation>', 'a server that is broken on purpose').choices(Object.keys(BREAKABLE)));

const milliseconds = (times: readonly number[]) =>
  times.length === 0 ? ['', ''] : [percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0));

type Chosen = { minutes: number; nodes: number; seed?: number; only?: Fault[]; longest?: number; from?: string };
const chosen = program.parse().opts<Chosen & { break?: ServerMutation }>();
const { minutes, seed = Date.now() % 1_000_000, nodes, longest, from, break: mutation } = chosen;
print(
  `seed ${seed}, ${nodes} nodes, ${minutes} minutes${mutation ? `: ${SERVER_MUTATIONS[mutation].description}` : ''}`,
);
const builds: ServerBuild[] = [];
process.once('exit', () => {
  for (const { remove } of builds) remove();
});
const build = from === undefined ? await buildServer(mutation) : await buildRevision(from);
builds.push(build);
const nextVersion = from === undefined ? await buildNextVersion(mutation) : await buildServer(mutation);
builds.push(nextVersion);
const postgresql = await startPostgresql();
const { violations, rightAfter, posted, acknowledged, pastAnswers } = await runChaos({
  ...{ seed, nodes, build, nextVersion, postgresql, client: await buildClient() },
  faults: anyFaults(chosen.only ?? FAULTS, createRandom(seed)),
  ...(longest === undefined ? {} : { longest }),
  isOver: stopCondition(minutes * 60),
  onFault: (line) => print(`  ${line}`),
}).finally(postgresql.stop);
const rows = [...rightAfter].map(([fault, { meanwhile, afterwards }]) => [
  ...[fault, String(afterwards.length)],
  ...[meanwhile, afterwards].flatMap(milliseconds),
]);
const head = ['fault', 'times', 'right meanwhile, ms: p50', 'max', 'right afterwards, ms: p50', 'max'];
print(`\n${table(head, rows)}`);
for (const problem of violations.slice(0, 20)) print(`  violation: ${problem}`);
print(`\n${posted} posted, ${acknowledged} acknowledged, ${pastAnswers} answers about the past`);
printVerdict(violations, seed, rightAfter.size);
process.exit();
