import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../set-up/project-root.mjs';

/** The commands in the fenced `sh` blocks of the README, in order, one per line. */
export function readmeCommands(): string[] {
  const text = readFileSync(path.join(projectRoot, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  return blocks.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '');
}
