/** Depends on the age of the last answer, not on failed requests: a server that hangs does not fail. */
export type Link = 'live' | 'slow' | 'lost';

const SLOW_MS = 6_000;
const LOST_MS = 15_000;

export function linkOf(silentMs: number): Link {
  if (silentMs >= LOST_MS) return 'lost';
  return silentMs >= SLOW_MS ? 'slow' : 'live';
}
