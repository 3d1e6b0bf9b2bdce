import { checkRestarted } from '../crash-test/check-restarted';
import { beginEvening } from '../crash-test/evening';
import { type Moment, planKills } from '../crash-test/kills';
import { closeLockConnections, runUntilKilled } from '../crash-test/run-until-killed';
import { startServer } from '../crash-test/start-server';
import type { ServerBuild } from '../harness/server-build';
import { createRandom } from '../pos-simulator/random';
import { openDisk } from './disk';

export type PowerOptions = {
  cuts: number;
  seed: number;
  build: ServerBuild;
  /** Points that this build never reaches. */
  unreached: readonly Moment[];
  onCut?: (done: number, report: PowerReport) => void;
};

export type PowerReport = { cuts: number; answered: number; lost: number; doubled: number; broken: string[] };

/** Right after acknowledgements from the database and from the spool, and at random instants. */
const MOMENTS: readonly Moment[] = [
  'after-reply',
  'spool-synced',
  'random',
  'random-locked',
  'after-commit',
  'drain-after-cut',
  'burst-synced',
  'burst-after-reply',
  'burst-after-cut',
];
const CUTS_AN_EVENING = 12;

/** Cuts the power of a server under load repeatedly, and compares the disk with what was answered. */
export async function runPowerTest({ cuts, seed, build, unreached, onCut }: PowerOptions): Promise<PowerReport> {
  const report: PowerReport = { cuts: 0, answered: 0, lost: 0, doubled: 0, broken: [] };
  const random = createRandom(seed);
  const moments = MOMENTS.filter((moment) => !unreached.includes(moment));
  const plan = planKills(random, cuts, moments).map((kill) => ({ ...kill, isAtStart: false }));
  for (let from = 0; from < plan.length; from += CUTS_AN_EVENING) {
    const disk = openDisk();
    process.once('exit', disk.remove);
    try {
      const begun = await beginEvening(build, random, disk.mountPoint);
      const { evening } = begun;
      let { server } = begun;
      for (const kill of plan.slice(from, from + CUTS_AN_EVENING)) {
        await runUntilKilled(server, kill, evening);
        closeLockConnections();
        disk.cut();
        server = await startServer(build, evening.folder);
        const { violations, lost, duplicated } = await checkRestarted(server, evening);
        report.cuts += 1;
        report.lost += lost;
        report.doubled += duplicated;
        report.broken.push(...violations.map((problem) => `cut ${report.cuts}, ${kill.moment}: ${problem}`));
        onCut?.(report.cuts, report);
        // Lost rows stay lost, and so do test rows: every later cut would report the same again.
        if (violations.length > 0) break;
      }
      await server.stop();
      const { posted } = evening.ledger;
      report.answered += posted.filter(({ status }) => status === 200 || status === 400).length;
    } finally {
      process.removeListener('exit', disk.remove);
      disk.remove();
    }
  }
  return report;
}
