import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClient, type LiveClient } from '../harness/client-build';
import type { ServerMutation } from '../harness/mutations';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { buildServer } from '../harness/server-build';
import { FAULTS, type Fault } from './faults';
import { type ChaosReport, runChaos } from './run';

/** `HEATLAMP_SEED` changes the load and the nodes that the faults concern. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 24_011);

let postgresql: Postgresql;
let client: LiveClient;
beforeAll(async () => {
  postgresql = await startPostgresql();
  client = await buildClient();
});
afterAll(() => postgresql.stop());

async function chaos(faults: readonly Fault[], mutation?: ServerMutation): Promise<ChaosReport> {
  const build = await buildServer(mutation);
  try {
    return await runChaos({ seed: SEED, build, client, postgresql, faults });
  } finally {
    build.remove();
  }
}

it('three nodes keep every acknowledged delivery once, and every screen right, whatever breaks', async () => {
  const { violations, rightAfter, acknowledged } = await chaos(FAULTS);
  expect(violations).toEqual([]);
  expect([...rightAfter.keys()]).toEqual([...FAULTS]);
  expect(acknowledged).toBeGreaterThan(0);
});

it.each(['revision-not-read', 'adapter-left-out'] as const)(
  'notices nodes that are broken on purpose: %s',
  async (mutation) => {
    expect((await chaos(['LISTEN cut'], mutation)).violations).not.toEqual([]);
  },
);
