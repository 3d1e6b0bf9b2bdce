import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json above this file: the same one for the sources and for the bundle in build/. */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error('No package.json above the program: Heatlamp runs from its own folder only.');
    folder = parent;
  }
  return folder;
}

/** The version of this program, such as `0.1.0`. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
