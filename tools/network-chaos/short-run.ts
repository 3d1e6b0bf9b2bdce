import { type Breakable, buildBoth } from './breakable';
import { type ChaosReport, runNetworkChaos } from './run';

/** `HEATLAMP_SEED` changes the order and the timing. */
const SEED = Number(process.env['HEATLAMP_SEED'] ?? 20_261_121);
const SCREENS = 30;

/** Runs these scenarios once, in tests. `mutation` breaks the server or the client. @throws if a scenario is unknown */
export async function runOnce(only: readonly string[], mutation?: Breakable): Promise<ChaosReport> {
  const { build, client } = await buildBoth(mutation);
  try {
    const report = await runNetworkChaos({ rounds: 1, seed: SEED, build, client, screens: SCREENS, only });
    const missing = only.filter((name) => !report.results.has(name));
    if (missing.length > 0) throw new Error(`unknown scenarios: ${missing.join(', ')}`);
    return report;
  } finally {
    build.remove();
  }
}
