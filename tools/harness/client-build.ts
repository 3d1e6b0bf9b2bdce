import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { freshnessOf } from '../../components/live/freshness';
import type { createLiveStore } from '../../components/live/live-store';
import { projectRoot } from '../set-up/project-root.mjs';
import { type Patch, patching } from './server-build';

/** What a page's side of the live contract is made of, outside React. */
export type LiveClient = { createLiveStore: typeof createLiveStore; freshnessOf: typeof freshnessOf };

const SOURCES = ['live-store', 'freshness'].map((name) => `export * from './components/live/${name}';`).join('\n');
/** Whatever a page asks its device's own clock, the answer is wrong: by more than an hour, and more from day to day. */
const DEVICE_CLOCK = 'globalThis.heatlampDeviceClock';
const DEVICE_IS_OFF_MS = 3_700_000;

/**
 * The product's own client code on a device whose clock is wrong, as it is or with patches that break it on purpose.
 * @throws when a patch no longer fits its file
 */
export async function buildClient(patches: readonly Patch[] = []): Promise<LiveClient> {
  // Below the project, where it finds its packages.
  const parent = path.join(projectRoot, 'build', 'harness');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'client-'));
  const outfile = path.join(folder, 'live.mjs');
  try {
    await build({
      ...{ absWorkingDir: projectRoot, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
      ...{ packages: 'external', logLevel: 'silent' },
      stdin: { contents: SOURCES, resolveDir: projectRoot, loader: 'ts' },
      define: { 'Date.now': DEVICE_CLOCK },
      plugins: [patching(patches, "a screen's side")],
    });
    Object.assign(globalThis, { heatlampDeviceClock: () => Date.now() + DEVICE_IS_OFF_MS });
    return (await import(pathToFileURL(outfile).href)) as LiveClient;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
