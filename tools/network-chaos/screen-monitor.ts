import type { Freshness } from '../../components/live/freshness';
import type { LiveStore } from '../../components/live/live-store';
import type { LiveClient } from '../harness/client-build';
import { restedNow } from './rested-clock';
import type { Truth } from './truth';

/** Watches continuously what a screen shows. */
export type ScreenMonitor = {
  level: () => Freshness['level'];
  /** When its board last changed, on the rested clock. */
  boardAt: () => number;
  /** Marks the screen as unreachable, or with false as reachable again. */
  isCutOff: (isSo: boolean) => void;
  /** Cases in which it showed old data as current, as texts. */
  broken: () => readonly string[];
  /** The longest time that it showed an old board as live, and as anything but red, in ms. */
  longest: () => { live: number; notRed: number };
  stop: () => void;
};

/** Counted from the loss (docs/reliability.md). */
const AMBER_WITHIN_MS = 8_000;
const RED_WITHIN_MS = 17_000;
const LOOK_EVERY_MS = 100;

/**
 * Compares what a screen shows with the server's versions: old data must not look current, however new the message
 * that brought it.
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
    // On a busy machine this process itself may pause: such gaps do not count.
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
