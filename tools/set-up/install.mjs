import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tryNativeModule } from './installed.mjs';
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
