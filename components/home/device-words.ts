import { choicesOf } from '../pairing/screen-pages';
import type { Say } from '../words/front-words';
import type { Language } from '../words/language';
import type { Device } from './answer';
import { branchList } from './branch-names';

/** A device that has, or had, a key: the page addresses it first. */
export type KnownDevice = Exclude<Device, { is: 'not-paired' }>;

/** Greeting for a device that has a key. */
export function greetingOf(say: Say, device: KnownDevice, language: Language): { title: string; lead: string } {
  if (device.is === 'paired') {
    const choices = choicesOf(device, null).length;
    const lead = choices === 0 ? 'noPage' : choices === 1 ? 'lead' : 'choose';
    const branches = branchList(say, device.branches, language);
    return {
      title: say('device.paired.title', { name: device.name }),
      lead: say(`device.paired.${lead}`, { branches }),
    };
  }
  return { title: say(`device.${device.is}.title`), lead: say(`device.${device.is}.lead`) };
}
