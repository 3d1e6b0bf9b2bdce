import type {
  Board,
  BoardChange,
  BoardHead,
  DeviceReport,
  Refusal,
  ScreenCommand,
  TicketActionAnswer,
  TicketActionKind,
} from '../../contract/live';
import { type BoardAddress, boardOverHttp } from './board-over-http';
import { openBoardSocket } from './board-socket';
import { isBehind } from './board-state';
import { AMBER_MS, type Link } from './freshness';
import { afterChange, afterHead, afterRefusal, afterSnapshot, FIRST_VIEW, type LiveView } from './live-view';
import { createClockMeasurement } from './measure-clock';
import { isBoard, isChange } from './message-shapes';
import { createServerClock } from './server-clock';
import { ticketActionOverHttp } from './ticket-action-over-http';

/**
 * Outcome of a tap. `offline`: it was not sent and never will be. `unanswered`: it may have arrived, and then the board
 * shows it.
 */
export type TicketActionResult = TicketActionAnswer | { error: { code: 'offline' | 'unanswered' } };

export type LiveStore = {
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
  /** The server's time in epoch ms; null before the first message. */
  serverNow: () => number | null;
  /** The branch's current time by its POS's clock; null before the first message. */
  branchNow: () => number | null;
  /** Reports to the server which tickets are painted now. */
  painted: (ticketIds: readonly string[]) => void;
  /** Keeps what is known about the device, for the next report. */
  describe: (device: Partial<Omit<DeviceReport, 'clockOffsetMs'>>) => void;
  /**
   * Sends a tap on a ticket to the server. Nothing is sent while the board is not live, so that no tap takes effect
   * later; a repeated `noteId` is the same tap. Never rejects.
   */
  note: (tap: { noteId: string; kind: TicketActionKind; ticketId: string }) => Promise<TicketActionResult>;
  onCommand: (listener: (command: ScreenCommand) => void) => () => void;
  close: () => void;
};

/** Pages omit the token and use their cookie; their address is empty. */
export type LiveOptions = BoardAddress & { monotonicNow: () => number };

const POLL_MS = 2_000;
/** Two consecutive heads are missing. */
const SILENT_MS = 4_500;
const CLOCK_EVERY_MS = 5 * 60_000;
const ASK_AGAIN_MS = 4_000;
/** Longer than a busy server needs, and far shorter than a waiter waits. */
const ACTION_WITHIN_MS = 4_000;

/**
 * A screen's side of the live contract, outside React: connects, detects gaps, resyncs, and polls over HTTP while the
 * socket fails. Versions and epochs decide what a message means, never its order of arrival.
 */
