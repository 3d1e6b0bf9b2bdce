// `npm run test:node22`: runs `npm test -- --thorough` on the oldest supported Node, in a temporary copy of this
// checkout. That Node is installed from an npm package. `npm run test:node22 -- server/storage e2e/login.both.test.ts` runs
// only these tests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySources } from './copy-sources.mjs';
import { OLDEST_NODE } from './set-up/node-version.mjs';
import { npmCommand } from './set-up/run.mjs';

const VERSION = `${OLDEST_NODE}.0`;
const folder = mkdtempSync(path.join(tmpdir(), 'heatlamp-node22-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
/** @type {import('node:child_process').ChildProcess | null} */
let tests = null;
for (const stop of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(stop, () => (tests === null ? process.exit(1) : tests.kill(stop)));

/** Installs the oldest supported Node. @returns {string | null} the folder of the program `node`; null if npm failed */
function installNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = path.join(folder, 'node');
  console.log(`Installing ${name}@${VERSION}`);
  const npm = npmCommand();
  const options = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', `--prefix=${place}`];
  spawnSync(npm.command, [...npm.args, ...options, `${name}@${VERSION}`], { stdio: 'inherit' });
  const programs = path.join(place, 'node_modules', name, 'bin');
  return existsSync(programs) ? programs : null;
}

/** Runs the tests in a copy, with the `node` of the folder `programs`. @returns {Promise<number>} the exit code */
function runTests(/** @type {string} */ copy, /** @type {string} */ programs) {
  const node = path.join(programs, process.platform === 'win32' ? 'node.exe' : 'node');
  const environment = {
    ...process.env,
    // For install scripts and tests that start `node`.
    PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`,
  };
  return new Promise((ended) => {
    const options = /** @type {const} */ ({ cwd: copy, env: environment, stdio: 'inherit' });
    tests = spawn(node, ['tools/test.mjs', '--thorough', ...process.argv.slice(2)], options);
    tests.on('error', () => ended(1));
    tests.on('exit', (code) => ended(code ?? 1));
  });
}

const programs = installNode();
if (programs === null) {
  console.error(`npm could not install Node ${VERSION}.`);
  process.exitCode = 1;
} else {
  const copy = path.join(folder, 'heatlamp');
  copySources(copy);
  process.exitCode = await runTests(copy, programs);
}
