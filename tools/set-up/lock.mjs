import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
const STALE_MS = 6 * HEARTBEAT_MS;
const SETTLE_MS = HEARTBEAT_MS;

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
