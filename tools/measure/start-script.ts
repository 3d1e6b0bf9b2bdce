import { readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join(import.meta.dirname, '..', '..', 'package.json');

/** How `npm start` runs node: additional environment, options and program. */
export type StartCommand = { environment: Record<string, string>; words: string[] };

/** @throws if the script has another form */
export function startCommand(): StartCommand {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } };
  const [, settings = '', words] = /^exec (?:env ((?:[A-Z_]+=\S+ )+))?node (.+)$/.exec(scripts.start) ?? [];
  if (!words) throw new Error(`npm start does not run node: ${scripts.start}`);
  const pairs = [...settings.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return { environment: Object.fromEntries(pairs), words: words.split(' ') };
}
