import type { Device } from '../../contract/overview';
import type { Language } from '../../lib/language';
import type { Translator } from '../messages/translator';
import { choicesOf } from '../pairing/screen-pages';
import { branchList } from './branch-names';

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
