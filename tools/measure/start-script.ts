import { readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..', '..', 'package.json');

/** What `npm start` gives to node: its options and the server. @throws when the script is another kind of command */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } };
  const [, words] = /^exec node (.+)$/.exec(scripts.start) ?? [];
  if (!words) throw new Error(`npm start does not run node: ${scripts.start}`);
  return words.split(' ');
}
