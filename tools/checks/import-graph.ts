import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { ImportRule } from './import-rules';

const FOLDERS = ['app', 'components', 'contract', 'domain', 'e2e', 'lib', 'server', 'tools'];

/** Which file imports what, types left out: they are gone when the program runs. */
export type ImportGraph = { sources: string[]; inputs: Metafile['inputs'] };

/**
 * Reads the whole project below `root`, as esbuild resolves it; tests may import what they like and are no part of it.
 */
export async function readImportGraph(root: string): Promise<ImportGraph> {
  const sources = FOLDERS.filter((folder) => existsSync(path.join(root, folder))).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .filter(
        (file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec)\.tsx?$/.test(file) && !file.includes('/fixtures/'),
      ),
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: sources,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'build',
    packages: 'external',
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  });
  return { sources, inputs: metafile.inputs };
}

/**
 * Every broken rule as the chain of imports that breaks it, `app/page.tsx -> server/history/x.ts -> server/board/y.ts`.
 */
export function violations({ sources, inputs }: ImportGraph, rules: ImportRule[]): string[] {
  return rules.flatMap((rule) =>
    sources.filter((source) => rule.from.test(source)).flatMap((source) => violationsOf(source, rule, inputs)),
  );
}

function violationsOf(source: string, rule: ImportRule, inputs: Metafile['inputs']): string[] {
  const found: string[] = [];
  for (const imported of inputs[source]?.imports ?? []) {
    const banned = imported.external ? rule.noDirectPackage?.test(imported.path) : !rule.direct.test(imported.path);
    if (banned) found.push(`${source} -> ${imported.path}`);
  }
  const broughtBy = new Map<string, string | null>([[source, null]]);
  for (const file of broughtBy.keys()) {
    for (const imported of inputs[file]?.imports ?? []) {
      if (imported.external) {
        if (rule.noPackage?.test(imported.path)) found.push([...chainTo(file, broughtBy), imported.path].join(' -> '));
      } else if (rule.chain && !broughtBy.has(imported.path)) {
        broughtBy.set(imported.path, file);
        if (!rule.chain.test(imported.path)) found.push(chainTo(imported.path, broughtBy).join(' -> '));
      }
    }
  }
  return [...new Set(found)];
}

function chainTo(file: string, broughtBy: Map<string, string | null>): string[] {
  const chain: string[] = [];
  for (let at: string | null | undefined = file; at; at = broughtBy.get(at)) chain.unshift(at);
  return chain;
}
