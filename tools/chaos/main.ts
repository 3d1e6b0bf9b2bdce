import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { buildClient } from '../harness/client-build';
import { SERVER_MUTATIONS, type ServerMutation } from '../harness/mutations';
import { startPostgresql } from '../harness/postgresql';
import { table } from '../harness/report';
import { buildServer } from '../harness/server-build';
import { stopCondition } from '../harness/stop-condition';
import { wholeNumber } from '../harness/whole-number';
import { runChaos } from './run';

const program = new Command('chaos')
  .description('Runs several nodes on one PostgreSQL under load, and breaks nodes, connections and PostgreSQL.')
  .addOption(new Option('--minutes <n>', 'cause no fault after this time').argParser(wholeNumber).default(2))
  .addOption(new Option('--seed <seed>', 'seed of an earlier run, to repeat it').argParser(wholeNumber))
  .addOption(new Option('--nodes <n>', 'number of nodes').argParser(wholeNumber).default(3))
  .addOption(
    new Option('--break <mutation>', 'a server that is broken on purpose').choices(Object.keys(SERVER_MUTATIONS)),
  );

const MOST_FAULTS = 10_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Chosen = { minutes: number; seed?: number; nodes: number; break?: ServerMutation };
const { minutes, seed = Date.now() % 1_000_000, nodes, break: mutation } = program.parse().opts<Chosen>();
print(`seed ${seed}, ${nodes} nodes, ${minutes} minutes${mutation ? ` with ${mutation}` : ''}`);
const build = await buildServer(mutation);
process.once('exit', build.remove);
const postgresql = await startPostgresql();
const { violations, rightAfter, posted, acknowledged } = await runChaos({
  ...{ seed, nodes, build, postgresql, client: await buildClient(), faults: MOST_FAULTS },
  isOver: stopCondition(minutes * 60),
  onFault: (line) => print(`  ${line}`),
}).finally(postgresql.stop);
const rows = [...rightAfter].map(([fault, times]) => [
  ...[fault, String(times.length)],
  ...[percentile(times, 0.5), Math.max(...times)].map((ms) => ms.toFixed(0)),
]);
print(`\n${table(['fault', 'times', 'every screen right after, ms: p50', 'max'], rows)}`);
for (const problem of violations.slice(0, 20)) print(`  violation: ${problem}`);
print(`\n${posted} posted, ${acknowledged} acknowledged`);
print(violations.length === 0 ? 'passed' : `failed: ${violations.length} violations, seed ${seed}`);
process.exit(violations.length === 0 ? 0 : 1);
