import type { Freshness } from '../../components/live/freshness';
import type { LiveStore } from '../../components/live/live-store';
import type { LiveClient } from '../harness/client-build';
import { restedNow } from './rested-clock';
import type { Truth } from './truth';

/** What a screen says of itself, all the while. */
export type ScreenMonitor = {
  level: () => Freshness['level'];
  /** When its board last became another, on the rested clock. */
  boardAt: () => number;
  /** From now on nothing can reach it; called again with false when something can. */
  isCutOff: (isSo: boolean) => void;
  /** Where it showed something old and called it healthy, in words. */
  broken: () => readonly string[];
  /** The longest that it called an old board live, and anything but red, in ms. */
  longest: () => { live: number; notRed: number };
  stop: () => void;
};

/** Counted from the loss (docs/reliability.md). */
const AMBER_WITHIN_MS = 8_000;
const RED_WITHIN_MS = 17_000;
const LOOK_EVERY_MS = 100;

/**
 * Looks at a screen as somebody in the kitchen does, and at the server's own word beside it: what is old must not look
 * healthy, however new the message looks that brought it.
 */
export function monitorScreen(name: string, store: LiveStore, client: LiveClient, truth: Truth): ScreenMonitor {
  const broken: string[] = [];
  const longest = { live: 0, notRed: 0 };
  let cutOffAt: number | null = null;
  let lookedAt = performance.now();
  let isReported = false;

  const level = () => {
    const { newsAt, link } = store.view();
    return client.freshnessOf(newsAt === null ? null : store.monotonicNow() - newsAt, link, true).level;
  };
  const look = () => {
    const now = performance.now();
    // The rig itself may stand still for a while on a busy machine: nobody looked then.
    const isLate = now - lookedAt > 5 * LOOK_EVERY_MS;
    lookedAt = now;
    const { board } = store.view();
    if (board === null || isLate) return;
    const since = Math.min(cutOffAt ?? now, truth.newerSince(board) ?? now);
    const shown = level();
    const oldFor = now - since;
    if (shown === 'live') longest.live = Math.max(longest.live, oldFor);
    if (shown !== 'red' && shown !== 'refused') longest.notRed = Math.max(longest.notRed, oldFor);
    const isWrong =
      (oldFor > AMBER_WITHIN_MS && shown === 'live') || (oldFor > RED_WITHIN_MS && !['red', 'refused'].includes(shown));
    if (isWrong && !isReported)
      broken.push(`${name} showed a board as ${shown} that was old for ${(oldFor / 1_000).toFixed(1)} s`);
    isReported = isWrong;
  };
  let last = store.view().board;
  let boardAt = restedNow();
  const release = store.subscribe(() => {
    const { board } = store.view();
    if (board !== last) boardAt = restedNow();
    last = board;
  });
  const looking = setInterval(look, LOOK_EVERY_MS);
  return {
    level,
    boardAt: () => boardAt,
    isCutOff(isSo) {
      cutOffAt = isSo ? (cutOffAt ?? performance.now()) : null;
    },
    broken: () => broken,
    longest: () => longest,
    stop() {
      clearInterval(looking);
      release();
    },
  };
}
