import type { Board, BoardChange, BoardHead, DeviceReport, Refusal, ScreenCommand } from '../../contract/live';
import { createListeners } from '../../lib/listeners';
import {
  type BoardAddress,
  type BoardSocket,
  openBoardSocket,
  type SentAction,
  sendTicketAction,
  startPolling,
  type TicketActionResult,
  watchLink,
} from './board-connection';
import { isBehind } from './board-state';
import type { Link } from './freshness';
import {
  afterChange,
  afterHead,
  afterRefusal,
  afterSnapshot,
  ageOf,
  createViewStore,
  type LiveView,
  type ViewStore,
} from './live-view';
import { createServerClock, type ServerClock } from './server-clock';

type BoardSyncDeps = {
  socket: BoardSocket;
  store: ViewStore;
  clock: ServerClock;
  measureClock: () => Promise<void>;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
};

/** Applies the server's messages to the view, and requests what is missing. */
type BoardSync = {
  takeSnapshot: (board: Board, link: Link) => void;
  takeChange: (change: BoardChange) => void;
  takeHead: (head: BoardHead) => void;
  /** Drops the changes that are held for a resync. Call it when the connection begins or ends. */
  reset: () => void;
};

const RESYNC_WITHIN_MS = 4_000;

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
   * Sends an action on a ticket to the server. Nothing is sent while the board is not live, so that no action takes
   * effect later; a repeated `actionId` is the same action. Never rejects.
   */
  sendAction: (action: SentAction) => Promise<TicketActionResult>;
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
  const commands = createListeners<[ScreenCommand]>();
  let isClosed = false;
  const mayReconnect = () => !isClosed && !store.isRefused();

  const socket = openBoardSocket(options, {
    onSnapshot: (board) => sync.takeSnapshot(board, { kind: 'socket' }),
    onChange: (change) => sync.takeChange(change),
    onHead: (head) => sync.takeHead(head),
    onCommand: commands.notify,
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
    sendAction: (action) => sendTicketAction(actions, action),
    onCommand: commands.subscribe,
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
      const age = ageOf(store.view(), monotonicNow());
      if (!store.view().board || !socket.connected || age === null) return;
      const report = {
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

function createBoardSync({ socket, store, clock, measureClock, monotonicNow }: BoardSyncDeps): BoardSync {
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
