import type { Freshness } from '../../components/live/freshness';
import type { LiveStore } from '../../components/live/live-store';
import type { LiveClient } from '../harness/client-build';
import { activeNow } from './active-clock';
import type { VersionLog } from './version-log';

/** Continuously checks what a screen shows. */
export type ScreenMonitor = {
  level: () => Freshness['level'];
  /** When its board last changed, by `activeNow`. */
  boardAt: () => number;
  /** Marks the screen as unreachable, or as reachable again. */
  setUnreachable: (isUnreachable: boolean) => void;
  /** Cases in which it showed old data as current, as text. */
  violations: () => readonly string[];
  /** The longest times in ms that it showed an old board as live, and not as red. */
  longestMs: () => { live: number; notRed: number };
  stop: () => void;
};

/** Limits after the loss of the connection (docs/reliability.md). */
const AMBER_WITHIN_MS = 8_000;
const RED_WITHIN_MS = 17_000;
const CHECK_INTERVAL_MS = 100;

/**
 * Compares what a screen shows with the server's versions: old data must not look current, even if it arrived in a new
 * message.
 */
export function monitorScreen(name: string, store: LiveStore, client: LiveClient, versions: VersionLog): ScreenMonitor {
  const violations: string[] = [];
  const longestMs = { live: 0, notRed: 0 };
  let unreachableSince: number | null = null;
  let checkedAt = performance.now();
  let isReported = false;

  const level = () => {
    const { newsAt, link } = store.view();
    return client.freshnessOf(newsAt === null ? null : store.monotonicNow() - newsAt, link, true).level;
  };
  const check = () => {
    const now = performance.now();
    // Ignores pauses of this process on a busy machine.
    const isLate = now - checkedAt > 5 * CHECK_INTERVAL_MS;
    checkedAt = now;
    const { board } = store.view();
    if (board === null || isLate) return;
    const since = Math.min(unreachableSince ?? now, versions.newerSince(board) ?? now);
    const shown = level();
    const staleMs = now - since;
    if (shown === 'live') longestMs.live = Math.max(longestMs.live, staleMs);
    if (shown !== 'red' && shown !== 'refused') longestMs.notRed = Math.max(longestMs.notRed, staleMs);
    const isWrong =
      (staleMs > AMBER_WITHIN_MS && shown === 'live') ||
      (staleMs > RED_WITHIN_MS && !['red', 'refused'].includes(shown));
    if (isWrong && !isReported)
      violations.push(`${name} showed a board as ${shown} that was old for ${(staleMs / 1_000).toFixed(1)} s`);
    isReported = isWrong;
  };
  let last = store.view().board;
  let boardAt = activeNow();
  const unsubscribe = store.subscribe(() => {
    const { board } = store.view();
    if (board !== last) boardAt = activeNow();
    last = board;
  });
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return {
    level,
    boardAt: () => boardAt,
    setUnreachable(isUnreachable) {
      unreachableSince = isUnreachable ? (unreachableSince ?? performance.now()) : null;
    },
    violations: () => violations,
    longestMs: () => longestMs,
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
