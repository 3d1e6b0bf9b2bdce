import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { npmCommand, run } from './run.mjs';

/** Locks the packages with Node's program, for each platform that Heatlamp brings a Node for. */
const LOCK = 'tools/set-up/node/package-lock.json';
const FOLDER = 'build/node';
const packageName = `node-${process.platform}-${process.arch}`;
const packageFolder = `${FOLDER}/node_modules/${packageName}`;

/** Heatlamp's own Node, for machines whose Node is too old; relative to the project. */
export const OWN_NODE = `${packageFolder}/bin/node`;
const program = path.join(projectRoot, OWN_NODE);
/** npm puts this folder first in the PATH of scripts, and of `npx`. */
const link = path.join(projectRoot, 'node_modules', '.bin', 'node');

/** The locked version for this platform; null if there is none. @returns {string | null} */
export function ownNodeVersion() {
  if (!runsOnOwnNode() && isMusl()) return null;
  const locked = JSON.parse(readFileSync(path.join(projectRoot, LOCK), 'utf8')).packages;
  return locked[`node_modules/${packageName}`]?.version ?? null;
}

/** Whether this process runs on Heatlamp's own Node. */
export function runsOnOwnNode() {
  return process.execPath === program;
}

/** Installs the locked version. @throws CommandFailed, also if it does not start on this machine */
export async function installOwnNode() {
  mkdirSync(path.join(projectRoot, FOLDER), { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(projectRoot, path.dirname(LOCK), file), path.join(projectRoot, FOLDER, file));
  const npm = npmCommand();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `--prefix=${FOLDER}`];
  await run(npm.command, [...npm.args, 'ci', ...options]);
  await run(program, ['--version']);
  // Headers for compiling native modules, a third of the package.
  rmSync(path.join(projectRoot, packageFolder, 'include'), { recursive: true, force: true });
}

/** Lets npm run scripts on Heatlamp's own Node, if this process does. `npm ci` removes the link. */
export function linkOwnNode() {
  if (!runsOnOwnNode()) return;
  rmSync(link, { force: true });
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), program), link); // relative, for a project folder that is moved
}

/** Runs this process's program again on Heatlamp's own Node. @returns {Promise<number>} the exit code */
export function runAgainOnOwnNode() {
  return new Promise((resolve) => {
    const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Alpine and others without glibc, for which these packages are not built. */
function isMusl() {
  if (process.platform !== 'linux') return false;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime === undefined;
}
