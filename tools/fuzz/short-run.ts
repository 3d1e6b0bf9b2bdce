import { buildServer } from '../harness/builds';
import type { ServerMutation } from '../harness/mutants/server';
import { type FuzzReport, runFuzz } from './run';

/** `HEATLAMP_SEED` changes the requests. */
export const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

/** Runs the fuzzer in a test. `mutation` breaks the server. */
export async function fuzzOnce(runs: number, mutation?: ServerMutation): Promise<FuzzReport> {
  const build = await buildServer(mutation);
  try {
    return await runFuzz({ runs, seed: SEED, build });
  } finally {
    build.remove();
  }
}
