import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Which of a folder's modules imports which: types count too, because a reader has to follow them as well. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

const FROM = /^(?:import|export)\b[^;'"]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;

/** Reads the imports between the files of these folders below `root`. Tests and their helpers may import anything. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/testing/')),
  );
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const imported = [...text.matchAll(FROM)].flatMap(([, from, dynamic, bare]) => {
        const module = path.posix.join(path.posix.dirname(file), from ?? dynamic ?? bare ?? '');
        return [module, `${module}.ts`, `${module}.tsx`].find((candidate) => known.has(candidate)) ?? [];
      });
      return [file, new Set(imported)];
    }),
  );
}

/** The imports between the folders below `folder`. A file that lies in none of them stands for itself. */
export function betweenFolders(imports: Imports, folder: string): Imports {
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

/** For every module that imports itself through others, the shortest way back to it: `a -> b -> a`. */
export function cycles(imports: Imports): string[] {
  return [...imports.keys()].flatMap((start) => shortestWayBack(start, imports) ?? []);
}

function shortestWayBack(start: string, imports: Imports): string | null {
  const importedBy = new Map<string, string>();
  const pending = [start];
  for (const module of pending)
    for (const imported of imports.get(module) ?? []) {
      if (importedBy.has(imported)) continue;
      importedBy.set(imported, module);
      if (imported === start) return wayBack(start, importedBy).join(' -> ');
      pending.push(imported);
    }
  return null;
}

function wayBack(start: string, importedBy: ReadonlyMap<string, string>): string[] {
  const way = [start];
  for (let at = importedBy.get(start); at !== undefined && at !== start; at = importedBy.get(at)) way.unshift(at);
  return [start, ...way];
}
