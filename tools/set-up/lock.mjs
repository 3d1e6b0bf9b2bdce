import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 1_000;
const SILENT_MS = 6 * BEAT_MS;
const SETTLE_MS = BEAT_MS;

/**
 * Allows one set-up at a time in a checkout. The holder touches the file every second. A waiter takes the lock over
 * when the file has not changed for six seconds, so a killed set-up needs no manual clean-up. (A process id would prove
 * little: ids are reused, and mean nothing in another container.)
 *
 * @param {string} file
 * @param {() => void} onWait called once, when somebody else holds it
 * @returns {Promise<() => void>} the release
 */
export async function takeLock(file, onWait) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = randomUUID();
  if (!create(file, mine)) {
    onWait();
    while (!create(file, mine) && !(await takeOver(file, mine)));
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    if (read(file)?.holder === mine) rmSync(file, { force: true });
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

/** Waits until the file is removed or has another holder (false), or has not changed for long enough (true). */
async function takeOver(/** @type {string} */ file, /** @type {string} */ mine) {
  let seen = read(file);
  let stillSince = performance.now();
  while (performance.now() - stillSince < SILENT_MS) {
    await sleep(200);
    const now = read(file);
    if (!now) return false;
    if (now.holder !== seen?.holder || now.beat !== seen.beat) stillSince = performance.now();
    seen = now;
  }
  writeFileSync(file, mine);
  await sleep(SETTLE_MS); // of several waiters, the one that wrote last stays
  return read(file)?.holder === mine;
}

function read(/** @type {string} */ file) {
  try {
    return { holder: readFileSync(file, 'utf8'), beat: statSync(file).mtimeMs };
  } catch {
    return null; // released between two looks
  }
}

function touch(/** @type {string} */ file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was removed meanwhile: the step that runs will report it better.
  }
}
