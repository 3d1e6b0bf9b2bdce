import { setTimeout as wait } from 'node:timers/promises';
import { isAcknowledged, newLedger } from '../crash-test/ledger';
import type { LiveClient } from '../harness/client-build';
import type { Postgresql } from '../harness/postgresql';
import type { ServerBuild } from '../harness/server-build';
import { createRandom, pick } from '../pos-simulator/random';
import { type Checked, checkDatabase, waitUntilRight } from './checks';
import { startCluster } from './cluster';
import { cause, FAULTS, type Fault } from './faults';
import { startLoad } from './load';
import { openWall, watchNode } from './screens';

export type ChaosOptions = {
  seed: number;
  build: ServerBuild;
  client: LiveClient;
  postgresql: Postgresql;
  nodes?: number;
  /** The number of faults, or these. */
  faults: number | readonly Fault[];
  perSecond?: number;
  isOver?: () => boolean;
  onFault?: (line: string) => void;
};

export type ChaosReport = {
  posted: number;
  acknowledged: number;
  /** The ms from the end of each fault until every screen was right. */
  rightAfter: Map<Fault, number[]>;
  violations: string[];
};

const BRANCHES = [1, 2, 3];
const WALLS_OF_BRANCH = 2;
/** Load between two faults. */
const UNDISTURBED_MS = 3_000;

/** Causes faults in a cluster under load, and checks after each that every screen and every node is right. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, build, client, postgresql, nodes = 3, perSecond = 20, isOver = () => false, onFault } = options;
  const random = createRandom(seed);
  const ledger = newLedger();
  const rightAfter = new Map<Fault, number[]>();
  const cluster = await startCluster(postgresql, build, nodes);
  const walls = [];
  const tokens = new Map<number, string>();
  for (const branch of BRANCHES) {
    tokens.set(branch, (await cluster.addScreen(branch, 'api')).token);
    for (let wall = 0; wall < WALLS_OF_BRANCH; wall += 1) walls.push(await openWall(cluster, client, branch));
  }
  const checked: Checked = { cluster, walls, tokens };
  const load = startLoad(cluster.url, { branches: BRANCHES, perSecond, random, ledger });
  const planned =
    typeof options.faults === 'number'
      ? Array.from({ length: options.faults }, () => pick(random, FAULTS))
      : options.faults;
  try {
    for (const fault of planned) {
      if (isOver()) break;
      const watchers = cluster.nodes.flatMap((node) =>
        [...tokens].map(([branch, token]) => watchNode(node, token, branch, ledger.violations)),
      );
      await wait(UNDISTURBED_MS);
      await cause(fault, cluster, postgresql, random);
      const resume = await load.pause();
      const right = await waitUntilRight(checked);
      for (const watcher of watchers) watcher.close();
      if (typeof right === 'string') ledger.violations.push(`${fault}: ${right}`);
      else rightAfter.set(fault, [...(rightAfter.get(fault) ?? []), right]);
      onFault?.(`${fault}: ${typeof right === 'string' ? right : `right after ${right.toFixed(0)} ms`}`);
      resume();
    }
    await load.stop();
    // Also waits until what was acknowledged last is in the database.
    const right = await waitUntilRight(checked);
    if (typeof right === 'string') ledger.violations.push(`at the end: ${right}`);
    ledger.violations.push(...(await checkDatabase(checked, ledger)));
  } finally {
    await load.stop();
    for (const { store } of walls) store.close();
    await cluster.close();
  }
  const acknowledged = ledger.posted.filter(isAcknowledged).length;
  return { posted: ledger.posted.length, acknowledged, rightAfter, violations: ledger.violations };
}
