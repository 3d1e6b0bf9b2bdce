import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { SERVER_MUTATIONS, type ServerMutation } from './mutations';
import { replaceModule } from './replace-module';

/** `main`: path of the program. `remove` deletes its folder: call it when no server runs from it. */
export type ServerBuild = { main: string; remove: () => void };

/** Bundles the server as `npm start` does, but without source maps; unchanged, or with a mutation. */
export async function buildServer(mutation?: ServerMutation): Promise<ServerBuild> {
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
      plugins: [...bundleOptions.plugins, ...(mutation ? [replaceModule(mutation, SERVER_MUTATIONS[mutation])] : [])],
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { main: path.join(folder, 'main.mjs'), remove };
}
