import type { Ago, Moment } from '../time/ago';
import type { Say } from '../words/front-words';

/** How long ago, or when, in words. */
export function agoIn(say: Say, when: Ago): string {
  return say(`ago.${when.on}`, when);
}

/** After "since": a time of today needs no day. */
export function sinceIn(say: Say, when: Moment): string {
  return when.on === 'today' ? when.clock : agoIn(say, when);
}
