import type { ServerMutation } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import type { Surge } from './report';
import { type Part, runSurge } from './run';
import type { Scale } from './scale';

/** `HEATLAMP_SEED` changes the evening. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
export const SHORT: Scale = { screens: 8, steadyRate: 25, seconds: 2, burst: 100, outageSeconds: 1, outageRate: 10 };

/** Runs a surge of a few seconds, or only a part of it, in a test. `mutation` breaks the server. */
export async function shortSurge(only?: Part, mutation?: ServerMutation): Promise<Surge> {
  const build = await buildServer(mutation);
  try {
    return await runSurge({ scale: SHORT, seed: SEED, build, only });
  } finally {
    build.remove();
  }
}
