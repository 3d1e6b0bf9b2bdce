import { setTimeout as wait } from 'node:timers/promises';
import { newLedger } from '../crash-test/ledger';
import type { LiveClient } from '../harness/client-build';
import { isAcknowledged } from '../harness/compare-deliveries';
import type { Postgresql } from '../harness/postgresql';
import type { ServerBuild } from '../harness/server-build';
import { createRandom, pick, type Random, shuffled } from '../pos-simulator/random';
import { type Checked, checkDatabase, waitUntilRight } from './checks';
import { type Cluster, startCluster } from './cluster';
import { type Fault, kindOf } from './faults';
import { type Load, startLoad } from './load';
import { watchPast } from './past';
import { openWall, type Wall, watchNode } from './screens';
import { watchMessages } from './watch-messages';

export type ChaosOptions = {
  seed: number;
  build: ServerBuild;
  /** What a rolling upgrade starts. */
  nextVersion: ServerBuild;
  client: LiveClient;
  postgresql: Postgresql;
  nodes?: number;
  faults: Iterable<Fault>;
  /** The longest time that a fault lasts, in s. */
  longest?: number;
  /** Until when after a fault, and while it lasts, every screen must be right. */
  rightWithinMs?: number;
  perSecond?: number;
  isOver?: () => boolean;
  onFault?: (line: string) => void;
};

/** The ms until every screen was right: while each fault lasted, and after it. */
export type RightAfter = { meanwhile: number[]; afterwards: number[] };

export type ChaosReport = {
  posted: number;
  acknowledged: number;
  /** How often history and reports were compared with what was acknowledged more than a minute before. */
  pastAnswers: number;
  rightAfter: Map<Fault, RightAfter>;
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

/** Load between two faults. */
const UNDISTURBED_MS = 3_000;
/** Load before a fault that lasts is looked at. */
const LASTING_MS = 1_000;

/** All faults of these kinds in any order, again and again. */
export function* anyFaults(faults: readonly Fault[], random: Random): Generator<Fault> {
  for (;;) yield* shuffled(random, faults);
}

type Run = ChaosOptions & {
  random: Random;
  cluster: Cluster;
  checked: Checked;
  load: Load;
  rightAfter: ChaosReport['rightAfter'];
  violations: string[];
  clocks: Clocks;
};

/** Causes faults in a cluster under load, and checks that every screen and every node is right meanwhile and after each. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, build, client, postgresql, nodes = 3, perSecond = 20, isOver = () => false } = options;
  const random = createRandom(seed);
  const ledger = newLedger();
  const { violations } = ledger;
  const rightAfter: ChaosReport['rightAfter'] = new Map();
  const cluster = await startCluster(postgresql, build, nodes);
  const stopWatching = await watchMessages(cluster.address, violations);
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
  const run: Run = { ...options, random, cluster, checked, load, rightAfter, violations, clocks };
  try {
    for (const fault of options.faults) {
      if (isOver()) break;
      await causeFault(fault, run);
    }
    await load.stop();
    // Also waits until what was acknowledged last is in the database.
    const right = await waitUntilRight(checked);
    if (typeof right === 'string') violations.push(`at the end: ${right}`);
    violations.push(...(await checkDatabase(checked, ledger)));
  } finally {
    await load.stop();
    await past.stop();
    for (const { store } of walls) store.close();
    await stopWatching();
    await cluster.close();
  }
  const acknowledged = ledger.posted.filter(isAcknowledged).length;
  return { posted: ledger.posted.length, acknowledged, pastAnswers: past.answers(), rightAfter, violations };
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
async function look(fault: Fault, when: keyof RightAfter, checked: Checked, run: Run): Promise<void> {
  const resume = await run.load.pause();
  const right = await waitUntilRight(checked);
  const times = run.rightAfter.get(fault) ?? { meanwhile: [], afterwards: [] };
  run.rightAfter.set(fault, times);
  if (typeof right === 'string') run.violations.push(`${fault}, ${when}: ${right}`);
  else times[when].push(right);
  run.onFault?.(`${fault}, ${when}: ${typeof right === 'string' ? right : `right after ${right.toFixed(0)} ms`}`);
  resume();
}
