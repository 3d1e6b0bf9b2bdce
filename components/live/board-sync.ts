import type { Board, BoardChange, BoardHead, Refusal } from '../../contract/live';
import type { BoardSocket } from './board-connection';
import { isBehind } from './board-state';
import type { Link } from './freshness';
import { afterChange, afterHead, afterSnapshot, type ViewStore } from './live-view';
import type { ServerClock } from './server-clock';

type BoardSyncDeps = {
  socket: BoardSocket;
  store: ViewStore;
  clock: ServerClock;
  measureClock: () => Promise<void>;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
};

/** Applies the server's messages to the view, and requests what is missing. */
export type BoardSync = {
  takeSnapshot: (board: Board, link: Link) => void;
  takeChange: (change: BoardChange) => void;
  takeHead: (head: BoardHead) => void;
  /** Drops the changes that are held for a resync. Call it when the connection begins or ends. */
  reset: () => void;
};

const RESYNC_WITHIN_MS = 4_000;

export function createBoardSync({ socket, store, clock, measureClock, monotonicNow }: BoardSyncDeps): BoardSync {
  /** Changes that arrive during a resync. */
  let held: BoardChange[] | null = null;

  /** Feeds the time in a message to the server clock; measures the clock properly if it seems to have been set. */
  const readServerTime = ({ serverTime }: { serverTime: string }): void => {
    if (clock.glimpse(Date.parse(serverTime))) void measureClock();
  };

  /**
   * Time at which a message was sent, on the monotonic clock: on a line that gets slower and slower, messages keep
   * arriving, each older than the last. A message that appears older than the last update rather means that the
   * server's clock was set: that triggers a new measurement, and ages nothing.
   */
  const sentAt = ({ serverTime }: { serverTime: string }): number => {
    const lateBy = Math.max(0, (clock.now() ?? 0) - Date.parse(serverTime));
    return Math.max(store.view().newsAt ?? Number.NEGATIVE_INFINITY, monotonicNow() - lateBy);
  };

  function takeSnapshot(board: Board, link: Link): void {
    readServerTime(board);
    store.show(afterSnapshot(store.view(), board, link, sentAt(board)));
  }

  function takeChange(change: BoardChange): void {
    if (held) {
      held.push(change);
      return;
    }
    readServerTime(change);
    const changed = afterChange(store.view(), change, sentAt(change));
    if (changed) store.show(changed);
    else resync();
  }

  function takeHead(head: BoardHead): void {
    const isOld = isBehind(store.view().board, head);
    readServerTime(head);
    store.show(afterHead(store.view(), head, isOld, sentAt(head)));
    if (isOld) resync();
  }

  /** Requests the missing changes; changes that arrive meanwhile are held and applied after the answer. */
  function resync(): void {
    if (held || !socket.connected) return;
    held = [];
    const { epoch = '', version = -1 } = store.view().board ?? {};
    socket
      .timeout(RESYNC_WITHIN_MS)
      .emit('board:resync', { epoch, version }, (error: Error | null, answer: Board | BoardChange | Refusal) => {
        const later = held ?? [];
        held = null;
        if (error || 'error' in answer) return;
        if ('previousVersion' in answer) takeChange(answer);
        else takeSnapshot(answer, { kind: 'socket' });
        for (const change of later) takeChange(change);
      });
  }

  return {
    takeSnapshot,
    takeChange,
    takeHead,
    reset() {
      held = null;
    },
  };
}
