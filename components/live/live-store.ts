import type { ScreenCommand } from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import { startPolling } from './board-polling';
import { type BoardSocket, openBoardSocket } from './board-socket';
import { type BoardSync, createBoardSync } from './board-sync';
import { watchLink } from './link-health';
import { afterRefusal, type LiveView } from './live-view';
import { createPaintReports, type PaintReports } from './paint-reports';
import { sendTicketAction, type TicketActionResult, type TicketTap } from './send-ticket-action';
import { createServerClock, type ServerClock } from './server-clock';
import { createViewStore } from './view-store';

const REQUESTS = 5;
const ANSWER_WITHIN_MS = 4_000;

export type LiveStore = PaintReports & {
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
  /** The server's time in epoch ms; null before the first message. */
  serverNow: () => number | null;
  /** The id of the build of this page. */
  build: string | undefined;
  /** The branch's current time by its POS's clock; null before the first message. */
  branchNow: () => number | null;
  /**
   * Sends a tap on a ticket to the server. Nothing is sent while the board is not live, so that no tap takes effect
   * later; a repeated `noteId` is the same tap. Never rejects.
   */
  note: (tap: TicketTap) => Promise<TicketActionResult>;
  onCommand: (listener: (command: ScreenCommand) => void) => () => void;
  close: () => void;
};

/** Pages omit the token and use their cookie; their address is empty. */
export type LiveOptions = BoardAddress & { build?: string | undefined; monotonicNow: () => number };

const CLOCK_EVERY_MS = 5 * 60_000;
/** A refused screen may be admitted again, for example when the right backup is restored after a wrong one. */
const ASK_AGAIN_EVERY_MS = 60_000;

/**
 * A screen's side of the live contract, outside React: connects, detects gaps, resyncs, and polls over HTTP while the
 * socket fails. Versions and epochs decide what a message means, never its order of arrival.
 */
export function createLiveStore(options: LiveOptions): LiveStore {
  const { build, monotonicNow } = options;
  const clock = createServerClock(monotonicNow);
  const store = createViewStore();
  const commandListeners = new Set<(command: ScreenCommand) => void>();
  let isClosed = false;
  const mayReconnect = () => !isClosed && !store.isRefused();

  const socket = openBoardSocket(options, {
    onSnapshot: (board) => sync.takeSnapshot(board, { kind: 'socket' }),
    onChange: (change) => sync.takeChange(change),
    onHead: (head) => sync.takeHead(head),
    onCommand(command) {
      for (const listener of commandListeners) listener(command);
    },
    onConnect() {
      sync.reset();
      void measureClock();
    },
    onDisconnect() {
      sync.reset();
      if (mayReconnect()) store.show({ ...store.view(), link: { kind: 'none' } });
    },
    onRefused: (code) => store.show(afterRefusal(store.view(), code)),
    mayReconnect,
  });
  const measureClock = createClockMeasurement(socket, clock, monotonicNow);
  const measuring = setInterval(() => void measureClock(), CLOCK_EVERY_MS);
  const askingAgain = setInterval(() => store.isRefused() && socket.connect(), ASK_AGAIN_EVERY_MS);
  const link = watchLink(socket, store, monotonicNow);
  const sync: BoardSync = createBoardSync({ socket, store, clock, measureClock, monotonicNow });
  const polling = startPolling({ address: options, socket, store, sync, link, clock, monotonicNow });
  const actions = { address: options, socket, link, polling, serverNow: clock.now };

  return {
    ...createPaintReports({ build, socket, store, clock, monotonicNow }),
    subscribe: store.subscribe,
    view: store.view,
    monotonicNow,
    build,
    serverNow: clock.now,
    branchNow() {
      const now = clock.now();
      return now === null ? null : now - store.view().posOffsetMs;
    },
    note: (tap) => sendTicketAction(actions, tap),
    onCommand(listener) {
      commandListeners.add(listener);
      return () => commandListeners.delete(listener);
    },
    close() {
      isClosed = true;
      polling.close();
      clearInterval(measuring);
      clearInterval(askingAgain);
      socket.disconnect();
    },
  };
}

/**
 * Returns a function that measures the server's time: it asks several times in a row, and `clock` uses the answer with
 * the shortest round trip, because that one is the most exact. A call during a measurement does nothing.
 */
function createClockMeasurement(
  socket: BoardSocket,
  clock: Pick<ServerClock, 'take'>,
  monotonicNow: () => number,
): () => Promise<void> {
  let isAsking = false;
  return async () => {
    if (isAsking) return;
    isAsking = true;
    for (let request = 0; request < REQUESTS && socket.connected; request += 1) {
      const sent = monotonicNow();
      const answer = await socket
        .timeout(ANSWER_WITHIN_MS)
        .emitWithAck('clock:ping')
        .catch(() => null);
      if (answer && 'serverTime' in answer)
        clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(answer.serverTime) });
    }
    isAsking = false;
  };
}
