import { type BoardAddress, boardOverHttp } from './board-over-http';
import type { BoardSocket } from './board-socket';
import type { BoardSync } from './board-sync';
import type { LinkHealth } from './link-health';
import { afterRefusal } from './live-view';
import type { ServerClock } from './server-clock';
import type { ViewStore } from './view-store';

export type PollingDeps = {
  address: BoardAddress;
  socket: BoardSocket;
  store: ViewStore;
  sync: Pick<BoardSync, 'takeSnapshot'>;
  link: LinkHealth;
  clock: ServerClock;
  monotonicNow: () => number;
};

export type BoardPolling = {
  /** Fetches the board now, unless the socket delivers it. */
  poll: () => Promise<void>;
  close: () => void;
};

const POLL_MS = 2_000;
/** Shorter than the polling interval, so that a hanging connection delays only one poll. */
const PATIENCE_MS = 1_900;
const MAX_PATIENCE_MS = 8_000;

/** Fetches the board over HTTP every two seconds while the socket fails. */
export function startPolling(deps: PollingDeps): BoardPolling {
  const { socket, store, link, clock, monotonicNow } = deps;
  let isAsking = false;
  let patienceMs = PATIENCE_MS;
  let isClosed = false;

  /** Sends one request at a time, since answers may overtake each other. */
  async function poll(): Promise<void> {
    if (isAsking || link.hasFreshSocket() || store.isRefused()) return;
    isAsking = true;
    const sent = monotonicNow();
    const board = await boardOverHttp(deps.address, patienceMs);
    isAsking = false;
    // A slow line gets as long as it needs: after a time-out, twice as long.
    patienceMs = Math.min(Math.max(PATIENCE_MS, Math.round(2 * (monotonicNow() - sent))), MAX_PATIENCE_MS);
    // The socket may have recovered meanwhile, with newer data.
    if (!board || isClosed || link.hasFreshSocket() || store.isRefused()) return;
    if ('refused' in board) {
      store.show(afterRefusal(store.view(), board.refused));
      socket.disconnect();
      return;
    }
    clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(board.serverTime) });
    deps.sync.takeSnapshot(board, { kind: 'http' });
  }

  const timer = setInterval(() => {
    link.leaveSilentSocket();
    void poll();
  }, POLL_MS);

  return {
    poll,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
