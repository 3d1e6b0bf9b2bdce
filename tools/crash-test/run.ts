import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ChildServer } from '../harness/child-server';
import { openDatabase } from '../harness/kept-folder';
import type { ServerBuild } from '../harness/server-build';
import { createRandom } from '../pos-simulator/random';
import { projectRoot } from '../set-up/project-root.mjs';
import { checkRestarted } from './check-restarted';
import { beginEvening, type Evening } from './evening';
import { closeHolders, liveAndDie } from './live-and-die';
import { killWhileMigrating } from './migrate-and-die';
import { isDrain, isMigration, type Kill, planKills, type When } from './points';
import { dieAtStart, NotStarted, startAgain } from './start-again';

export type CrashOptions = {
  kills: number;
  seed: number;
  build: ServerBuild;
  /** These moments only, in this order. */
  only?: readonly When[];
  /** No kill starts after it returns true. */
  isOver?: () => boolean;
  onKill?: (done: number, of: number, report: CrashReport) => void;
};

export type CrashReport = {
  /** Kills by moment, and how many of them came too late or not at all. */
  kills: Map<When, { done: number; missed: number }>;
  posted: number;
  answered: number;
  taps: number;
  settings: number;
  lost: number;
  doubled: number;
  /** Every broken promise, with the kill after which it was found. */
  broken: string[];
};

/** Kills on one folder before a new one is used: reading a long journal would take most of the time. */
const KILLS_AN_EVENING = 20;

/** Kills a server under load repeatedly, and compares the state after each restart with its answers. */
export async function runCrashTest({
  kills,
  seed,
  build,
  only,
  isOver = () => false,
  onKill,
}: CrashOptions): Promise<CrashReport> {
  const report: CrashReport = {
    ...{ kills: new Map(), posted: 0, answered: 0, taps: 0, settings: 0, lost: 0, doubled: 0, broken: [] },
  };
  const random = createRandom(seed);
  const plan = planKills(random, kills, only);
  for (let from = 0; from < plan.length; from += KILLS_AN_EVENING) {
    const begun = await beginEvening(build, random);
    const { evening } = begun;
    let server: ChildServer | null = begun.server;
    try {
      for (const [index, kill] of plan.slice(from, from + KILLS_AN_EVENING).entries()) {
        if (isOver() || !server) break;
        const number = from + index + 1;
        server = await killOnce(server, kill, build, evening, report, number);
        onKill?.(number, plan.length, report);
      }
      await server?.stop();
    } finally {
      count(evening, report);
      closeHolders();
      evening.remove();
    }
    if (isOver()) break;
  }
  return report;
}

/** One kill and restart. Null if the server does not start again, which ends the evening. */
async function killOnce(
  server: ChildServer,
  kill: Kill,
  build: ServerBuild,
  evening: Evening,
  report: CrashReport,
  number: number,
): Promise<ChildServer | null> {
  const note = (problems: readonly string[]) => {
    report.broken.push(...problems.map((each) => `kill ${number}, ${kill.when}: ${each}`));
  };
  const tally = report.kills.get(kill.when) ?? { done: 0, missed: 0 };
  report.kills.set(kill.when, tally);
  if (isMigration(kill.when)) {
    const { isReached, broken } = await killWhileMigrating(kill, build, evening);
    tally[isReached ? 'done' : 'missed'] += 1;
    note(broken);
    return server;
  }
  let { isReached } = await liveAndDie(server, kill, evening);
  if (isDrain(kill.when) && kill.isAtStart) isReached = await dieAtStart(kill, build, evening.folder);
  tally[isReached ? 'done' : 'missed'] += 1;
  const back = await startAgain(build, evening.folder).catch((error: unknown) => {
    if (!(error instanceof NotStarted)) throw error;
    note([error.message]);
    return null;
  });
  if (!back) return null;
  const verdict = await checkRestarted(back, evening);
  if (verdict.broken.length > 0 && report.broken.length === 0) keepForALook(evening.folder);
  report.lost += verdict.lost;
  report.doubled += verdict.doubled;
  note(verdict.broken);
  return back;
}

/** Keeps the first folder with a broken promise for inspection. */
function keepForALook(folder: string): void {
  const file = path.join(projectRoot, 'test-results', 'crash-test.db');
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const database = openDatabase(folder);
  database.prepare('VACUUM INTO ?').run(file);
  database.close();
}

function count({ ledger }: Evening, report: CrashReport): void {
  report.posted += ledger.posted.length;
  report.answered += ledger.posted.filter(({ status }) => status === 200 || status === 400).length;
  report.taps += [...ledger.taps.values()].filter(({ answer }) => answer === 'kept').length;
  report.settings += ledger.settings.size;
}
