// Bundles what runs in production: one file each, packages stay outside. `node tools/set-up/bundle.mjs`
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './project-root.mjs';

/** All three land side by side in build/, so that they find each other by `import.meta.url`. */
const entryPoints = [
  { in: 'server/main.ts', out: 'main' },
  { in: 'server/storage/read-worker.ts', out: 'worker' },
  { in: 'server/cli/main.ts', out: 'heatlamp' },
];

const missing = entryPoints.filter((entry) => !existsSync(path.join(projectRoot, entry.in)));
if (missing.length > 0) {
  console.error(`Missing: ${missing.map((entry) => entry.in).join(', ')}. The checkout is incomplete.`);
  process.exit(1);
}

try {
  await build({
    absWorkingDir: projectRoot,
    entryPoints,
    outdir: 'build',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: 'tsconfig.json',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
} catch {
  process.exitCode = 1; // esbuild has printed the errors
}
