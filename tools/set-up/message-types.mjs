import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

const ENGLISH = path.join(projectRoot, 'messages', 'en');
const TYPES = path.join(projectRoot, 'messages', 'types.d.ts');

/**
 * Writes the types of the English messages, with which `t('…')` checks keys and arguments. TypeScript types the values
 * of an imported JSON file only as `string`.
 */
export function writeMessageTypes() {
  const areas = readdirSync(ENGLISH).map((file) => ({
    name: path.basename(file, '.json'),
    messages: readFileSync(path.join(ENGLISH, file), 'utf8').trim(),
  }));
  const members = areas.map(({ name, messages }) => `'${name}': ${messages};`);
  const declarations = [
    `export type Areas = {\n${members.join('\n')}\n};`,
    `export type Messages = ${areas.map(({ name }) => `Areas['${name}']`).join(' & ')};`,
  ];
  writeFileSync(TYPES, `${declarations.join('\n')}\n`);
  // An incremental tsc would skip the files that use a changed message.
  rmSync(path.join(projectRoot, 'tsconfig.tsbuildinfo'), { force: true });
}
