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
  { in: 'server/http/local-name-worker.ts', out: 'local-name-worker' },
  { in: 'server/cli/main.ts', out: 'heatlamp' },
];

/**
 * Makes a file of each of Prisma's query compilers. Its package has them as text in modules, which Node.js never unloads:
 * 9 MB of memory for each.
 */
const compilersAsFiles = /** @satisfies {import('esbuild').Plugin} */ ({
  name: 'query compilers as files',
  setup(build) {
    const namespace = 'query-compiler';
    build.onResolve({ filter: /\.wasm-base64\.mjs$/ }, ({ path }) => ({ path, namespace }));
    build.onResolve({ filter: /\.wasm$/, namespace }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /\.mjs$/, namespace }, ({ path: module }) => ({
      resolveDir: projectRoot,
      // Prisma's client calls `Buffer.from(wasm, 'base64')`, which takes such an object, and its bytes as they are.
      contents: `import { readFileSync } from 'node:fs';
        import file from '${module.replace('-base64.mjs', '')}';
        export const wasm = { valueOf: () => readFileSync(new URL(file, import.meta.url)) };`,
    }));
    build.onLoad({ filter: /\.wasm$/, namespace }, async ({ path: file }) => {
      const { wasm } = await import(`${file}-base64.mjs`);
      return { contents: Buffer.from(wasm, 'base64'), loader: 'file' };
    });
  },
});

/** Bundles the server: one file per entry. Most packages are external. */
export const bundleOptions = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: projectRoot,
  entryPoints,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  plugins: [compilersAsFiles],
  assetNames: '[name]',
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  format: 'esm',
  platform: 'node',
  target: 'node22',
  tsconfig: 'tsconfig.json',
  sourcemap: true,
  // Without comments a bundle is ASCII: with one other character, Node.js would keep its text in twice the memory.
  minifyWhitespace: true,
  lineLimit: 200,
  sourcesContent: false,
  logLevel: 'warning',
});
