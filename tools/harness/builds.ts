import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { freshnessOf } from '../../components/live/freshness';
import type { createLiveStore } from '../../components/live/live-store';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { CLIENT_MUTATIONS, type ClientMutation } from './mutants/client';
import type { Mutation } from './mutants/mutation';
import { SERVER_MUTATIONS, type ServerMutation } from './mutants/server';

/** The client modules for live updates, without React. */
export type LiveClient = { createLiveStore: typeof createLiveStore; freshnessOf: typeof freshnessOf };

const SOURCES = ['live-store', 'freshness'].map((name) => `export * from './components/live/${name}';`).join('\n');
/** Replaces Date.now in the bundle by a clock that is wrong by about an hour. */
const DEVICE_CLOCK = 'globalThis.heatlampDeviceClock';
const DEVICE_IS_OFF_MS = 3_700_000;

/** `main`: path of the program. `remove` deletes its folder: call it when no server runs from it. */
export type ServerBuild = { main: string; remove: () => void };

/** Creates a folder inside the project, so that a bundle in it finds its packages and migrations. */
function newFolder(): string {
  const parent = path.join(projectRoot, 'build', 'harness');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(path.join(parent, 'bundle-'));
}

/** Bundles the server as `npm start` does, but without source maps; unchanged, or with a mutation. */
export async function buildServer(mutation?: ServerMutation): Promise<ServerBuild> {
  const folder = newFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await build({
      ...bundleOptions,
      outdir: folder,
      sourcemap: false,
      logLevel: 'silent',
      plugins: [...bundleOptions.plugins, ...(mutation ? [replaceModule(mutation, SERVER_MUTATIONS[mutation])] : [])],
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { main: path.join(folder, 'main.mjs'), remove };
}

/** Bundles the server, unchanged or with a defect, for as long as `run` takes. */
export async function withServer<Result>(
  defect: ServerMutation | undefined,
  run: (build: ServerBuild) => Promise<Result>,
): Promise<Result> {
  const build = await buildServer(defect);
  process.once('exit', build.remove);
  try {
    return await run(build);
  } finally {
    process.off('exit', build.remove);
    build.remove();
  }
}

/** Bundles the product's own client code for a device whose clock is wrong, unchanged or with a mutation. */
export async function buildClient(mutation?: ClientMutation): Promise<LiveClient> {
  const folder = newFolder();
  const outfile = path.join(folder, 'live.mjs');
  try {
    await build({
      ...{ absWorkingDir: projectRoot, outfile, bundle: true, format: 'esm', platform: 'node', target: 'node22' },
      ...{ packages: 'external', logLevel: 'silent' },
      stdin: { contents: SOURCES, resolveDir: projectRoot, loader: 'ts' },
      define: { 'Date.now': DEVICE_CLOCK },
      plugins: mutation ? [replaceModule(mutation, CLIENT_MUTATIONS[mutation], 'client')] : [],
    });
    Object.assign(globalThis, { heatlampDeviceClock: () => Date.now() + DEVICE_IS_OFF_MS });
    return (await import(pathToFileURL(outfile).href)) as LiveClient;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Puts the exports of a mutation in place of those of its module, also for the other functions of the module.
 * @throws if nothing in the bundle imports the module, or if it does not export such a function or class
 */
export function replaceModule(name: string, { module, replaces }: Mutation, mutants = 'server'): Plugin {
  const original = path.join(projectRoot, module);
  return {
    name: 'mutant',
    setup({ onLoad, onEnd }) {
      let isReplaced = false;
      onLoad({ filter: /\.ts$/ }, ({ path: loaded }) => {
        if (loaded !== original) return null;
        isReplaced = true;
        const source = readFileSync(original, 'utf8');
        const unknown = Object.keys(replaces).find(
          (each) => !new RegExp(`^export (?:async )?(?:function|class) ${each}\\b`, 'm').test(source),
        );
        if (unknown !== undefined) throw new Error(`${module} exports no function or class ${unknown}`);
        const assignments = Object.keys(replaces).map((each) => `${each} = replaces.${each}(original);`);
        return {
          loader: 'ts',
          resolveDir: path.dirname(original),
          contents: `${source}
            import * as self from './${path.basename(original)}';
            import { ${mutants.toUpperCase()}_MUTATIONS as mutations } from '${path.join(import.meta.dirname, 'mutants', mutants)}';
            const original = { ...self };
            const { replaces } = mutations['${name}'];
            ${assignments.join('\n')}`,
        };
      });
      onEnd(() => {
        if (!isReplaced) throw new Error(`nothing in the bundle imports ${module}`);
      });
    },
  };
}
