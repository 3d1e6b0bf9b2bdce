import path from 'node:path';
import type { Plugin } from 'esbuild';
import { projectRoot } from '../set-up/project-root.mjs';

export const MUTANTS = path.join(projectRoot, 'tools', 'harness', 'mutants');

/** Bundles the mutant of a mutation in place of a module of the product. @throws if nothing in the bundle imports it */
export function replaceModule(mutation: string, { module }: { module: string }): Plugin {
  const original = path.join(projectRoot, module);
  const mutant = path.join(MUTANTS, `${mutation}.ts`);
  return {
    name: 'replace-module',
    setup({ onResolve, onEnd }) {
      let isReplaced = false;
      onResolve({ filter: /^\.\.?\// }, ({ path: imported, resolveDir, importer }) => {
        // The mutant itself gets the original.
        if (importer === mutant || `${path.resolve(resolveDir, imported)}.ts` !== original) return null;
        isReplaced = true;
        return { path: mutant };
      });
      onEnd(() => {
        if (!isReplaced) throw new Error(`nothing in the bundle imports ${module}`);
      });
    },
  };
}
