import { describe, expect, it } from 'vitest';
import { type MutationName, patchesOf } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import type { When } from './points';
import { runCrashTest } from './run';

/** `HEATLAMP_SEED` changes the kills. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const MINUTES_EACH = 4;

async function killAt(only: readonly When[], broken?: MutationName) {
  const build = await buildServer(patchesOf(broken));
  try {
    return await runCrashTest({ kills: only.length, seed: SEED, build, only });
  } finally {
    build.remove();
  }
}

describe('a server that is killed under load', () => {
  it(
    'comes back with all that it answered, once',
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
    MINUTES_EACH * 60_000,
  );

  it(
    'is found out when it answers before the commit',
    async () => {
      // One kill may come before any early answer has reached the POS; of several, one loses something.
      const kills = new Array<When>(5).fill('before-commit');
      const report = await killAt(kills, 'reply-before-commit');
      expect(report.lost).toBeGreaterThan(0);
      expect(report.broken[0]).toContain('deliveries that were answered are not in the journal');
    },
    MINUTES_EACH * 60_000,
  );
});
