import { type MutationName, patchesOf } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import { type FuzzReport, runFuzz } from './run';

/** `HEATLAMP_SEED` changes the requests. */
export const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

/** Sends this many invalid requests, in tests. `broken` breaks the server. */
export async function fuzzOnce(runs: number, broken?: MutationName): Promise<FuzzReport> {
  const build = await buildServer(patchesOf(broken));
  try {
    return await runFuzz({ runs, seed: SEED, build });
  } finally {
    build.remove();
  }
}
