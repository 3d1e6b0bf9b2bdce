import type { ServerMutation } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import type { Moment } from './kills';
import { type CrashReport, runCrashTest } from './run';

/** `HEATLAMP_SEED` changes the kills. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);

/** Runs the crash test in a test, at these moments. `mutation` breaks the server. */
export async function killAt(only: readonly Moment[], mutation?: ServerMutation): Promise<CrashReport> {
  const build = await buildServer(mutation);
  try {
    return await runCrashTest({ kills: only.length, seed: SEED, build, only });
  } finally {
    build.remove();
  }
}
