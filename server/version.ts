import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './storage/project-root';

/** The version of this program, such as `0.1.0`. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
