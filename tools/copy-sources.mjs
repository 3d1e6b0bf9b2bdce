import { cpSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './set-up/project-root.mjs';

/** Generated files, and files of the user. */
const LEFT_OUT = [
  ...['node_modules', '.next', 'build', 'data', 'release', 'test-results', 'prisma/generated', '.git', '.env'],
  ...['messages/types.d.ts', 'next-env.d.ts'],
];

/** Copies the sources of this checkout into a new folder, as a clone has them, with uncommitted changes. */
export function copySources(/** @type {string} */ folder) {
  const leftOut = new Set(LEFT_OUT.map((file) => path.join(projectRoot, file)));
  cpSync(projectRoot, folder, { recursive: true, filter: (file) => !leftOut.has(file) });
}
