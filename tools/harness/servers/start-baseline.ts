import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../../set-up/project-root.mjs';
import { builtServer, startServer } from '../child-server';
import { makeDataFolder } from '../data-folder';
import { storedDeliveries } from './stored-deliveries';
import type { MeasuredServer, Target } from './target';

const BUNDLE = path.join('build', 'harness', 'baseline.mjs');

/** Bundles the baseline like the server, so that neither has a compiler in memory. */
export async function bundleBaseline(): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['tools/harness/baseline/main.ts'],
    outfile: BUNDLE,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'warning',
  });
}

/** Starts the bundled baseline in the environment of `npm start`, with or without group commit, on a new folder. */
export async function startBaseline(target: Exclude<Target, 'heatlamp'>): Promise<MeasuredServer> {
  const { folder, remove } = makeDataFolder();
  const server = await startServer({
    folder,
    program: BUNDLE,
    options: ['--enable-source-maps'],
    args: target === 'baseline with group commit' ? ['--group-commit'] : [],
    environment: builtServer().environment ?? {},
  });
  return {
    target,
    url: server.url.origin,
    port: Number(server.url.port),
    pid: server.pid,
    token: '',
    stored: () => storedDeliveries(path.join(folder, 'baseline.db')),
    async stop() {
      await server.stop();
      remove();
    },
  };
}
