import type { BoardSocket } from './board-socket';
import { AMBER_MS, RED_MS } from './freshness';
import type { ViewStore } from './view-store';

/** Two consecutive heads are missing. */
const SILENT_MS = 4_500;

/** Whether what arrives over the socket, or over HTTP, is recent. */
export type LinkHealth = {
  hasFreshSocket: () => boolean;
  isLiveOverHttp: () => boolean;
  /** Closes a socket that delivers nothing, which then connects again. */
  leaveSilentSocket: () => void;
};

export function watchLink(socket: BoardSocket, store: ViewStore, monotonicNow: () => number): LinkHealth {
  /** Time of the last message over the socket, on the monotonic clock. Its content may be older: see `newsAt`. */
  let heardAt: number | null = null;
  let connectedAt = 0;
  socket.on('connect', () => {
    connectedAt = monotonicNow();
  });
  socket.onAny(() => {
    heardAt = monotonicNow();
  });

  const isWithin = (at: number | null, ms: number) => at !== null && monotonicNow() - at < ms;
  const hasRecentNews = () => isWithin(store.view().newsAt, AMBER_MS);

  /** A socket that delivers nothing, or nothing recent, is no better than none. */
  const hasFreshSocket = () => socket.connected && isWithin(heardAt, SILENT_MS) && hasRecentNews();

  return {
    hasFreshSocket,
    isLiveOverHttp: () => store.view().link.kind === 'http' && hasRecentNews(),
    leaveSilentSocket() {
      // On a slow line the first board after a new connection takes long.
      const isNew = heardAt === null || (heardAt < connectedAt && isWithin(connectedAt, RED_MS));
      // It may hang forever, for example behind a router that lost its state.
      if (socket.connected && !isNew && !hasFreshSocket()) socket.io.engine.close();
    },
  };
}
