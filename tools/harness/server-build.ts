import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { projectRoot } from '../set-up/project-root.mjs';

/** A text that occurs exactly once in a source file, and its replacement. */
export type Patch = { file: string; find: string; replace: string };

/** A bundled server, built like that of `npm start`. */
export type ServerBuild = { main: string; commandLine: string; remove: () => void };

/**
 * Bundles the server, unchanged or with patches that break it. The sources themselves are not changed.
 * @throws if a patch no longer fits its file
 */
export async function buildServer(patches: readonly Patch[] = []): Promise<ServerBuild> {
  // Inside the project, so that the bundle finds its packages and migrations.
  const parent = path.join(projectRoot, 'build', 'harness');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'server-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await build({
      ...bundleOptions,
      outdir: folder,
      sourcemap: false,
      logLevel: 'silent',
      plugins: [patchPlugin(patches, 'the server')],
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { main: path.join(folder, 'main.mjs'), commandLine: path.join(folder, 'heatlamp.mjs'), remove };
}

/** Applies patches while bundling. @throws if one no longer fits, or its file is not part of the bundle */
export function patchPlugin(patches: readonly Patch[], bundle: string): Plugin {
  return {
    name: 'patches',
    setup({ onLoad, onEnd }) {
      const missing = new Set(patches.map(({ file }) => path.join(projectRoot, file)));
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const ofFile = patches.filter((patch) => path.join(projectRoot, patch.file) === file);
        if (ofFile.length === 0) return null;
        missing.delete(file);
        const contents = ofFile.reduce((text, patch) => applyPatch(text, patch), readFileSync(file, 'utf8'));
        return { contents, loader: 'ts', resolveDir: path.dirname(file) };
      });
      onEnd(() => {
        if (missing.size > 0) throw new Error(`${bundle} does not contain ${[...missing].join(', ')}`);
      });
    },
  };
}

function applyPatch(text: string, { file, find, replace }: Patch): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`the patch of ${file} fits ${times} places: ${find}`);
  return text.replace(find, () => replace);
}
