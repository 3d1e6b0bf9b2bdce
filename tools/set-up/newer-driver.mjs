import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

/** Has its own lock, because the project's lock has only one version for every Node. */
export const NEWER_DRIVER = 'tools/set-up/newer-driver';

const INSTALLED = path.join('node_modules', 'better-sqlite3');
const FIRST_NODE = 24;

/**
 * Whether this Node needs a newer better-sqlite3 than the lock's. Version 12 crashes on Node 24 (SIGABRT, "Assertion
 * failed: (env) != nullptr") when it releases a statement; version 13 does not run on Node 20.
 */
export function needsNewerDriver(/** @type {string} */ nodeVersion) {
  return Number(nodeVersion.split('.')[0]) >= FIRST_NODE;
}

/** Whether the better-sqlite3 in node_modules has the version for this Node. */
export function hasRequiredDriver() {
  return installedVersion() === requiredVersion();
}

/** The installed and the required version: `npm install` may have restored the version of the lock. */
export function driverFacts() {
  return `${installedVersion()} of ${requiredVersion()}`;
}

function installedVersion() {
  return versionIn(path.join(INSTALLED, 'package.json'));
}

/** Replaces the driver by the newer version if this Node needs it. @throws CommandFailed */
export async function installNewerDriver() {
  if (!needsNewerDriver(process.versions.node) || hasRequiredDriver()) return;
  const npm = npmCommand();
  // The package contains its compiled part.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--prefix=${NEWER_DRIVER}`];
  await run(npm.command, [...npm.args, 'ci', ...options]);
  const downloaded = path.join(projectRoot, NEWER_DRIVER, 'node_modules');
  // Removed, not overwritten, because hard-linked files may belong to another checkout.
  rmSync(path.join(projectRoot, INSTALLED), { recursive: true, force: true });
  cpSync(path.join(downloaded, 'better-sqlite3'), path.join(projectRoot, INSTALLED), { recursive: true });
  rmSync(downloaded, { recursive: true, force: true });
}

function requiredVersion() {
  const lock = needsNewerDriver(process.versions.node) ? `${NEWER_DRIVER}/package-lock.json` : 'package-lock.json';
  return JSON.parse(read(lock)).packages['node_modules/better-sqlite3'].version;
}

/** @returns {string | null} */
function versionIn(/** @type {string} */ manifest) {
  try {
    return JSON.parse(read(manifest)).version;
  } catch {
    return null;
  }
}

function read(/** @type {string} */ file) {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}
