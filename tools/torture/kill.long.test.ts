import { describe, expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { runKills } from './kill';
import type { Moment } from './kill-plan';

/** `HEATLAMP_SEED` changes the kills. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

const killAt = (only: readonly Moment[], defect?: ServerMutation) =>
  withServer(defect, (build) => runKills({ kills: only.length, seed: SEED, build, only }));

const MS_EACH = 240_000;

describe('a server that is killed under load', () => {
  it(
    'restarts with every acknowledged delivery exactly once',
    async () => {
      const moments = [
        'before-commit',
        'after-reply',
        'inbox-before-commit',
        'inbox-after-commit',
        'inbox-deleted',
        'backlog-before-commit',
        'backup-copying',
        'restore-between',
        'random',
      ] as const;
      const report = await killAt(moments);
      expect(report.violations).toEqual([]);
      expect([report.lost, report.duplicated]).toEqual([0, 0]);
      expect(report.killed).toEqual(moments);
      expect(report.acknowledged).toBeGreaterThan(0);
      expect(report.posted).toBeGreaterThan(report.acknowledged);
    },
    MS_EACH,
  );

  it(
    'loses deliveries if it responds before they are in the inbox',
    async () => {
      // A kill may precede the first response; at least one of several loses a delivery.
      const kills = new Array<Moment>(5).fill('inbox-before-commit');
      const report = await killAt(kills, 'reply-before-sync');
      expect(report.lost).toBeGreaterThan(0);
      expect(report.violations[0]).toContain('acknowledged deliveries are not stored');
    },
    MS_EACH,
  );

  it(
    'loses deliveries if it removes them from the inbox before they are in the database',
    async () => {
      const kills = new Array<Moment>(4).fill('before-commit');
      const report = await killAt(kills, 'inbox-emptied-before-commit');
      expect(report.lost).toBeGreaterThan(0);
      expect(report.violations[0]).toContain('acknowledged deliveries are not stored');
    },
    MS_EACH,
  );
});
