import { describe, expect, it } from 'vitest';
import type { Breakable } from './breakable';
import { runOnce } from './short-run';

const MS_EACH = 240_000;

describe('screens on a faulty network', () => {
  it(
    'are up to date in time after faults, restarts and slow readers',
    async () => {
      const scenarios = [
        ...['change during a snapshot', 'last message lost', 'gap in versions', 'doubled and out of order'],
        ...['new epoch', 'settings changed meanwhile', 'shut out, network fault: no-sockets'],
        ...['killed, all screens back at once', 'a screen stops reading and goes on asking'],
      ];
      const report = await runOnce(scenarios);
      expect(report.violations).toEqual([]);
      expect([...report.results.keys()].toSorted()).toEqual(scenarios.toSorted());
    },
    MS_EACH,
  );

  it.each<[Breakable, string]>([
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
