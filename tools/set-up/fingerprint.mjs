import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
export function readStamp(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

export function writeStamp(/** @type {string} */ file, /** @type {string} */ text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Removes a stamp before its step starts, so that an interrupted step does not count as done. */
export function removeStamp(/** @type {string} */ file) {
  rmSync(file, { force: true });
}
