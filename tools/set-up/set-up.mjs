import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from './project-root.mjs';
import { CommandFailed } from './run.mjs';
import { START_STEPS, steps } from './steps.mjs';

const HEARTBEAT_MS = 1_000;
const STALE_MS = 6 * HEARTBEAT_MS;
const SETTLE_MS = HEARTBEAT_MS;

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

/**
 * SHA-256 of the names and contents of files, and of other facts. Does not depend on time stamps, which change with
 * every clone or checkout.
 * @param {string} root
 * @param {string[]} inputs files and folders below root; a final `*` matches the rest of a name; files may be missing
 * @param {string} facts
 */
export function fingerprint(root, inputs, facts) {
  const hash = createHash('sha256').update(facts);
  for (const file of inputs.flatMap((input) => filesOf(root, input))) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** @returns {string[]} files that a build depends on, relative to root, sorted, without tests and documents */
function filesOf(/** @type {string} */ root, /** @type {string} */ input) {
  if (input.endsWith('*')) {
    const folder = path.posix.dirname(input);
    const prefix = path.posix.basename(input).slice(0, -1);
    return entries(root, folder)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => filesOf(root, `${folder}/${name}`));
  }
  if (/\.test\.tsx?$|\.md$/.test(input)) return [];
  const stats = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [input];
  return entries(root, input).flatMap((name) => filesOf(root, `${input}/${name}`));
}

function entries(/** @type {string} */ root, /** @type {string} */ folder) {
  const absolute = path.join(root, folder);
  return existsSync(absolute) ? readdirSync(absolute).sort() : [];
}

/** Reads a stamp: the fingerprint of the inputs with which a step last succeeded. */
function readStamp(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function writeStamp(/** @type {string} */ file, /** @type {string} */ text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Removes a stamp before its step starts, so that an interrupted step does not count as done. */
function removeStamp(/** @type {string} */ file) {
  rmSync(file, { force: true });
}

/**
 * Allows one set-up at a time in a checkout. The holder touches the file every second. A waiter takes over a lock that
 * has not changed for six seconds, so that a killed set-up needs no manual clean-up. Process ids are not used, because
 * they are reused and differ between containers.
 *
 * @param {string} file
 * @param {() => void} onWait called once if another process has the lock
 * @returns {Promise<() => void>} the release
 */
export async function takeLock(file, onWait) {
  mkdirSync(path.dirname(file), { recursive: true });
  const holder = randomUUID();
  if (!create(file, holder)) {
    onWait();
    while (!create(file, holder) && !(await takeOver(file, holder)));
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    if (read(file)?.holder === holder) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

function create(/** @type {string} */ file, /** @type {string} */ holder) {
  try {
    writeFileSync(file, holder, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits until the lock is released (false) or stale, and then tries to take it over. Resolves to whether it did. */
async function takeOver(/** @type {string} */ file, /** @type {string} */ holder) {
  let previous = read(file);
  let unchangedSince = performance.now();
  while (performance.now() - unchangedSince < STALE_MS) {
    await sleep(200);
    const current = read(file);
    if (!current) return false;
    if (current.holder !== previous?.holder || current.heartbeat !== previous.heartbeat)
      unchangedSince = performance.now();
    previous = current;
  }
  writeFileSync(file, holder);
  await sleep(SETTLE_MS); // of several waiters, the last writer gets the lock
  return read(file)?.holder === holder;
}

function read(/** @type {string} */ file) {
  try {
    return { holder: readFileSync(file, 'utf8'), heartbeat: statSync(file).mtimeMs };
  } catch {
    return null; // released meanwhile
  }
}

function touch(/** @type {string} */ file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was removed; the running step will report that.
  }
}
