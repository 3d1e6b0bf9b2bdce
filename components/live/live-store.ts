import type { DeviceReport, ScreenCommand } from '../../contract/live';
import {
  type BoardAddress,
  type BoardSocket,
  openBoardSocket,
  sendTicketAction,
  startPolling,
  type TicketActionResult,
  type TicketTap,
  watchLink,
} from './board-connection';
import { type BoardSync, createBoardSync } from './board-sync';
import { afterRefusal, ageOf, createViewStore, type LiveView, type ViewStore } from './live-view';
import { createServerClock, type ServerClock } from './server-clock';

/** A refused screen may be admitted again, for example when the right backup is restored after a wrong one. */
const ASK_AGAIN_EVERY_MS = 60_000;

/** Reports to the server what a screen shows, for the list of screens. */
type PaintReports = {
  /** Reports which tickets are painted now. */
  painted: (ticketIds: readonly string[]) => void;
  /** Keeps what is known about the device, for the next report. */
  describe: (device: Partial<Omit<DeviceReport, 'clockOffsetMs'>>) => void;
};

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
type LiveOptions = BoardAddress & { build?: string | undefined; monotonicNow: () => number };

const CLOCK_EVERY_MS = 5 * 60_000;

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
  const polling = startPolling({
    address: options,
    socket,
    store,
    takeSnapshot: sync.takeSnapshot,
    link,
    clock,
    monotonicNow,
  });
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

const REQUESTS = 5;
const ANSWER_WITHIN_MS = 4_000;

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

type PaintDeps = {
  /** The build of the page, if it has one. */
  build: string | undefined;
  socket: BoardSocket;
  store: Pick<ViewStore, 'view'>;
  clock: Pick<ServerClock, 'now'>;
  monotonicNow: () => number;
};

const REPORT_WITHIN_MS = 4_000;

function createPaintReports({ build, socket, store, clock, monotonicNow }: PaintDeps): PaintReports {
  let device: Omit<DeviceReport, 'clockOffsetMs'> = { sound: 'off', wakeLock: 'free' };
  return {
    painted(ticketIds) {
      const { board } = store.view();
      const age = ageOf(store.view(), monotonicNow());
      if (!board || !socket.connected || age === null) return;
      const report = {
        version: board.version,
        ticketIds: [...ticketIds],
        dataAgeMs: Math.max(0, age),
        ...(build === undefined ? {} : { build }),
        device: { ...device, clockOffsetMs: Math.round(Date.now() - (clock.now() ?? Date.now())) },
      };
      socket.timeout(REPORT_WITHIN_MS).emit('board:painted', report, () => {});
    },
    describe(known) {
      device = { ...device, ...known };
    },
  };
}
