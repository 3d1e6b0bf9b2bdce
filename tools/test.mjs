// `npm test`: sets the checkout up, and runs the fast checks and tests, within minutes on any machine. The last line has
// the total, after what failed; skipped tests and runs without tests count as failures. `npm test -- --thorough` also
// runs the slower tests, `npm test -- FILE…` only those of these files.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './set-up/project-root.mjs';
import { requireNode } from './set-up/require-node.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Result} Result */

const SET_UP = ['install', 'generate', 'types', 'pages', 'server', 'browser'];
const REPORT = 'test-results/vitest.json';
const END_TO_END_REPORT = 'test-results/e2e.json';
const MAX_OUTPUT = 64e6;
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 6e9;
const THOROUGH = '--thorough';
const files = process.argv.slice(2).filter((argument) => argument !== THOROUGH);
const [endToEndFiles, otherFiles] = split(files);
const isThorough = process.argv.includes(THOROUGH) || files.length > 0;

/** @returns {[string[], string[]]} the end-to-end tests, and the other tests */
function split(/** @type {string[]} */ files) {
  const isEndToEnd = (/** @type {string} */ file) => /^e2e[/\\]/.test(path.relative(projectRoot, path.resolve(file)));
  return [files.filter(isEndToEnd), files.filter((file) => !isEndToEnd(file))];
}

/**
 * Puts temporary files into memory, where there is enough, because thousands of databases would wait for the disk. The
 * databases keep their settings of when to write to the disk.
 */
function moveToMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_BYTES) return;
    const folder = mkdtempSync(path.join(MEMORY, 'heatlamp-tests-'));
    chmodSync(folder, 0o755); // PostgreSQL runs as another user if this process is root
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));
    process.env['TMPDIR'] = folder;
  } catch {
    // There is no such folder, as on other systems than Linux, or it cannot be written.
  }
}

/** Runs a program of the project, with inherited input and output. @returns {Promise<boolean>} whether it succeeded */
function succeeds(/** @type {string[]} */ args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Runs a check, which counts as one test, and prints its output if it failed. @returns {Promise<Result>} */
function runCheck(/** @type {string} */ title, /** @type {string[]} */ args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: projectRoot, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim();
      console.log(`\n${title}: ${error ? `failed\n${output}` : 'passed'}`);
      resolve(
        error ? { passed: 0, problems: [`${title}\n    ${output.split('\n')[0]}`] } : { passed: 1, problems: [] },
      );
    });
  });
}

/** @returns {Promise<Result>} */
async function vitest() {
  console.log('\nTests');
  const report = path.join(projectRoot, REPORT);
  rmSync(report, { force: true });
  process.env['HEATLAMP_VITEST_RESULT'] = report;
  if (!isThorough) process.env['HEATLAMP_QUICK_TESTS'] = 'true';
  const reporters = ['--reporter=default', '--reporter=./tools/test-results.mjs'];
  const succeeded = await succeeds(['node_modules/vitest/vitest.mjs', 'run', ...otherFiles, ...reporters]);
  return complete('Tests', readVitest(report), succeeded);
}

/** Runs the tests in the browser, with the given files or all. @returns {Promise<Result>} */
async function endToEnd() {
  console.log('\nEnd to end');
  const report = path.join(projectRoot, END_TO_END_REPORT);
  rmSync(report, { force: true });
  const options = ['--project=waiting', '--project=together', '--project=on PostgreSQL'];
  if (endToEndFiles.length > 0) options.push('--pass-with-no-tests');
  if (!isThorough) options.push('--grep-invert=@thorough');
  const succeeded = await succeeds(['node_modules/@playwright/test/cli.js', 'test', ...endToEndFiles, ...options]);
  return complete('End to end', readPlaywright(report), succeeded, endToEndFiles.length > 0);
}

/** A crash and a run without tests are problems. @returns {Result} */
function complete(
  /** @type {string} */ title,
  /** @type {Result} */ { passed, problems },
  /** @type {boolean} */ succeeded,
  mayBeEmpty = false,
) {
  const isIncomplete = problems.length === 0 && (!succeeded || (passed === 0 && !mayBeEmpty));
  return { passed, problems: isIncomplete ? [`${title}: ended without a result`] : problems };
}

const types = () => runCheck('Types', ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded']);
const lint = () =>
  runCheck('Format, lint and imports', [
    'node_modules/@biomejs/biome/bin/biome',
    ...['ci', '--error-on-warnings', '--colors=off'],
  ]);
const oldBrowsers = () => runCheck('Older browsers', ['--import', 'tsx', 'tools/old-browsers/main.ts']);
/** There are packages with an older Chromium for this system only. */
const hasOldBrowsers = isThorough && process.platform === 'linux' && process.arch === 'x64';
/** Each step when the one before it has ended. */
const all = [() => together(types, lint, vitest), endToEnd, ...(hasOldBrowsers ? [oldBrowsers] : [])];
const selected = [...(otherFiles.length > 0 ? [vitest] : []), ...(endToEndFiles.length > 0 ? [endToEnd] : [])];

/** Runs several at the same time. @returns {Promise<Result>} */
async function together(/** @type {(() => Promise<Result>)[]} */ ...runs) {
  const results = await Promise.all(runs.map((run) => run()));
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    problems: results.flatMap(({ problems }) => problems),
  };
}

async function main() {
  let passed = 0;
  /** @type {string[]} */
  const problems = [];
  if (await succeeds(['tools/set-up/prestart.mjs', ...SET_UP])) {
    moveToMemory();
    for (const run of selected.length > 0 ? selected : all) {
      const result = await run();
      passed += result.passed;
      problems.push(...result.problems);
    }
    if (passed === 0 && problems.length === 0) problems.push('No test was run.');
  } else {
    problems.push('The set-up failed.');
  }
  if (problems.length > 0) console.log(`\nFailed:\n  ${problems.join('\n  ')}`);
  console.log(`\n${passed} passed, ${problems.length} failed`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (await requireNode()) await main();
