import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packagesForStart } from './lock-for-start.mjs';
import { linkOwnNode } from './own-node.mjs';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

// Building needs the development packages even if NODE_ENV is production. No package needs its install script: npm would
// compile the driver, which contains its binaries.
const OPTIONS = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
/** The stamp of an installation with the tools for development. */
export const ALL_INSTALLED = 'node_modules/.heatlamp-installed';
/** Where the packages for a start are installed, before they take the place of node_modules. */
const FOLDER = 'build/packages';

/** Installs every package of the lock. @throws CommandFailed */
export async function installAll() {
  await ci();
  linkOwnNode();
  await tryNativeModule();
}

/** Installs the packages that a start needs; all of them where all were installed before. @throws CommandFailed */
export async function installForStart() {
  if (existsSync(path.join(projectRoot, ALL_INSTALLED))) return installAll();
  const folder = path.join(projectRoot, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lock = JSON.parse(read('package-lock.json'));
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(read('package.json'));
  const files = {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ ...lock, packages: packagesForStart(lock.packages) }),
    '.npmrc': read('.npmrc'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await ci(`--prefix=${FOLDER}`);
  const modules = path.join(projectRoot, 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  renameSync(path.join(folder, 'node_modules'), modules);
  rmSync(folder, { recursive: true });
  linkOwnNode();
  await tryNativeModule();
}

async function ci(/** @type {string[]} */ ...options) {
  const npm = npmCommand();
  await run(npm.command, [...npm.args, 'ci', ...OPTIONS, ...options]);
}

function read(/** @type {string} */ file) {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}

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
function tryNativeModule() {
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
