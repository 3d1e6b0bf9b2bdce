import path from 'node:path';
import { Command, Option } from 'commander';
import { percentile } from '../../lib/percentile';
import { startChild } from '../harness/child';
import { requestLoad, startLoad } from '../harness/load/load-client';
import { machineText, table } from '../harness/report';
import { loadAndConnectScreens } from '../harness/screens/start-screens';
import { residentMegabytes, watchMemory } from '../harness/servers/resident-memory';
import { startHeatlamp } from '../harness/servers/start-heatlamp';
import { wholeNumber } from '../harness/whole-number';
import { ATTACKS, type AttackName } from './attacks';

const PER_SECOND = 5;
const SCREENS = 20;
const MAX_ADDED_MS = 50;
const MAX_ADDED_MB = 100;
const TIMEOUT_MS = 120_000;
const NAMES = Object.keys(ATTACKS) as AttackName[];

type Row = { attack: AttackName; quietP99: number; p50: number; p99: number; addedMb: number; failure: string | null };

const program = new Command('siege')
  .description(
    'Attacks a server with its pages as a stranger and as a paired tablet would (Linux). Beside each attack the POS posts, and screens are connected.',
  )
  .addOption(new Option('--seconds <n>', 'duration of each attack').argParser(wholeNumber).default(10))
  .addOption(new Option('--only <text>', 'only attacks whose name contains this text').default(''));

async function main(): Promise<void> {
  const { seconds, only } = program.parse().opts<{ seconds: number; only: string }>();
  const names = NAMES.filter((name) => name.includes(only));
  const count = seconds * PER_SECOND;
  const load = await startLoad({
    bodyOptions: { seed: 1, until: Date.now() },
    evening: 'screens',
    maxBodies: count * 2 * names.length,
  });
  const rows: Row[] = [];
  let posted = 0;
  for (const attack of names) {
    process.stderr.write(`${attack}\n`);
    const server = await startHeatlamp();
    const screens = await loadAndConnectScreens(server, SCREENS);
    const attacker = await startChild(path.join(import.meta.dirname, 'process.ts'));
    const post = async () => {
      const slice = { from: posted, count };
      posted += count;
      const request = { kind: 'rate', port: server.port, perSecond: PER_SECOND, slice } as const;
      return (await requestLoad(load, request, TIMEOUT_MS)).latenciesMs;
    };
    try {
      const quiet = await post();
      const before = residentMegabytes(server.pid);
      const during = watchMemory(server.pid);
      const target = { port: server.port, token: server.token, until: Date.now() + seconds * 1_000 };
      const attacked = attacker.request({ attack, target }, TIMEOUT_MS);
      const latencies = await post().catch((error: Error) => error);
      await attacked;
      const addedMb = during.stop() - before;
      const failure = latencies instanceof Error ? latencies.message : null;
      const times = latencies instanceof Error ? [] : latencies;
      const quietP99 = percentile(quiet, 0.99);
      rows.push({ attack, quietP99, p50: percentile(times, 0.5), p99: percentile(times, 0.99), addedMb, failure });
    } finally {
      await attacker.stop();
      await screens.stop();
      await server.stop();
    }
  }
  await load.stop();
  process.stdout.write(
    `${machineText()}. ${PER_SECOND} deliveries a second, ${SCREENS} screens, ${seconds} s each.\n\n`,
  );
  process.stdout.write(
    `${table(
      ['attack', 'p99 before (ms)', 'p50 (ms)', 'p99 (ms)', 'memory added (MB)', ''],
      rows.map((row) => [
        row.attack,
        row.quietP99.toFixed(0),
        row.p50.toFixed(0),
        row.p99.toFixed(0),
        row.addedMb.toFixed(0),
        row.failure ?? (isMet(row) ? 'met' : 'NOT met'),
      ]),
    )}\n\nThe promise: at most ${MAX_ADDED_MS} ms more at p99, at most ${MAX_ADDED_MB} MB more, no delivery refused.\n`,
  );
  process.exitCode = rows.every(isMet) ? 0 : 1;
}

function isMet({ quietP99, p99, addedMb, failure }: Row): boolean {
  return failure === null && p99 <= quietP99 + MAX_ADDED_MS && addedMb <= MAX_ADDED_MB;
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
process.exit();
