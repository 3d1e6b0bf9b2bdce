import { expect, it } from 'vitest';
import { buildClient } from '../harness/client-build';
import { CLIENT_MUTATIONS } from '../harness/client-mutations';
import { runOnce } from './short-run';

it('screens on a faulty network are up to date in time, and never show an old board as live', async () => {
  const quick = ['change during a snapshot', 'last message lost', 'gap in versions', 'new epoch'];
  const report = await runOnce(quick);
  expect(report.violations).toEqual([]);
  expect([...report.results.keys()].toSorted()).toEqual(quick.toSorted());
}, 240_000);

it('every mutation of the client still fits its source', async () => {
  for (const { patches } of CLIENT_MUTATIONS) await buildClient(patches);
  const nowhere = { file: 'components/live/board-state.ts', find: 'this is not there', replace: '' };
  await expect(buildClient([nowhere])).rejects.toThrow('fits 0 places');
});
