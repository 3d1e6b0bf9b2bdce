import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';

/** @typedef {import('./lock-for-start.mjs').LockedPackages} LockedPackages */

/** The parts of package.json and of the platform that determine the packages. */
export function dependencyFacts() {
  const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json'));
  return JSON.stringify([dependencies, devDependencies, overrides, process.platform, process.arch]);
}

/**
 * Whether node_modules has these packages of the lock, by default all, and its native module loads, for example after a
 * manual `npm ci`.
 */
export async function isInstalled(select = (/** @type {LockedPackages} */ packages) => packages) {
  if (!arePackagesInstalled(select)) return false;
  return tryNativeModule().then(
    () => true,
    () => false,
  );
}

function arePackagesInstalled(/** @type {(packages: LockedPackages) => LockedPackages} */ select) {
  const present = path.join(projectRoot, 'node_modules', '.package-lock.json');
  if (!existsSync(present) || !hasSameDependencies()) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  for (const [folder, { version, optional, devOptional }] of Object.entries(select(packagesOf('package-lock.json')))) {
    if (folder === '') continue;
    const installedPackage = installed[folder];
    if (!installedPackage && (optional || devOptional)) continue;
    if (installedPackage?.version !== version || !existsSync(path.join(projectRoot, folder, 'package.json')))
      return false;
  }
  return true;
}

/** Opens a database in a separate process, to test better-sqlite3, the only native module. */
export function tryNativeModule() {
  return run(process.execPath, ['-e', "require('better-sqlite3')(':memory:').close()"]);
}

/** Whether package.json agrees with the lock; `npm ci` refuses a lock that differs. */
function hasSameDependencies() {
  const manifest = JSON.parse(read('package.json'));
  const locked = /** @type {typeof manifest} */ (packagesOf('package-lock.json')['']);
  const sorted = (/** @type {Record<string, string>} */ versions = {}) =>
    JSON.stringify(Object.entries(versions).sort());
  return (
    sorted(manifest.dependencies) === sorted(locked.dependencies) &&
    sorted(manifest.devDependencies) === sorted(locked.devDependencies)
  );
}

/** @returns {LockedPackages} */
function packagesOf(/** @type {string} */ lock) {
  return JSON.parse(read(lock)).packages;
}

function read(/** @type {string} */ file) {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}
