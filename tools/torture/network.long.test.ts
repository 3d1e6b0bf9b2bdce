import { describe, expect, it } from 'vitest';
import { runBroken, runNetwork } from './network';

const MS_EACH = 240_000;
/** `HEATLAMP_SEED` changes the order and the timing. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

function runOnce(only: readonly string[], defect?: Parameters<typeof runBroken>[0]) {
  return runBroken(defect, (build, client) => runNetwork({ rounds: 1, seed: SEED, build, client, screens: 30, only }));
}

describe('screens on a faulty network', () => {
  it(
    'are up to date in time after faults and restarts',
    async () => {
      const scenarios = [
        ...['change during a snapshot', 'last message lost', 'gap in versions', 'doubled and out of order'],
        ...['new epoch', 'settings changed meanwhile', 'shut out, network fault: no-sockets'],
        ...['killed, all screens back at once'],
      ];
      const report = await runOnce(scenarios);
      expect(report.violations).toEqual([]);
      expect(report.checks.toSorted()).toEqual(scenarios.toSorted());
    },
    MS_EACH,
  );

  it.each<[NonNullable<Parameters<typeof runBroken>[0]>, string]>([
    ['room-after-snapshot', 'change during a snapshot'],
    ['gaps-not-seen', 'gap in versions'],
    ['old-tickets-stay', 'new epoch'],
    ['heads-not-compared', 'last message lost'],
  ])(
    'report a violation with the mutation %s',
    async (broken, scenario) => {
      const report = await runOnce([scenario], broken);
      expect(report.violations.join()).toContain(scenario);
    },
    MS_EACH,
  );
});
