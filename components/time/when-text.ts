import type { Translator } from '../messages/translator';
import type { Ago, Moment } from './ago';

/** Arguments of the messages that an instant does not have. */
const NONE = { count: 0, clock: '', weekday: '', date: '' };

/** How long ago, or when: `12 s ago`, `yesterday 21:40`. */
export function agoText(t: Translator, when: Ago): string {
  return t(`when.${when.on}`, { ...NONE, ...when });
}

/** After "since": a time of today needs no day. */
export function sinceText(t: Translator, when: Moment): string {
  return when.on === 'today' ? when.clock : agoText(t, when);
}
