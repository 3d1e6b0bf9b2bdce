import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../harness/client-build';
import { CLIENT_MUTATIONS, clientPatchesOf } from '../harness/client-mutations';
import { patchesOf } from '../harness/mutations';
import { buildServer, type ServerBuild } from '../harness/server-build';
import type { Breakable } from './breakable';
import { runNetworkChaos, SCENARIOS } from './run';

/** `HEATLAMP_SEED` changes the order and the moments. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const MINUTES_EACH = 4;
const SCREENS = 30;

let build: ServerBuild;
beforeAll(async () => {
  build = await buildServer();
}, 60_000);
afterAll(() => build.remove());

async function play(only: readonly string[], broken?: Breakable) {
  for (const name of only) expect(SCENARIOS).toContain(name);
  const server = broken && patchesOf(broken).length > 0 ? await buildServer(patchesOf(broken)) : build;
  const client = await buildClient(clientPatchesOf(broken));
  try {
    return await runNetworkChaos({ rounds: 1, seed: SEED, build: server, client, screens: SCREENS, only });
  } finally {
    if (server !== build) server.remove();
  }
}

describe('screens on a faulty network', () => {
  it(
    'show the server’s board again in time, and never an old one as live',
    async () => {
      const quick = [
        ...['change during a snapshot', 'last message lost', 'gap in versions', 'doubled and out of order'],
        ...['new epoch', 'settings changed meanwhile', 'shut out, network fault: no-sockets'],
        ...['killed, all screens back at once', 'a screen stops reading and goes on asking'],
      ];
      const report = await play(quick);
      expect(report.broken).toEqual([]);
      expect([...report.played.keys()].toSorted()).toEqual(quick.toSorted());
    },
    MINUTES_EACH * 60_000,
  );

  it.each<[Breakable, string]>([
    ['room-after-snapshot', 'change during a snapshot'],
    ['gaps-not-seen', 'gap in versions'],
    ['old-tickets-stay', 'new epoch'],
    ['heads-not-compared', 'last message lost'],
  ])(
    'are found out with %s',
    async (broken, scenario) => {
      const report = await play([scenario], broken);
      expect(report.broken.join()).toContain(scenario);
    },
    MINUTES_EACH * 60_000,
  );

  it('every mutation of a screen’s side still fits it', async () => {
    for (const { patches } of CLIENT_MUTATIONS) await buildClient(patches);
    const nowhere = { file: 'components/live/board-state.ts', find: 'this is not there', replace: '' };
    await expect(buildClient([nowhere])).rejects.toThrow('fits 0 places');
  });
});
