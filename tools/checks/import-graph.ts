import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { ImportRule } from './import-rules';

const FOLDERS = ['app', 'components', 'contract', 'domain', 'e2e', 'lib', 'messages', 'server', 'tools'];

/** The imports of each file, without type imports, which do not exist at run time. */
export type ImportGraph = { sources: string[]; inputs: Metafile['inputs'] };

/** Reads the imports of the project below `root` with esbuild, without tests. */
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
 * Every violation as a chain of imports: `app/page.tsx -> server/history/x.ts -> server/board/y.ts`. What a file imports
 * that is a violation itself is not reported.
 */
export function violations({ sources, inputs }: ImportGraph, rules: ImportRule[]): string[] {
  return rules.flatMap((rule) =>
    sources.filter((source) => rule.from.test(source)).flatMap((source) => violationsOf(source, rule, inputs)),
  );
}

function violationsOf(source: string, rule: ImportRule, inputs: Metafile['inputs']): string[] {
  const chains: string[] = [];
  for (const imported of inputs[source]?.imports ?? []) {
    const banned = imported.external ? rule.noDirectPackage?.test(imported.path) : !rule.direct.test(imported.path);
    if (banned) chains.push(`${source} -> ${imported.path}`);
  }
  const importedBy = new Map<string, string | null>([[source, null]]);
  for (const file of importedBy.keys()) {
    if (file !== source && rule.chain?.test(file) === false) continue;
    for (const imported of inputs[file]?.imports ?? []) {
      if (imported.external) {
        if (rule.noPackage?.test(imported.path))
          chains.push([...chainTo(file, importedBy), imported.path].join(' -> '));
      } else if (rule.chain && !importedBy.has(imported.path)) {
        importedBy.set(imported.path, file);
        if (!rule.chain.test(imported.path)) chains.push(chainTo(imported.path, importedBy).join(' -> '));
      }
    }
  }
  return [...new Set(chains)];
}

function chainTo(file: string, importedBy: Map<string, string | null>): string[] {
  const chain: string[] = [];
  for (let at: string | null | undefined = file; at; at = importedBy.get(at)) chain.unshift(at);
  return chain;
}
