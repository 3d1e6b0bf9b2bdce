import type { Inbox } from './inbox';

export type WaitingSince = {
  /** Call it after deliveries were added to the inbox. */
  added: () => void;
  /**
   * Call it with the instant at which the oldest delivery that waits was received: another node, or this one before a
   * restart, may have acknowledged it.
   */
  found: (receivedAt: number) => void;
  /** When the oldest delivery that waits was acknowledged, or up to a quarter of a second before; null if none waits. */
  get: () => number | null;
};

/** Deliveries that arrive within this time form a group. */
const TOGETHER_MS = 250;
/** Once there are so many groups, later deliveries join the newest. */
const MOST_GROUPS = 1_000;

/** Remembers when deliveries were acknowledged that wait in the inbox. `now` is server time, epoch ms. */
export function createWaitingSince(inbox: Pick<Inbox, 'added' | 'removed'>, now: () => number): WaitingSince {
  /** By the instant of their first delivery. `until` is how many were added then. */
  const groups: { at: number; until: number }[] = [];

  function forgetRemoved(): void {
    const end = groups.findIndex(({ until }) => until > inbox.removed());
    groups.splice(0, end === -1 ? groups.length : end);
  }

  return {
    added() {
      forgetRemoved();
      const last = groups.at(-1);
      if (last && (now() - last.at < TOGETHER_MS || groups.length === MOST_GROUPS)) last.until = inbox.added();
      else groups.push({ at: now(), until: inbox.added() });
    },
    found(receivedAt) {
      forgetRemoved();
      // The clock of another node may be ahead.
      const at = Math.min(receivedAt, now());
      if (at < (groups[0]?.at ?? Number.POSITIVE_INFINITY)) groups.unshift({ at, until: inbox.removed() + 1 });
    },
    get() {
      forgetRemoved();
      return groups[0]?.at ?? null;
    },
  };
}
