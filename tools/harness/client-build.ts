import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { freshnessOf } from '../../components/live/freshness';
import type { createLiveStore } from '../../components/live/live-store';
import { projectRoot } from '../set-up/project-root.mjs';
import { CLIENT_MUTATIONS, type ClientMutation } from './mutations';
import { replaceModule } from './replace-module';

/** The client modules for live updates, without React. */
export type LiveClient = { createLiveStore: typeof createLiveStore; freshnessOf: typeof freshnessOf };

const SOURCES = ['live-store', 'freshness'].map((name) => `export * from './components/live/${name}';`).join('\n');
/** Replaces Date.now in the bundle by a clock that is wrong by about an hour. */
const DEVICE_CLOCK = 'globalThis.heatlampDeviceClock';
const DEVICE_IS_OFF_MS = 3_700_000;

/** Bundles the product's own client code for a device whose clock is wrong, unchanged or with a mutation. */
export async function buildClient(mutation?: ClientMutation): Promise<LiveClient> {
  // Inside the project, so that the bundle finds its packages.
  const parent = path.join(projectRoot, 'build', 'harness');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'client-'));
  const outfile = path.join(folder, 'live.mjs');
  try {
    await build({
      ...{ absWorkingDir: projectRoot, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node22' },
      ...{ packages: 'external', logLevel: 'silent' },
      stdin: { contents: SOURCES, resolveDir: projectRoot, loader: 'ts' },
      define: { 'Date.now': DEVICE_CLOCK },
      plugins: mutation ? [replaceModule(mutation, CLIENT_MUTATIONS[mutation])] : [],
    });
    Object.assign(globalThis, { heatlampDeviceClock: () => Date.now() + DEVICE_IS_OFF_MS });
    return (await import(pathToFileURL(outfile).href)) as LiveClient;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
