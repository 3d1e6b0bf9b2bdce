import path from 'node:path';
import { createRandom } from '../pos-simulator/random';
import { type ChildServer, type EndedEarly, launch } from '../rigs/child-server';
import type { ServerBuild } from '../rigs/server-build';
import { checkRestarted } from './check-restarted';
import { type Evening, newEvening } from './evening';
import { closeHolders, liveAndDie } from './live-and-die';
import { killWhileMigrating } from './migrate-and-die';
import { isDrain, isMigration, type Kill, planKills, type When } from './points';

export type CrashOptions = {
  kills: number;
  seed: number;
  build: ServerBuild;
  /** These moments only, in this order. */
  only?: readonly When[];
  /** No kill is begun after so long. */
  seconds?: number;
  onKill?: (done: number, of: number, report: CrashReport) => void;
};

export type CrashReport = {
  /** Kills by the moment at which they came, and how many of those came too late or not at all. */
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

/** So many kills on one folder; then the next evening begins on a new one, or reading the journal would take over. */
const KILLS_AN_EVENING = 20;
const PRELOAD = path.join(import.meta.dirname, 'kill-at.mjs');

/** Kills a server under load, again and again, and holds what comes back against what was answered. */
export async function runCrashTest({ kills, seed, build, only, seconds, onKill }: CrashOptions): Promise<CrashReport> {
  const report: CrashReport = {
    ...{ kills: new Map(), posted: 0, answered: 0, taps: 0, settings: 0, lost: 0, doubled: 0, broken: [] },
  };
  const random = createRandom(seed);
  const plan = planKills(random, kills, only);
  const endsAt = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  for (let from = 0; from < plan.length; from += KILLS_AN_EVENING) {
    const evening = await newEvening(build, random);
    try {
      let server = await start(build, evening);
      for (const [index, kill] of plan.slice(from, from + KILLS_AN_EVENING).entries()) {
        if (performance.now() > endsAt) break;
        const number = from + index + 1;
        server = await killOnce(server, kill, build, evening, report, number);
        onKill?.(number, plan.length, report);
      }
      await server.stop();
    } finally {
      count(evening, report);
      closeHolders();
      evening.remove();
    }
    if (performance.now() > endsAt) break;
  }
  return report;
}

/** One death, and what comes back. */
async function killOnce(
  server: ChildServer,
  kill: Kill,
  build: ServerBuild,
  evening: Evening,
  report: CrashReport,
  number: number,
): Promise<ChildServer> {
  const note = (words: readonly string[]) => {
    report.broken.push(...words.map((each) => `kill ${number}, ${kill.when}: ${each}`));
  };
  const tally = report.kills.get(kill.when) ?? { done: 0, missed: 0 };
  report.kills.set(kill.when, tally);
  if (isMigration(kill.when)) {
    const { isReached, broken } = await killWhileMigrating(kill, build, evening, PRELOAD);
    tally[isReached ? 'done' : 'missed'] += 1;
    note(broken);
    return server;
  }
  let { isReached } = await liveAndDie(server, kill, evening);
  if (isDrain(kill.when) && kill.isAtStart) isReached = await dieAtStart(kill, build, evening);
  tally[isReached ? 'done' : 'missed'] += 1;
  const back = await start(build, evening);
  const verdict = await checkRestarted(back, evening);
  report.lost += verdict.lost;
  report.doubled += verdict.doubled;
  note(verdict.broken);
  return back;
}

/** Starts a server that dies at a point before it listens. Resolves to whether it did. */
async function dieAtStart({ when, occurrence }: Kill, { main }: ServerBuild, { folder }: Evening): Promise<boolean> {
  const environment = { HEATLAMP_KILL_AT: `${when} ${occurrence}` };
  const begun = await launch({ program: main, folder, preload: PRELOAD, environment });
  if (begun.url !== null) await begun.kill();
  return begun.url === null && begun.by === 'SIGKILL';
}

async function start({ main }: ServerBuild, { folder }: Evening): Promise<ChildServer> {
  const begun: ChildServer | EndedEarly = await launch({ program: main, folder, preload: PRELOAD });
  if (begun.url === null) throw new Error(`the server did not start again: it ended with ${begun.by}: ${begun.said}`);
  closeHolders();
  return begun;
}

function count({ ledger }: Evening, report: CrashReport): void {
  report.posted += ledger.posted.length;
  report.answered += ledger.posted.filter(({ status }) => status === 200 || status === 400).length;
  report.taps += [...ledger.taps.values()].filter(({ answer }) => answer === 'kept').length;
  report.settings += ledger.settings.size;
}
