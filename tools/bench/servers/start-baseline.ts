import path from 'node:path';
import { build } from 'esbuild';
import { ROOT, startServer } from './server-process';
import { storedDeliveries } from './stored-deliveries';
import type { Running, Target } from './target';
import { throwAwayFolder } from './throw-away-folder';

const BUNDLE = path.join('build', 'bench', 'baseline.mjs');

/** Bundles the baseline as the server is bundled: neither carries a compiler in its memory. */
export async function bundleBaseline(): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['tools/bench/baseline/main.ts'],
    outfile: BUNDLE,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}

/** Starts the bundled baseline, with or without group commit, on a folder of its own. */
export async function startBaseline(target: Exclude<Target, 'heatlamp'>): Promise<Running> {
  const { folder, remove } = throwAwayFolder();
  const options = target === 'baseline with group commit' ? ['--group-commit'] : [];
  const { port, pid, stop } = await startServer(['--enable-source-maps', BUNDLE, ...options], folder);
  return {
    target,
    url: `http://127.0.0.1:${port}`,
    port,
    pid,
    token: '',
    stored: () => storedDeliveries(path.join(folder, 'baseline.db')),
    async stop() {
      await stop();
      remove();
    },
  };
}
