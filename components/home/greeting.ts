import type { Branch, Device } from '../../contract/overview';
import { type Language, LOCALES } from '../../lib/language';
import type { Translator } from '../messages/translator';
import { choicesOf } from '../pairing/screen-pages';

/** A device that has, or had, a key: the page addresses it first. */
export type KnownDevice = Exclude<Device, { is: 'not-paired' }>;

/** Greeting for a device that has a key. */
export function greetingOf(t: Translator, device: KnownDevice, language: Language): { title: string; lead: string } {
  if (device.is === 'paired') {
    const choices = choicesOf(device, null).length;
    const lead = choices === 0 ? 'noPage' : choices === 1 ? 'lead' : 'choose';
    const branches = branchList(t, device.branches, language);
    return {
      title: t('device.paired.title', { name: device.name }),
      lead: t(`device.paired.${lead}`, { branches }),
    };
  }
  return { title: t(`device.${device.is}.title`), lead: t(`device.${device.is}.lead`) };
}

/** Name of a branch, or its number if it has none. */
export function branchName(t: Translator, { number, name }: Branch): string {
  return name ?? t('device.branch', { number: String(number) });
}

/** `Harbour, Station and branch 3`. */
function branchList(t: Translator, branches: readonly Branch[], language: Language): string {
  const names = branches.map((branch) => branchName(t, branch));
  return new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(names);
}
