import { expect, it } from 'vitest';
import { runOnce } from './short-run';

it('screens on a faulty network are up to date in time, and never show an old board as live', async () => {
  const quick = ['change during a snapshot', 'last message lost', 'gap in versions', 'new epoch'];
  const report = await runOnce(quick);
  expect(report.violations).toEqual([]);
  expect([...report.results.keys()].toSorted()).toEqual(quick.toSorted());
}, 240_000);
