import { describe, expect, it } from 'vitest';
import type { When } from './points';
import { killAt } from './short-run';

const MS_EACH = 240_000;

describe('a server that is killed under load', () => {
  it(
    'comes back with all that it answered, once, whatever it was doing',
    async () => {
      const moments = [
        'before-commit',
        'after-reply',
        'migrating',
        'spool-torn',
        'drain-before-cut',
        'burst-synced',
        'burst-before-commit',
        'backup-copying',
        'restore-between',
        'random',
      ] as const;
      const report = await killAt(moments);
      expect(report.broken).toEqual([]);
      expect([report.lost, report.doubled]).toEqual([0, 0]);
      expect([...report.kills]).toEqual(moments.map((moment) => [moment, { done: 1, missed: 0 }]));
      expect(report.answered).toBeGreaterThan(0);
      expect(report.posted).toBeGreaterThan(report.answered);
    },
    MS_EACH,
  );

  it(
    'has lost deliveries if it answers before the commit',
    async () => {
      // One kill may come before any early answer has reached the POS; of several, one loses something.
      const kills = new Array<When>(5).fill('before-commit');
      const report = await killAt(kills, 'reply-before-commit');
      expect(report.lost).toBeGreaterThan(0);
      expect(report.broken[0]).toContain('deliveries that were answered are not in the journal');
    },
    MS_EACH,
  );
});
