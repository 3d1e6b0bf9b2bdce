import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { driverFacts, hasRightDriver } from './newer-driver.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** What decides which packages are installed; a changed script or description must not cost a new installation. */
export function dependencyFacts() {
  const { dependencies, devDependencies, overrides, allowScripts } = JSON.parse(read('package.json'));
  const { platform, arch, versions } = process;
  const decisive = [dependencies, devDependencies, overrides, allowScripts, platform, arch, versions.modules];
  return JSON.stringify([...decisive, driverFacts()]);
}

/**
 * True when node_modules is what the lock says and its native part loads: somebody ran `npm ci` by hand, as a
 * container's build does, and installing again would be a waste.
 */
export async function isInstalled() {
  if (!arePackagesThere() || !hasRightDriver()) return false;
  return tryNativePart().then(
    () => true,
    () => false,
  );
}

/** Whether node_modules is what the lock says, whichever driver has been put into it since. */
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

/** Opens a database in a process of its own: better-sqlite3 is the one package with a compiled part for this Node. */
export function tryNativePart() {
  return run(process.execPath, ['-e', "require('better-sqlite3')(':memory:').close()"]);
}

/** `npm ci` refuses a lock that is not package.json's; what it would refuse is not installed either. */
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
