import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

/** Has its own lock, because the project's cannot express that a version depends on the Node in use. */
export const NEWER_DRIVER = 'tools/set-up/newer-driver';

const INSTALLED = path.join('node_modules', 'better-sqlite3');
const FIRST_NODE = 24;

/**
 * Whether this Node needs another better-sqlite3 than the lock's. Node 24 ends a process (SIGABRT, "Assertion failed:
 * (env) != nullptr") in which version 12 releases a statement; version 13 does not run on Node 20.
 */
export function needsNewerDriver(/** @type {string} */ nodeVersion) {
  return Number(nodeVersion.split('.')[0]) >= FIRST_NODE;
}

/** Whether the better-sqlite3 in node_modules is the one for this Node. */
export function hasRightDriver() {
  return driverThere() === wantedVersion();
}

/**
 * The installed and the needed driver: `npm install` restores the version of the lock without touching the rest.
 */
export function driverFacts() {
  return `${driverThere()} of ${wantedVersion()}`;
}

function driverThere() {
  return versionIn(path.join(INSTALLED, 'package.json'));
}

/** Replaces the driver by the newer one on a Node that needs it. @throws CommandFailed */
export async function putNewerDriver() {
  if (!needsNewerDriver(process.versions.node) || hasRightDriver()) return;
  const npm = npmCommand();
  // The package contains its compiled part.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--prefix=${NEWER_DRIVER}`];
  await run(npm.command, [...npm.args, 'ci', ...options]);
  const brought = path.join(projectRoot, NEWER_DRIVER, 'node_modules');
  // Hard-linked files may belong to another checkout too, so they are removed, not overwritten.
  rmSync(path.join(projectRoot, INSTALLED), { recursive: true, force: true });
  cpSync(path.join(brought, 'better-sqlite3'), path.join(projectRoot, INSTALLED), { recursive: true });
  rmSync(brought, { recursive: true, force: true });
}

function wantedVersion() {
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
