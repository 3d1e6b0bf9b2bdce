import { describe, expect, it } from 'vitest';
import type { Breakable } from './breakable';
import { playOnce } from './short-run';

const MS_EACH = 240_000;

describe('screens on a faulty network', () => {
  it(
    'show the server’s board again in time after faults, restarts and slow readers',
    async () => {
      const scenarios = [
        ...['change during a snapshot', 'last message lost', 'gap in versions', 'doubled and out of order'],
        ...['new epoch', 'settings changed meanwhile', 'shut out, network fault: no-sockets'],
        ...['killed, all screens back at once', 'a screen stops reading and goes on asking'],
      ];
      const report = await playOnce(scenarios);
      expect(report.broken).toEqual([]);
      expect([...report.played.keys()].toSorted()).toEqual(scenarios.toSorted());
    },
    MS_EACH,
  );

  it.each<[Breakable, string]>([
    ['room-after-snapshot', 'change during a snapshot'],
    ['gaps-not-seen', 'gap in versions'],
    ['old-tickets-stay', 'new epoch'],
    ['heads-not-compared', 'last message lost'],
  ])(
    'break a promise with the mutation %s',
    async (broken, scenario) => {
      const report = await playOnce([scenario], broken);
      expect(report.broken.join()).toContain(scenario);
    },
    MS_EACH,
  );
});
