import { expect, it } from 'vitest';
import { killAt } from './short-run';

it('a server that is killed under load comes back with all that it answered, once', async () => {
  const moments = ['before-commit', 'spool-torn', 'burst-synced'] as const;
  const report = await killAt(moments);
  expect(report.broken).toEqual([]);
  expect([report.lost, report.doubled]).toEqual([0, 0]);
  expect([...report.kills]).toEqual(moments.map((moment) => [moment, { done: 1, missed: 0 }]));
  expect(report.answered).toBeGreaterThan(0);
  expect(report.posted).toBeGreaterThan(report.answered);
}, 240_000);
