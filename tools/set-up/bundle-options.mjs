import { projectRoot } from './project-root.mjs';

/** The outputs are in one folder, because they locate each other by `import.meta.url`. */
export const entryPoints = [
  { in: 'server/main.ts', out: 'main' },
  { in: 'server/reader/read-worker.ts', out: 'worker' },
  { in: 'server/pages/page-worker.ts', out: 'page-worker' },
  { in: 'server/storage/copy-worker.ts', out: 'copy-worker' },
  { in: 'server/cli/main.ts', out: 'heatlamp' },
];

/** Bundles the server: one file per entry, with external packages. */
export const bundleOptions = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: projectRoot,
  entryPoints,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  tsconfig: 'tsconfig.json',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
