import { expect, it } from 'vitest';
import { buildClient } from '../harness/client-build';
import { CLIENT_MUTATIONS } from '../harness/client-mutations';
import { playOnce } from './short-run';

it('screens on a faulty network show the server’s board again in time, and never an old one as live', async () => {
  const quick = ['change during a snapshot', 'last message lost', 'gap in versions', 'new epoch'];
  const report = await playOnce(quick);
  expect(report.broken).toEqual([]);
  expect([...report.played.keys()].toSorted()).toEqual(quick.toSorted());
}, 240_000);

it('every mutation of a screen’s side still fits it', async () => {
  for (const { patches } of CLIENT_MUTATIONS) await buildClient(patches);
  const nowhere = { file: 'components/live/board-state.ts', find: 'this is not there', replace: '' };
  await expect(buildClient([nowhere])).rejects.toThrow('fits 0 places');
});
