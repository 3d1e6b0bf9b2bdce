import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundleOptions } from './bundle-options.mjs';

it('bundles are ASCII, and query compilers are files: as text in a module they would take twice the memory', async () => {
  const { outputFiles } = await build({ ...bundleOptions, write: false, outdir: 'build' });
  const bundles = outputFiles.filter(({ path }) => path.endsWith('.mjs'));
  expect(bundles.flatMap(({ text }) => text.match(/\P{ASCII}|import\("@prisma[^"]*wasm[^"]*"\)/gu) ?? [])).toEqual([]);
  const compilers = outputFiles.filter(({ path }) => path.endsWith('.wasm'));
  expect(compilers.map(({ contents }) => WebAssembly.validate(Buffer.from(contents)))).toEqual([true, true]);
});
