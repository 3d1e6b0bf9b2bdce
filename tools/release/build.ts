import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../set-up/bundle-options.mjs';
import { projectRoot } from '../set-up/project-root.mjs';
import { run } from '../set-up/run.mjs';

/** What stays a package in a release: it loads files of its own. */
export const EXTERNAL = ['next', 'better-sqlite3'] as const;

export type Bundled = {
  folder: string;
  /** Every source file that is in the bundles, relative to the project. */
  inputs: string[];
};

/** Builds the pages with everything that they need, in .next/standalone. They serve `npm start` too. */
export async function buildPages(): Promise<void> {
  rmSync(path.join(projectRoot, '.next', 'standalone'), { recursive: true, force: true });
  const next = 'node_modules/next/dist/bin/next';
  await run(process.execPath, [next, 'build'], { NODE_ENV: 'production', HEATLAMP_RELEASE: '1' });
}

/** Bundles the server and its command line with their packages. */
export async function bundleServer(folder: string): Promise<Bundled> {
  const { metafile } = await build({
    ...bundleOptions,
    outdir: folder,
    packages: 'bundle',
    // pg asks for its native client, and works without it.
    external: [...EXTERNAL.flatMap((name) => [name, `${name}/*`]), 'pg-native'],
    define: { 'process.env.HEATLAMP_RELEASE': '"1"' },
    // Packages in the format of CommonJS call it.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
  });
  return { folder, inputs: Object.keys(metafile.inputs) };
}
