import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildClient, buildServer, type LiveClient, type ServerBuild } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { type Postgresql, startPostgresql } from '../harness/postgresql';
import { type NodesReport, runNodes } from './nodes';
import { buildNextVersion } from './nodes-cluster';
import { DEFECTS, FAULTS, type Fault } from './nodes-faults';

/** `HEATLAMP_SEED` changes the load and the nodes that the faults concern. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 24_011);
/** Of each fault, in s; `npm run torture` has longer ones. */
const MAX_SECONDS = 5;
const MS = 600_000;
/** No promise: other tests take the processor meanwhile. */
const BUSY_MS = 60_000;

let postgresql: Postgresql;
let client: LiveClient;
let nextVersion: ServerBuild;
beforeAll(async () => {
  postgresql = await startPostgresql();
  client = await buildClient();
  nextVersion = await buildNextVersion();
});
afterAll(async () => {
  nextVersion.remove();
  await postgresql.stop();
});

type Options = { mutation?: ServerMutation; rightWithinMs?: number };

async function chaos(faults: readonly Fault[], { mutation, ...limit }: Options): Promise<NodesReport> {
  const build = await buildServer(mutation);
  try {
    return await runNodes({
      seed: SEED,
      build,
      nextVersion,
      client,
      postgresql,
      faults,
      longest: MAX_SECONDS,
      ...limit,
    });
  } finally {
    build.remove();
  }
}

it('three nodes keep every acknowledged delivery once, and every screen right, whatever breaks', {
  timeout: MS,
}, async () => {
  const { violations, faults, acknowledged, pastAnswers } = await chaos(FAULTS, { rightWithinMs: BUSY_MS });
  expect(violations).toEqual([]);
  expect(faults).toEqual(FAULTS);
  expect(acknowledged).toBeGreaterThan(0);
  expect(pastAnswers).toBeGreaterThan(0);
});

it.each(Object.entries(DEFECTS) as [keyof typeof DEFECTS, Fault][])(
  'notices nodes that are broken on purpose: %s',
  async (mutation, fault) => {
    expect((await chaos([fault], { mutation })).violations).not.toEqual([]);
  },
);
