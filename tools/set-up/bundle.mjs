// Bundles the server and its command line: `node tools/set-up/bundle.mjs`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, entryPoints } from './bundle-options.mjs';
import { projectRoot } from './project-root.mjs';

const missing = entryPoints.filter((entry) => !existsSync(path.join(projectRoot, entry.in)));
if (missing.length > 0) {
  console.error(`Missing: ${missing.map((entry) => entry.in).join(', ')}. The checkout is incomplete.`);
  process.exit(1);
}

try {
  await build({ ...bundleOptions, outdir: 'build' });
} catch {
  process.exitCode = 1; // esbuild has printed the errors
}
