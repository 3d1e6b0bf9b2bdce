import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

/** With a lock of its own: the project's cannot say that a version depends on the Node that runs it. */
export const NEWER_DRIVER = 'tools/set-up/newer-driver';

const INSTALLED = path.join('node_modules', 'better-sqlite3');
const FIRST_NODE = 24;

/**
 * Whether this Node needs another better-sqlite3 than the lock's. Node 24 ends a process (SIGABRT, "Assertion failed:
 * (env) != nullptr") in which version 12 lets go of a statement; version 13 does not run on Node 20.
 */
export function needsNewerDriver(/** @type {string} */ nodeVersion) {
  return Number(nodeVersion.split('.')[0]) >= FIRST_NODE;
}

/** Whether the better-sqlite3 in node_modules is the one for this Node. */
export function hasRightDriver() {
  return driverThere() === wantedVersion();
}

/**
 * Which driver there is, and which there should be: `npm install` puts the lock's own back, and leaves all else as it
 * was.
 */
export function driverFacts() {
  return `${driverThere()} of ${wantedVersion()}`;
}

function driverThere() {
  return versionIn(path.join(INSTALLED, 'package.json'));
}

/** Puts the newer driver where the other was, on a Node that needs it. @throws CommandFailed */
export async function putNewerDriver() {
  if (!needsNewerDriver(process.versions.node) || hasRightDriver()) return;
  const npm = npmCommand();
  // It brings its compiled part along: nothing has to be built.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--prefix=${NEWER_DRIVER}`];
  await run(npm.command, [...npm.args, 'ci', ...options]);
  const brought = path.join(projectRoot, NEWER_DRIVER, 'node_modules');
  // Linked files may be another checkout's too: they are taken away, not written over.
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
