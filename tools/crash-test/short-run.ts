import { type MutationName, patchesOf } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import type { When } from './points';
import { type CrashReport, runCrashTest } from './run';

/** `HEATLAMP_SEED` changes the kills. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

/** Kills a server at these moments, in tests. `broken` breaks the server. */
export async function killAt(only: readonly When[], broken?: MutationName): Promise<CrashReport> {
  const build = await buildServer(patchesOf(broken));
  try {
    return await runCrashTest({ kills: only.length, seed: SEED, build, only });
  } finally {
    build.remove();
  }
}
