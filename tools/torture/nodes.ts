import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../lib/error-message';
import { buildClient, buildServer, type LiveClient, type ServerBuild } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { isAcknowledged } from '../harness/stored-data';
import { createRandom, pick, type Random, shuffled } from '../pos-simulator/random';
import type { TortureFault } from './fault';
import { newLedger } from './load';
import {
  type Checked,
  checkDatabase,
  openWall,
  type Wall,
  waitUntilRight,
  watchMessages,
  watchNode,
} from './nodes-checks';
import { buildNextVersion, type Cluster, startCluster } from './nodes-cluster';
import { DEFECTS, FAULTS, type Fault, kindOf } from './nodes-faults';
import { type Load, startLoad, watchPast } from './nodes-load';

type NodesOptions = {
  seed: number;
  build: ServerBuild;
  /** What a rolling upgrade starts. */
  nextVersion: ServerBuild;
  client: LiveClient;
  postgresql: Postgresql;
  nodes?: number | undefined;
  faults: Iterable<Fault>;
  /** The longest time that a fault lasts, in s. */
  longest?: number | undefined;
  /** Until when after a fault, and while it lasts, every screen must be right. */
  rightWithinMs?: number;
  perSecond?: number;
  isOver?: () => boolean;
  log?: (line: string) => void;
};

export type NodesReport = {
  acknowledged: number;
  /** How often history and reports were compared with what was acknowledged more than a minute before. */
  pastAnswers: number;
  /** The faults that were caused, in order. */
  faults: Fault[];
  violations: string[];
};

const BRANCHES = [1, 2, 3];
const WALLS_OF_BRANCH = 2;
const RIGHT_WITHIN_MS = 15_000;
/**
 * How old the figures of managers may be is true for clocks that agree (docs/scaling.md): until the other clocks have come
 * to what the one ahead stored, and a replica to that, a replica may be behind by the difference without a sign of it.
 */
const APART: Fault = 'clocks a minute apart';
const CLOCK_ERROR_MS = 60_000;
type Clocks = { apartUntil: number };

export const nodes: TortureFault = {
  title: 'several nodes on one PostgreSQL: nodes, connections, replicas and PostgreSQL fail',
  parts: FAULTS,
  defects: Object.keys(DEFECTS) as (keyof typeof DEFECTS)[],
  async run({ seed, nodes: count, only, longest, broken, isOver, log }) {
    const defect = broken as ServerMutation | undefined;
    const build = await buildServer(defect);
    const nextVersion = await buildNextVersion(defect);
    process.once('exit', build.remove).once('exit', nextVersion.remove);
    const postgresql = await startPostgresql();
    const report = await runNodes({
      ...{ seed, nodes: count, build, nextVersion, postgresql, client: await buildClient(), longest, isOver, log },
      faults: anyFaults((only ?? FAULTS) as Fault[], createRandom(seed)),
    }).finally(postgresql.stop);
    return { checks: report.faults.length, violations: report.violations };
  },
};

/** Load between two faults. */
const UNDISTURBED_MS = 3_000;
/** Load before a fault that lasts is looked at. */
const LASTING_MS = 1_000;

/** All faults of these kinds in any order, again and again. */
function* anyFaults(faults: readonly Fault[], random: Random): Generator<Fault> {
  for (;;) yield* shuffled(random, faults);
}

type Run = NodesOptions & {
  random: Random;
  cluster: Cluster;
  checked: Checked;
  load: Load;
  violations: string[];
  clocks: Clocks;
};

/** Causes faults in a cluster under load, and checks that every screen and every node is right meanwhile and after each. */
export async function runNodes(options: NodesOptions): Promise<NodesReport> {
  const { seed, build, client, postgresql, nodes = 3, perSecond = 20, isOver = () => false } = options;
  const random = createRandom(seed);
  const ledger = newLedger();
  const { violations } = ledger;
  const faults: Fault[] = [];
  const cluster = await startCluster(postgresql, build, nodes);
  const stopWatching = watchMessages(cluster.address, violations);
  const walls: Wall[] = [];
  const tokens = new Map<number, string>();
  for (const branch of BRANCHES) {
    tokens.set(branch, (await cluster.addScreen(branch, 'api')).token);
    for (let wall = 0; wall < WALLS_OF_BRANCH; wall += 1) walls.push(await openWall(cluster, client, branch));
  }
  const checked: Checked = { cluster, walls, tokens, rightWithinMs: options.rightWithinMs ?? RIGHT_WITHIN_MS };
  const load = startLoad(cluster.balancer.url, { branches: BRANCHES, perSecond, random, ledger });
  const clocks: Clocks = { apartUntil: Number.NEGATIVE_INFINITY };
  const past = watchPast(cluster, BRANCHES, load.past, violations, () =>
    performance.now() < clocks.apartUntil ? CLOCK_ERROR_MS : 0,
  );
  const run: Run = { ...options, random, cluster, checked, load, violations, clocks };
  try {
    for (const fault of options.faults) {
      if (isOver()) break;
      await causeFault(fault, run);
      faults.push(fault);
    }
    await load.stop();
    // Also waits until what was acknowledged last is in the database.
    await waitUntilRight(checked).catch((error) => violations.push(`at the end: ${errorMessage(error)}`));
    violations.push(...(await checkDatabase(checked, ledger)));
  } finally {
    await load.stop();
    await past.stop();
    for (const { store } of walls) store.close();
    await stopWatching();
    await cluster.close();
  }
  const acknowledged = ledger.posted.filter(isAcknowledged).length;
  options.log?.(`${acknowledged} acknowledged, ${past.answers()} answers about the past`);
  return { acknowledged, pastAnswers: past.answers(), faults, violations };
}

async function causeFault(fault: Fault, run: Run): Promise<void> {
  const { cluster, checked, random, violations, longest = Number.POSITIVE_INFINITY } = run;
  const { seconds, shortest = 0, meanwhile, begin } = kindOf(fault);
  const node = pick(random, cluster.nodes);
  const watchers = cluster.nodes.flatMap((each) =>
    [...checked.tokens].map(([branch, token]) => watchNode(each, token, branch, violations)),
  );
  await wait(UNDISTURBED_MS);
  if (fault === APART) run.clocks.apartUntil = Number.POSITIVE_INFINITY;
  const end = await begin({ ...run, node });
  const endsAt = performance.now() + Math.min(seconds, Math.max(shortest, longest)) * 1_000;
  if (meanwhile !== null) {
    await wait(LASTING_MS);
    await look(fault, 'meanwhile', { ...checked, except: meanwhile === 'others' ? node : null }, run);
    await wait(Math.max(0, endsAt - performance.now()));
  }
  await end();
  if (fault === APART) run.clocks.apartUntil = performance.now() + 2 * CLOCK_ERROR_MS;
  await look(fault, 'afterwards', checked, run);
  for (const watcher of watchers) watcher.close();
}

/** Pauses the load, and waits until everything is right. */
async function look(fault: Fault, when: 'meanwhile' | 'afterwards', checked: Checked, run: Run): Promise<void> {
  const resume = await run.load.pause();
  try {
    run.log?.(`${fault}, ${when}: right after ${(await waitUntilRight(checked)).toFixed(0)} ms`);
  } catch (error) {
    run.violations.push(`${fault}, ${when}: ${errorMessage(error)}`);
  }
  resume();
}
