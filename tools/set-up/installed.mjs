import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { driverFacts, hasRightDriver } from './newer-driver.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** The parts of package.json that determine the packages; a changed script must not cause an installation. */
export function dependencyFacts() {
  const { dependencies, devDependencies, overrides, allowScripts } = JSON.parse(read('package.json'));
  const { platform, arch, versions } = process;
  const decisive = [dependencies, devDependencies, overrides, allowScripts, platform, arch, versions.modules];
  return JSON.stringify([...decisive, driverFacts()]);
}

/**
 * Whether node_modules agrees with the lock and its native part loads, for example after `npm ci` by hand or in a
 * container, so that installing again is unnecessary.
 */
export async function isInstalled() {
  if (!arePackagesThere() || !hasRightDriver()) return false;
  return tryNativePart().then(
    () => true,
    () => false,
  );
}

/** Whether node_modules agrees with the lock, apart from the driver. */
export function arePackagesThere() {
  const present = path.join(projectRoot, 'node_modules', '.package-lock.json');
  if (!existsSync(present) || !sameDependencies()) return false;
  const installed = packagesOf('node_modules/.package-lock.json');
  for (const [folder, { version, optional, devOptional }] of Object.entries(packagesOf('package-lock.json'))) {
    if (folder === '') continue;
    const there = installed[folder];
    if (!there && (optional || devOptional)) continue;
    if (there?.version !== version || !existsSync(path.join(projectRoot, folder, 'package.json'))) return false;
  }
  return true;
}

/** Opens a database in a separate process: better-sqlite3 is the only package with a compiled part. */
export function tryNativePart() {
  return run(process.execPath, ['-e', "require('better-sqlite3')(':memory:').close()"]);
}

/** `npm ci` refuses a lock that differs from package.json, so such a lock counts as not installed. */
function sameDependencies() {
  const manifest = JSON.parse(read('package.json'));
  const locked = /** @type {typeof manifest} */ (packagesOf('package-lock.json')['']);
  const sorted = (/** @type {Record<string, string>} */ versions = {}) =>
    JSON.stringify(Object.entries(versions).sort());
  return (
    sorted(manifest.dependencies) === sorted(locked.dependencies) &&
    sorted(manifest.devDependencies) === sorted(locked.devDependencies)
  );
}

/** @returns {Record<string, LockedPackage>} */
function packagesOf(/** @type {string} */ lock) {
  return JSON.parse(read(lock)).packages;
}

function read(/** @type {string} */ file) {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}
