import { checkRestarted } from '../crash-test/check-restarted';
import { beginEvening } from '../crash-test/evening';
import { type Moment, planKills } from '../crash-test/kills';
import { closeLockConnections, runUntilKilled } from '../crash-test/run-until-killed';
import { startServer } from '../crash-test/start-server';
import { isAcknowledged } from '../harness/compare-deliveries';
import type { ServerBuild } from '../harness/server-build';
import { createRandom } from '../pos-simulator/random';
import { openDisk } from './disk';

export type PowerOptions = {
  cuts: number;
  seed: number;
  build: ServerBuild;
  onCut?: (done: number, report: PowerReport) => void;
};

export type PowerReport = {
  cuts: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  violations: string[];
};

/** Right after acknowledgements and commits, and at random instants. */
const MOMENTS: readonly Moment[] = [
  'after-reply',
  'inbox-after-commit',
  'random',
  'random-locked',
  'after-commit',
  'inbox-deleted',
  'backlog-after-commit',
];
const CUTS_PER_DISK = 12;

/** Cuts the power of a server under load repeatedly, and compares the disk with the acknowledgements. */
export async function runPowerTest({ cuts, seed, build, onCut }: PowerOptions): Promise<PowerReport> {
  const report: PowerReport = { cuts: 0, acknowledged: 0, lost: 0, duplicated: 0, violations: [] };
  const random = createRandom(seed);
  const plan = planKills(random, cuts, MOMENTS).map((kill) => ({ ...kill, isAtStart: false }));
  for (let from = 0; from < plan.length; from += CUTS_PER_DISK) {
    const disk = openDisk();
    process.once('exit', disk.remove);
    try {
      const started = await beginEvening(build, random, { parent: disk.mountPoint });
      const { evening } = started;
      let { server } = started;
      for (const kill of plan.slice(from, from + CUTS_PER_DISK)) {
        await runUntilKilled(server, kill, evening);
        closeLockConnections();
        disk.cut();
        server = await startServer(build, evening.folder);
        const { violations, lost, duplicated } = await checkRestarted(server, evening);
        report.cuts += 1;
        report.lost += lost;
        report.duplicated += duplicated;
        report.violations.push(...violations.map((problem) => `cut ${report.cuts}, ${kill.moment}: ${problem}`));
        onCut?.(report.cuts, report);
        // Later cuts would report the same violation again.
        if (violations.length > 0) break;
      }
      await server.stop();
      const { posted } = evening.ledger;
      report.acknowledged += posted.filter(isAcknowledged).length;
    } finally {
      process.removeListener('exit', disk.remove);
      disk.remove();
    }
  }
  return report;
}
