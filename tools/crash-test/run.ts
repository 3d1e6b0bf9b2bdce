import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ChildServer } from '../harness/child-server';
import { isAcknowledged } from '../harness/compare-deliveries';
import type { Postgresql } from '../harness/postgresql';
import type { ServerBuild } from '../harness/server-build';
import { openDatabase } from '../harness/stored-data';
import { createRandom } from '../pos-simulator/random';
import { projectRoot } from '../set-up/project-root.mjs';
import { killRestore } from './back-up-or-restore';
import { checkRestarted } from './check-restarted';
import { beginEvening, type Evening } from './evening';
import { isBacklog, isRestore, type Kill, MOMENTS_OF_POSTGRESQL, type Moment, planKills } from './kills';
import { closeLockConnections, runUntilKilled } from './run-until-killed';
import { killAtStart, StartFailed, startServer } from './start-server';

export type CrashOptions = {
  kills: number;
  seed: number;
  build: ServerBuild;
  /** The evenings use databases of this server instead of SQLite. */
  postgresql?: Postgresql | undefined;
  /** Kills at these moments only, in this order. */
  only?: readonly Moment[];
  /** No kill starts after it returns true. */
  isOver?: () => boolean;
  onKill?: (done: number, of: number, report: CrashReport) => void;
};

export type CrashReport = {
  /** Kills by moment: `missed` counts points that were not reached. */
  kills: Map<Moment, { done: number; missed: number }>;
  posted: number;
  acknowledged: number;
  taps: number;
  settings: number;
  lost: number;
  duplicated: number;
  /** Every violation, with the kill after which it was found. */
  violations: string[];
};

/** A new folder after this many kills keeps the number of deliveries small, which every check reads. */
const KILLS_PER_FOLDER = 20;

/** Kills a server under load repeatedly, and compares the state after each restart with the acknowledgements. */
export async function runCrashTest({
  kills,
  seed,
  build,
  postgresql,
  only,
  isOver = () => false,
  onKill,
}: CrashOptions): Promise<CrashReport> {
  const report: CrashReport = {
    ...{ kills: new Map(), posted: 0, acknowledged: 0, taps: 0, settings: 0, lost: 0, duplicated: 0, violations: [] },
  };
  const random = createRandom(seed);
  const plan = planKills(random, kills, only ?? (postgresql ? MOMENTS_OF_POSTGRESQL : undefined));
  for (let from = 0; from < plan.length; from += KILLS_PER_FOLDER) {
    const started = await beginEvening(build, random, { postgresql });
    const { evening } = started;
    let server: ChildServer | null = started.server;
    try {
      for (const [index, kill] of plan.slice(from, from + KILLS_PER_FOLDER).entries()) {
        if (isOver() || !server) break;
        const number = from + index + 1;
        server = await killOnce(server, kill, build, evening, report, number);
        onKill?.(number, plan.length, report);
      }
      await server?.stop();
    } finally {
      addTotals(evening, report);
      closeLockConnections();
      await evening.remove();
    }
    if (isOver()) break;
  }
  return report;
}

/** One kill and restart. Null if the server does not start again. */
async function killOnce(
  server: ChildServer,
  kill: Kill,
  build: ServerBuild,
  evening: Evening,
  report: CrashReport,
  number: number,
): Promise<ChildServer | null> {
  const addViolations = (problems: readonly string[]) => {
    report.violations.push(...problems.map((violation) => `kill ${number}, ${kill.moment}: ${violation}`));
  };
  const tally = report.kills.get(kill.moment) ?? { done: 0, missed: 0 };
  report.kills.set(kill.moment, tally);
  let { isReached } = await runUntilKilled(server, kill, evening);
  if (isBacklog(kill.moment) && kill.isAtStart) isReached = await killAtStart(kill, build, evening.folder);
  if (isRestore(kill.moment)) isReached = await killRestore(kill, build, evening);
  tally[isReached ? 'done' : 'missed'] += 1;
  const restarted = await startServer(build, evening.folder, evening.database.environment).catch((error: unknown) => {
    if (!(error instanceof StartFailed)) throw error;
    addViolations([error.message]);
    return null;
  });
  if (!restarted) return null;
  const result = await checkRestarted(restarted, evening);
  if (result.violations.length > 0 && report.violations.length === 0 && !evening.database.crash)
    keepForInspection(evening.folder);
  report.lost += result.lost;
  report.duplicated += result.duplicated;
  addViolations(result.violations);
  return restarted;
}

/** Saves the database of the first violation. */
function keepForInspection(folder: string): void {
  const file = path.join(projectRoot, 'test-results', 'crash-test.db');
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const database = openDatabase(folder);
  database.prepare('VACUUM INTO ?').run(file);
  database.close();
}

function addTotals({ ledger }: Evening, report: CrashReport): void {
  report.posted += ledger.posted.length;
  report.acknowledged += ledger.posted.filter(isAcknowledged).length;
  report.taps += [...ledger.taps.values()].filter(({ outcome }) => outcome === 'stored').length;
  report.settings += ledger.settings.size;
}
