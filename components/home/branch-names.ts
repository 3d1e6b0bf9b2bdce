import type { Say } from '../words/front-words';
import type { Language } from '../words/language';
import { LOCALES } from '../words/language';
import type { Branch } from './answer';

/** Name of a branch, or its number if it has none. */
export function branchName(say: Say, { number, name }: Branch): string {
  return name ?? say('device.branch', { number: String(number) });
}

/** `Harbour, Station and branch 3`. */
export function branchList(say: Say, branches: readonly Branch[], language: Language): string {
  const names = branches.map((branch) => branchName(say, branch));
  return new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(names);
}