export function createLiveStore(options: LiveOptions): LiveStore {
  const { monotonicNow } = options;
  const clock = createServerClock(monotonicNow);
  const listeners = new Set<() => void>();
  const commandListeners = new Set<(command: ScreenCommand) => void>();
  let view: LiveView = FIRST_VIEW;
  let device: Omit<DeviceReport, 'clockOffsetMs'> = { sound: 'off', wakeLock: 'free' };
  /** Changes that arrive during a resync. */
  let held: BoardChange[] | null = null;
  /** Time of the last message over the socket, on the monotonic clock. Its content may be older: see `newsAt`. */
  let heardAt: number | null = null;
  let isAskingBoard = false;
  let isClosed = false;

  const show = (next: LiveView) => {
    view = next;
    for (const listener of listeners) listener();
  };

  /** Feeds the time in a message to the server clock; measures the clock properly if it seems to have been set. */
  const readServerTime = ({ serverTime }: { serverTime: string }): void => {
    if (clock.glimpse(Date.parse(serverTime))) void measureClock();
  };

  /**
   * Time at which a message was sent, on the monotonic clock: on a line that gets slower and slower, messages keep
   * arriving, each older than the last. A message that appears older than the last update rather means that the
   * server's clock was set: that triggers a new measurement, and ages nothing.
   */
  const saidAt = ({ serverTime }: { serverTime: string }): number => {
    const lateBy = Math.max(0, (clock.now() ?? 0) - Date.parse(serverTime));
    return Math.max(view.newsAt ?? Number.NEGATIVE_INFINITY, monotonicNow() - lateBy);
  };

  const isRefused = () => view.link.kind === 'refused';
  const mayReconnect = () => !isClosed && !isRefused();

  const socket = openBoardSocket(options, {
    onSnapshot: (board) => snapshot(board, { kind: 'socket' }),
    onChange: change,
    onHead: head,
    onCommand(command) {
      for (const listener of commandListeners) listener(command);
    },
    onConnect() {
      held = null;
      void measureClock();
    },
    onDisconnect() {
      held = null;
      if (mayReconnect()) show({ ...view, link: { kind: 'none' } });
    },
    onRefused: (code) => show(afterRefusal(view, code)),
    mayReconnect,
  });
  socket.onAny(() => {
    heardAt = monotonicNow();
  });
  const measureClock = createClockMeasurement(socket, clock, monotonicNow);

  function snapshot(board: Board, link: Link): void {
    readServerTime(board);
    show(afterSnapshot(view, board, link, saidAt(board)));
  }

  function change(next: BoardChange): void {
    if (held) {
      held.push(next);
      return;
    }
    readServerTime(next);
    const changed = afterChange(view, next, saidAt(next));
    if (changed) show(changed);
    else resync();
  }

  /** Requests the missing changes; changes that arrive meanwhile are held and applied after the answer. */
  function resync(): void {
    if (held || !socket.connected) return;
    held = [];
    const { epoch = '', version = -1 } = view.board ?? {};
    socket
      .timeout(ASK_AGAIN_MS)
      .emit('board:resync', { epoch, version }, (error: Error | null, answer: Board | BoardChange | Refusal) => {
        const later = held ?? [];
        held = null;
        if (error) return;
        if (isChange(answer)) change(answer);
        else if (isBoard(answer)) snapshot(answer, { kind: 'socket' });
        else return;
        for (const missed of later) change(missed);
      });
  }

  function head(message: BoardHead): void {
    const isOld = isBehind(view.board, message);
    readServerTime(message);
    show(afterHead(view, message, isOld, saidAt(message)));
    if (isOld) resync();
  }

  const isWithin = (at: number | null, ms: number) => at !== null && monotonicNow() - at < ms;

  /** A socket that delivers nothing, or nothing recent, is no better than none. */
  const hasFreshSocket = () => socket.connected && isWithin(heardAt, SILENT_MS) && isWithin(view.newsAt, AMBER_MS);

  const isLiveOverHttp = () => view.link.kind === 'http' && isWithin(view.newsAt, AMBER_MS);

  /**
   * Fetches the board over HTTP while the socket fails. One request at a time, since answers may overtake each other.
   */
  async function poll(): Promise<void> {
    if (isAskingBoard || hasFreshSocket() || isRefused()) return;
    isAskingBoard = true;
    const sent = monotonicNow();
    const board = await boardOverHttp(options);
    isAskingBoard = false;
    // The socket may have recovered meanwhile, with newer data.
    if (!board || isClosed || hasFreshSocket() || isRefused()) return;
    if ('refused' in board) {
      show(afterRefusal(view, board.refused));
      socket.disconnect();
      return;
    }
    clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(board.serverTime) });
    snapshot(board, { kind: 'http' });
  }

  /** A silent socket may hang forever, for example behind a router that lost its state: open another one. */
  function leaveSilentSocket(): void {
    if (socket.connected && heardAt !== null && !hasFreshSocket()) socket.io.engine.close();
  }

  const polling = setInterval(() => {
    leaveSilentSocket();
    void poll();
  }, POLL_MS);
  const asking = setInterval(() => void measureClock(), CLOCK_EVERY_MS);

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    monotonicNow,
    serverNow: clock.now,
    branchNow() {
      const now = clock.now();
      return now === null ? null : now - view.posOffsetMs;
    },
    painted(ticketIds) {
      if (!view.board || !socket.connected || view.newsAt === null) return;
      const report = {
        version: view.board.version,
        ticketIds: [...ticketIds],
        dataAgeMs: Math.max(0, monotonicNow() - view.newsAt),
        ...(view.ownBuild === null ? {} : { build: view.ownBuild }),
        device: { ...device, clockOffsetMs: Math.round(Date.now() - (clock.now() ?? Date.now())) },
      };
      socket.timeout(ASK_AGAIN_MS).emit('board:painted', report, () => {});
    },
    describe(known) {
      device = { ...device, ...known };
    },
    async note(tap) {
      const now = clock.now();
      const way = hasFreshSocket() ? 'socket' : isLiveOverHttp() ? 'http' : null;
      // Without this check the tap would wait in a buffer and take effect long after it was meant.
      if (way === null || now === null) return { error: { code: 'offline' } };
      const timed = { ...tap, at: new Date(now).toISOString() };
      const answer =
        way === 'socket'
          ? await socket
              .timeout(ACTION_WITHIN_MS)
              .emitWithAck('ticket:note', timed)
              .catch(() => null)
          : await ticketActionOverHttp(options, timed, ACTION_WITHIN_MS);
      if (way === 'http') void poll();
      return answer ?? { error: { code: 'unanswered' } };
    },
    onCommand(listener) {
      commandListeners.add(listener);
      return () => commandListeners.delete(listener);
    },
    close() {
      isClosed = true;
      clearInterval(polling);
      clearInterval(asking);
      socket.disconnect();
    },
  };
}
