import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ServerBuild, withServer } from '../harness/builds';
import type { ChildServer } from '../harness/child-server';
import type { ServerMutation } from '../harness/mutants/server';
import type { Postgresql } from '../harness/postgresql';
import { isAcknowledged, openDatabase } from '../harness/stored-data';
import { createRandom } from '../pos-simulator/random';
import { projectRoot } from '../set-up/project-root.mjs';
import { type TortureFault, withDatabase } from './fault';
import { isBacklog, isRestore, type Kill, MOMENTS, MOMENTS_OF_POSTGRESQL, type Moment, planKills } from './kill-plan';
import {
  beginEvening,
  closeLockConnections,
  type Evening,
  killAtStart,
  killRestore,
  runUntilKilled,
  StartFailed,
  startServer,
} from './kill-under-load';
import { checkRestarted } from './oracle';

/** A disk whose power can be cut. */
export type Disk = {
  /** Mount point, the same before and after a cut. */
  mountPoint: string;
  /** Simulates a power cut: only what has reached the disk remains. No file on the disk may be open. */
  cut: () => void;
  remove: () => void;
};

type KillOptions = {
  kills: number;
  seed: number;
  build: ServerBuild;
  /** The evenings are on disks whose power is cut at each kill, so that only what reached the disk remains. */
  openDisk?: (() => Disk) | undefined;
  /** The evenings use databases of this server instead of SQLite. */
  postgresql?: Postgresql | undefined;
  /** Kills at these moments only, in this order. */
  only?: readonly Moment[] | undefined;
  /** No kill starts after it returns true. */
  isOver?: () => boolean;
  log?: (line: string) => void;
};

type KillReport = {
  /** The moments that were reached, in order. */
  killed: Moment[];
  posted: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  /** Every violation, with the kill after which it was found. */
  violations: string[];
};

/** A new folder after this many kills keeps the number of deliveries small, which every check reads. */
const KILLS_PER_FOLDER = 20;
const CUTS_PER_DISK = 12;

/** Mutations that kills must reveal. */
const DEFECTS = [
  'reply-before-sync',
  'failure-not-isolated',
  'arrival-order',
  'inbox-emptied-before-commit',
  'two-projections',
  'backup-in-place',
  'restore-unfinished',
  'stock-adapter',
] as const satisfies readonly ServerMutation[];

export const kill: TortureFault = {
  title: 'the server is killed under load at named points and at random instants',
  parts: MOMENTS,
  defects: DEFECTS,
  async run({ seed, times = 100, only, broken, database, isOver, log }) {
    const { killed, violations } = await withServer(broken as ServerMutation | undefined, (build) =>
      withDatabase(database, (postgresql) =>
        runKills({ kills: times, seed, build, postgresql, only: only as Moment[] | undefined, isOver, log }),
      ),
    );
    return { checks: killed.length, violations };
  },
};

/** Kills a server under load repeatedly, and compares the state after each restart with the acknowledgements. */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { seed, build, postgresql, openDisk, only, isOver = () => false, log = () => {} } = options;
  const report: KillReport = { killed: [], posted: 0, acknowledged: 0, lost: 0, duplicated: 0, violations: [] };
  const random = createRandom(seed);
  const planned = planKills(random, options.kills, only ?? (postgresql ? MOMENTS_OF_POSTGRESQL : undefined));
  const plan = openDisk ? planned.map((kill) => ({ ...kill, isAtStart: false })) : planned;
  const perFolder = openDisk ? CUTS_PER_DISK : KILLS_PER_FOLDER;
  for (let from = 0; from < plan.length && !isOver(); from += perFolder) {
    const disk = openDisk?.();
    if (disk) process.once('exit', disk.remove);
    const { evening, server: first } = await beginEvening(build, random, { postgresql, parent: disk?.mountPoint });
    let server: ChildServer | null = first;
    try {
      for (const kill of plan.slice(from, from + perFolder)) {
        if (isOver() || !server) break;
        const found = report.violations.length;
        server = await killOnce(server, kill, { build, evening, disk }, report);
        // What a cut has taken would be missing after each later one.
        if (disk && report.violations.length > found) break;
      }
      await server?.stop();
    } finally {
      report.posted += evening.ledger.posted.length;
      report.acknowledged += evening.ledger.posted.filter(isAcknowledged).length;
      closeLockConnections();
      await evening.remove();
      if (disk) process.off('exit', disk.remove);
      disk?.remove();
    }
    const { killed, acknowledged, lost, duplicated } = report;
    log(`  ${killed.length} of ${plan.length}: ${acknowledged} acknowledged, ${lost} lost, ${duplicated} doubled`);
  }
  return report;
}

/** One kill and restart. Null if the server does not start again. */
async function killOnce(
  server: ChildServer,
  kill: Kill,
  { build, evening, disk }: { build: ServerBuild; evening: Evening; disk: Disk | undefined },
  report: KillReport,
): Promise<ChildServer | null> {
  const { moment } = kill;
  const addViolations = (problems: readonly string[]) => {
    report.violations.push(...problems.map((violation) => `${moment}: ${violation}`));
  };
  let { isReached } = await runUntilKilled(server, kill, evening);
  if (disk) {
    closeLockConnections();
    disk.cut();
  }
  if (isBacklog(moment) && kill.isAtStart) isReached = await killAtStart(kill, build, evening.folder);
  if (isRestore(moment)) isReached = await killRestore(kill, build, evening);
  if (isReached) report.killed.push(moment);
  const restarted = await startServer(build, evening.folder, evening.database.environment).catch((error: unknown) => {
    if (!(error instanceof StartFailed)) throw error;
    addViolations([error.message]);
    return null;
  });
  if (!restarted) return null;
  const { violations, lost, duplicated } = await checkRestarted(restarted, evening);
  if (violations.length > 0 && report.violations.length === 0 && !evening.database.crash)
    keepForInspection(evening.folder);
  report.lost += lost;
  report.duplicated += duplicated;
  addViolations(violations);
  return restarted;
}

/** Saves the database of the first violation. */
function keepForInspection(folder: string): void {
  const file = path.join(projectRoot, 'test-results', 'killed.db');
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const database = openDatabase(folder);
  database.prepare('VACUUM INTO ?').run(file);
  database.close();
}
