import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// No two folders of `server`, and no two files, import each other: CONTRIBUTING.md, checked by import-cycles.test.ts.

/** The modules that each module imports, including type imports. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Imports of relative paths, as the formatter writes them. */
const FROM = /^(?:import|export)\b[^;'"]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;

/** Reads the imports between the files of these folders below `root`, without tests and their helpers. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/testing/')),
  );
  const modules = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const imported = [...text.matchAll(FROM)].flatMap(([, from, dynamic, bare]) => {
        const module = path.posix.join(path.posix.dirname(file), from ?? dynamic ?? bare ?? '');
        return [module, `${module}.ts`, `${module}.tsx`].find((candidate) => modules.has(candidate)) ?? [];
      });
      return [file, new Set(imported)];
    }),
  );
}

/** The imports between the folders below `folder`, at any depth. A file directly in `folder` counts as a folder. */
export function folderImports(imports: Imports, folder: string): Imports {
  const unitOf = (file: string) => (path.posix.dirname(file) === folder ? file : path.posix.dirname(file));
  const units = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    if (!file.startsWith(`${folder}/`)) continue;
    const unit = units.get(unitOf(file)) ?? new Set<string>();
    units.set(unitOf(file), unit);
    for (const other of imported)
      if (other.startsWith(`${folder}/`) && unitOf(other) !== unitOf(file)) unit.add(unitOf(other));
  }
  return units;
}

/** The shortest cycle of every module or folder that imports itself through others: `a -> b -> a`. */
export function cycles(imports: Imports): string[] {
  return [...imports.keys()].flatMap((start) => shortestCycle(start, imports) ?? []);
}

function shortestCycle(start: string, imports: Imports): string | null {
  const importedBy = new Map<string, string>();
  const pending = [start];
  for (const module of pending)
    for (const imported of imports.get(module) ?? []) {
      if (importedBy.has(imported)) continue;
      importedBy.set(imported, module);
      if (imported === start) return pathBack(start, importedBy).join(' -> ');
      pending.push(imported);
    }
  return null;
}

function pathBack(start: string, importedBy: ReadonlyMap<string, string>): string[] {
  const chain = [start];
  for (let at = importedBy.get(start); at !== undefined && at !== start; at = importedBy.get(at)) chain.unshift(at);
  return [start, ...chain];
}
