import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * SHA-256 over the names and contents of files, and over facts that are no files. Contents, not times: a fresh clone or
 * a switched branch changes every time stamp.
 *
 * @param {string} root
 * @param {string[]} inputs files and folders below root; a final `*` stands for the rest of a name; missing files
 * count too
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
    const start = path.posix.basename(input).slice(0, -1);
    return entries(root, folder)
      .filter((name) => name.startsWith(start))
      .flatMap((name) => filesOf(root, `${folder}/${name}`));
  }
  if (/\.test\.tsx?$|\.md$/.test(input)) return [];
  const found = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [input];
  return entries(root, input).flatMap((name) => filesOf(root, `${input}/${name}`));
}

function entries(/** @type {string} */ root, /** @type {string} */ folder) {
  const absolute = path.join(root, folder);
  return existsSync(absolute) ? readdirSync(absolute).sort() : [];
}

/** A stamp stores the inputs with which a step last succeeded. */
export function readStamp(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

export function writeStamp(/** @type {string} */ file, /** @type {string} */ text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Removed before a step starts, so that an interrupted step never counts as done. */
export function removeStamp(/** @type {string} */ file) {
  rmSync(file, { force: true });
}
