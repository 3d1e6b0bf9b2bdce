import { existsSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, readStamp, removeStamp, writeStamp } from './fingerprint.mjs';
import { takeLock } from './lock.mjs';
import { projectRoot } from './project-root.mjs';
import { CommandFailed } from './run.mjs';
import { START_STEPS, steps } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs the named steps (by default those of `npm start`) whose inputs changed since they last succeeded. Prints nothing
 * if there is nothing to do, and only to standard error, because `heatlamp --json` uses standard output.
 *
 * @param {string[]} names
 * @returns {Promise<boolean>} false if a step failed, which is reported
 */
export async function setUp(names) {
  const unknown = names.find((name) => !(name in steps));
  if (unknown) {
    print(`There is no step ${unknown}; there are ${Object.keys(steps).join(', ')}.\n`);
    return false;
  }
  const selected = Object.entries(steps).filter(([name]) =>
    (names.length > 0 ? names : [...START_STEPS]).includes(name),
  );
  if (selected.every(([, step]) => isCurrent(step))) return true;

  const release = await takeLock(path.join(projectRoot, 'build', 'set-up.lock'), () =>
    print('Another set-up is running in this folder; waiting for it.\n'),
  );
  try {
    for (const [, step] of selected) {
      if (!isCurrent(step) && !(await perform(step))) return false;
    }
    return true;
  } finally {
    release();
  }
}

function isCurrent(/** @type {Step} */ step) {
  return (
    readStamp(path.join(projectRoot, step.stamp)) === inputsOf(step) &&
    step.outputs.every((file) => existsSync(path.join(projectRoot, file)))
  );
}

async function perform(/** @type {Step} */ step) {
  const stamp = path.join(projectRoot, step.stamp);
  if (await step.isDone?.()) {
    writeStamp(stamp, inputsOf(step));
    return true;
  }
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  print(`${step.doing} … `);
  removeStamp(stamp);
  try {
    await step.run();
    const missing = step.outputs.find((file) => !existsSync(path.join(projectRoot, file)));
    if (missing) throw new CommandFailed(`it did not create ${missing}`, '');
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    print(`failed after ${seconds()}\n${error.tail}\n`);
    print(`Heatlamp is not ready: ${lowerFirst(step.doing)} failed, ${error.message}. ${step.remedy}\n`);
    return false;
  }
  writeStamp(stamp, inputsOf(step)); // after the step, which may change one of its inputs
  print(`${seconds()}\n`);
  return true;
}

function inputsOf(/** @type {Step} */ step) {
  return fingerprint(projectRoot, step.inputs, step.facts?.() ?? '');
}

function lowerFirst(/** @type {string} */ text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function print(/** @type {string} */ text) {
  process.stderr.write(text);
}
