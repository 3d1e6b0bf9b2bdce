import { expect, it } from 'vitest';
import { withServer } from '../harness/builds';
import { runKills } from './kill';
import type { Moment } from './kill-plan';

/** `HEATLAMP_SEED` changes the kills. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

const killAt = (only: readonly Moment[]) =>
  withServer(undefined, (build) => runKills({ kills: only.length, seed: SEED, build, only }));

it('a server that is killed under load restarts with every acknowledged delivery exactly once', async () => {
  const moments = ['before-commit', 'inbox-before-commit', 'inbox-after-commit'] as const;
  const report = await killAt(moments);
  expect(report.violations).toEqual([]);
  expect([report.lost, report.duplicated]).toEqual([0, 0]);
  expect(report.killed).toEqual(moments);
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.posted).toBeGreaterThan(report.acknowledged);
}, 240_000);
