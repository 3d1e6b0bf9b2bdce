import type { Branch } from '../../contract/overview';
import { type Language, LOCALES } from '../../lib/language';
import type { Translator } from '../messages/translator';

/** Name of a branch, or its number if it has none. */
export function branchName(t: Translator, { number, name }: Branch): string {
  return name ?? t('device.branch', { number: String(number) });
}

/** `Harbour, Station and branch 3`. */
export function branchList(t: Translator, branches: readonly Branch[], language: Language): string {
  const names = branches.map((branch) => branchName(t, branch));
  return new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(names);
}
