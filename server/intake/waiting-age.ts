import type { Inbox } from './inbox';

export type WaitingAge = {
  /** Call it after deliveries were added to the inbox. */
  added: () => void;
  /**
   * Call it with the age of the oldest delivery that waits, in ms: another node, or this one before a restart, may have
   * acknowledged it. It is negative if the clock of that node is ahead.
   */
  found: (ageMs: number) => void;
  /**
   * How long ago the oldest delivery that waits was acknowledged, or up to a quarter of a second more, in ms; 0 if none
   * waits.
   */
  get: () => number;
};

/** Deliveries that arrive within this time form a group. */
const TOGETHER_MS = 250;
/** Limit of groups; later deliveries join the newest. */
const MAX_GROUPS = 1_000;

/**
 * Remembers how long deliveries have waited in the inbox. `monotonicNow` is in ms; the server's clock may be set back
 * while they wait.
 */
export function createWaitingAge(inbox: Pick<Inbox, 'added' | 'removed'>, monotonicNow: () => number): WaitingAge {
  /** By the instant of their first delivery. `until` is how many were added then. */
  const groups: { at: number; until: number }[] = [];

  function forgetRemoved(): void {
    const end = groups.findIndex(({ until }) => until > inbox.removed());
    groups.splice(0, end === -1 ? groups.length : end);
  }

  return {
    added() {
      forgetRemoved();
      const now = monotonicNow();
      const last = groups.at(-1);
      if (last && (now - last.at < TOGETHER_MS || groups.length === MAX_GROUPS)) last.until = inbox.added();
      else groups.push({ at: now, until: inbox.added() });
    },
    found(ageMs) {
      forgetRemoved();
      const at = monotonicNow() - Math.max(0, ageMs);
      const until = inbox.removed() + 1;
      const oldest = groups[0];
      // The same delivery again: two clocks never agree exactly.
      if (oldest?.until === until) oldest.at = Math.min(oldest.at, at);
      else if (!oldest || at < oldest.at) groups.unshift({ at, until });
    },
    get() {
      forgetRemoved();
      const oldest = groups[0];
      return oldest ? monotonicNow() - oldest.at : 0;
    },
  };
}
