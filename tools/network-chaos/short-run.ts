import { buildClient } from '../harness/client-build';
import { clientPatchesOf } from '../harness/client-mutations';
import { patchesOf } from '../harness/mutations';
import { buildServer } from '../harness/server-build';
import type { Breakable } from './breakable';
import { type ChaosReport, runNetworkChaos } from './run';

/** `HEATLAMP_SEED` changes the order and the moments. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const SCREENS = 30;

/** Plays these scenarios once, in tests. `broken` breaks the server or the screens. @throws if a scenario is unknown */
export async function playOnce(only: readonly string[], broken?: Breakable): Promise<ChaosReport> {
  const build = await buildServer(patchesOf(broken));
  try {
    const client = await buildClient(clientPatchesOf(broken));
    const report = await runNetworkChaos({ rounds: 1, seed: SEED, build, client, screens: SCREENS, only });
    const missing = only.filter((name) => !report.played.has(name));
    if (missing.length > 0) throw new Error(`not played: ${missing.join(', ')}`);
    return report;
  } finally {
    build.remove();
  }
}
