import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';

// No two folders of `server`, and no two files, import each other: CONTRIBUTING.md, checked by import-cycles.test.ts.

/** The modules that each module imports, including type imports. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Imports of relative paths, as the formatter writes them. */
const FROM = /^(?:import|export)\b[^;'"]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;

/** A rule for imports. Paths are relative to the project. */
type ImportRule = {
  /** The files to which the rule applies. */
  from: RegExp;
  /** Files of the project that they may import directly. */
  direct: RegExp;
  /** Files of the project that they may reach through other files; any if absent. */
  chain?: RegExp;
  /** Packages and node: modules that they may not import, directly or through other files. */
  noPackage?: RegExp;
  /** Packages that they may not import directly. */
  noDirectPackage?: RegExp;
};

const SHARED = 'contract/|domain/|lib/|prisma/generated/';
/** What history and reports may reach. */
const READ_REACHES = `server/(?:history|reports|sql)/|${SHARED}`;
/** What a page may reach of the server: queries and sessions, but nothing that writes. */
const PAGES_REACH = `server/(?:deliveries|history|pages|reports|session|sql)/|server/(?:http/cursor|webhooks/headers)\\.|${SHARED}`;

/**
 * The directions of imports (CONTRIBUTING.md). biome.jsonc checks direct imports in the editor. These rules also check
 * chains: a page that reaches the write queue through other files would have a second instance of it, because Next
 * bundles modules separately from the server.
 */
export const importRules: ImportRule[] = [
  { from: /^lib\//, direct: /^lib\//, chain: /^lib\//, noPackage: /./ },
  // Its dynamic import is a pattern, which begins with a dot.
  { from: /^messages\//, direct: /^messages\//, chain: /^messages\//, noPackage: /^[^.]/ },
  { from: /^contract\//, direct: /^contract\//, chain: /^contract\//, noPackage: /^(?!zod$)/ },
  {
    from: /^domain\//,
    direct: /^(?:contract|domain|lib)\//,
    chain: /^(?:contract|domain|lib)\//,
    noPackage: /./,
  },
  {
    from: /^components\//,
    direct: /^(?:components|contract|domain|lib|messages)\//,
    chain: /^(?:components|contract|domain|lib|messages)\//,
    // Browsers load the constants of the contract, and of its shapes only the types.
    noPackage: /^(?:node:|@prisma\/|better-sqlite3|zod$)/,
  },
  // Else a page would load the texts of all others.
  { from: /^components\/(?!testing\/)/, direct: /^(?!messages\/messages-in)/ },
  { from: /^components\/(?!live\/)/, direct: /./, noDirectPackage: /^socket\.io-client/ },
  {
    from: /^app\//,
    direct:
      /^(?:(?:app|components|contract|domain|lib|messages|server\/(?:deliveries|history|pages|reports))\/|server\/http\/cursor\.)/,
    chain: new RegExp(`^(?:(?:app|components|messages)/|${PAGES_REACH})`),
  },
  {
    from: /^server\/(?:history|reports)\//,
    direct: new RegExp(`^(?:${READ_REACHES})`),
    chain: new RegExp(`^(?:${READ_REACHES})`),
  },
  { from: /^server\//, direct: /^(?:server|contract|domain|lib|prisma\/generated)\// },
  {
    // Some rigs run the product's client, and measure-evening its lists of waiting rows.
    from: /^(?:tools|e2e)\/(?!migrations\/|harness\/mutants\/)/,
    direct:
      /^(?:(?:tools|e2e|contract|domain|lib|prisma\/generated)\/|components\/(?:live\/(?:freshness|live-store|live-view)|pass\/(?:course-state|pass-options|pass-rows)|ready\/ready-rows)\.|server\/(?:cli\/command-line\.|create-server\.|config\.|board\/|clock\/|intake\/|history\/|reader\/queries\.|reports\/|storage\/node-link\.|testing\/(?:afternoon-zone|routes|events|kitchen|data-folder|pos-key)\.|webhooks\/(?:events|shapes|sign|translate)\.))/,
  },
  // Creating a migration requires the code that applies migrations.
  {
    from: /^tools\/migrations\//,
    direct: /^(?:tools\/|server\/storage\/migrate\.)/,
  },
];

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
