import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

const { dependencies } = /** @type {{ dependencies: Record<string, string> }} */ (
  JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
);
/** From their own many files each program and thread would load them in three quarters of its start. */
const BUNDLED = ['csv-stringify', 'lossless-json', 'zod'];

/** The outputs are in one folder, because they locate each other by `import.meta.url`. */
export const entryPoints = [
  { in: 'server/main.ts', out: 'main' },
  { in: 'server/reader/read-worker.ts', out: 'worker' },
  { in: 'server/pages/page-worker.ts', out: 'page-worker' },
  { in: 'server/storage/copy-worker.ts', out: 'copy-worker' },
  { in: 'server/cli/main.ts', out: 'heatlamp' },
];

/** Bundles the server: one file per entry. Most packages are external. */
export const bundleOptions = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: projectRoot,
  entryPoints,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  format: 'esm',
  platform: 'node',
  target: 'node22',
  tsconfig: 'tsconfig.json',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
