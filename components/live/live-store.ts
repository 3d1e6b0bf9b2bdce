import { io, type Socket } from 'socket.io-client';
import {
  type Board,
  type BoardChange,
  type BoardHead,
  type HandshakeCode,
  LIVE_CONTRACT,
  type NoteAnswer,
  type NoteKind,
  type Refusal,
  type ScreenCommand,
  type ScreenToServer,
  type ServerToScreen,
} from '../../contract/live';
import { boardOverHttp } from './board-over-http';
import { isBehind } from './board-state';
import { AMBER_MS, type Link } from './freshness';
import { afterChange, afterHead, afterRefusal, afterSnapshot, FIRST_VIEW, type LiveView } from './live-view';
import { isBoard, isChange, isHead } from './message-shapes';
import { noteOverHttp } from './note-over-http';
import { createServerClock } from './server-clock';

/**
 * What became of a tap. `offline`: it was not sent, and never will be. `unanswered`: it may have arrived, and shows on
 * the board if it did.
 */
export type Tapped = NoteAnswer | { error: { code: 'offline' | 'unanswered' } };

export type LiveStore = {
  subscribe: (listener: () => void) => () => void;
  view: () => LiveView;
  /** Ms on the page's monotonic clock. */
  monotonicNow: () => number;
  /** The server's time in epoch ms; null before anything was heard. */
  serverNow: () => number | null;
  /** The branch's now, by its POS's clock; null before anything was heard. */
  branchNow: () => number | null;
  /** Tells the server which tickets are on the glass now. */
  painted: (ticketIds: readonly string[]) => void;
  /**
   * Tells the server what was tapped on a ticket. While the board is not live nothing is sent, so that nothing fires
   * later; the same `noteId` sent again is the same tap. Never rejects.
   */
  note: (tap: { noteId: string; kind: NoteKind; ticketId: string }) => Promise<Tapped>;
  onCommand: (listener: (command: ScreenCommand) => void) => () => void;
  close: () => void;
};

export type LiveOptions = {
  /** The server's address; empty for the page's own. */
  url: string;
  branch: number | null;
  /** Left out by pages: their cookie speaks for them. */
  token?: string;
  monotonicNow: () => number;
};

const POLL_MS = 2_000;
/** Two heads in a row are missing. */
const SILENT_MS = 4_500;
const CLOCK_EVERY_MS = 5 * 60_000;
const CLOCK_QUESTIONS = 5;
const ASK_AGAIN_MS = 4_000;
/** Longer than a busy server takes, and far shorter than a waiter waits. */
const NOTE_WITHIN_MS = 4_000;
/** With the longest wait before it, an attempt that began just before the server came back ends within 3 s. */
const CONNECT_WITHIN_MS = 1_200;
const NEVER_MIND: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch', 'too-old'];

type BoardSocket = Socket<ServerToScreen, ScreenToServer>;

/**
 * A screen's side of the live contract, outside React: connects, notices gaps, catches up, and asks over HTTP while
 * the socket fails. Nothing that arrives is trusted to be the next thing: versions and epochs decide.
 */
export function createLiveStore(options: LiveOptions): LiveStore {
  const { monotonicNow } = options;
  const clock = createServerClock(monotonicNow);
  const listeners = new Set<() => void>();
  const commandListeners = new Set<(command: ScreenCommand) => void>();
  let view: LiveView = FIRST_VIEW;
  /** Changes that come while a resync is under way. */
  let held: BoardChange[] | null = null;
  /** When something last came over the socket, on the monotonic clock. How old it was then is another matter: `newsAt`. */
  let heardAt: number | null = null;
  let isAskingTime = false;
  let isAskingBoard = false;
  let isClosed = false;

  const show = (next: LiveView) => {
    view = next;
    for (const listener of listeners) listener();
  };

  /** Takes what a message tells of the server's time; asks for it properly where it seems to have been set. */
  const hear = ({ serverTime }: { serverTime: string }): void => {
    if (clock.glimpse(Date.parse(serverTime))) void askTime();
  };

  /**
   * When what a message tells was so, on the monotonic clock: on a line that gets slower and slower messages go on
   * coming, each older than the last. What is said to be older than the last news is rather a server's clock that was
   * set: that is asked for, and makes nothing older.
   */
  const saidAt = ({ serverTime }: { serverTime: string }): number => {
    const lateBy = Math.max(0, (clock.now() ?? 0) - Date.parse(serverTime));
    return Math.max(view.newsAt ?? Number.NEGATIVE_INFINITY, monotonicNow() - lateBy);
  };

  const auth = {
    contract: LIVE_CONTRACT,
    ...(options.branch === null ? {} : { branch: options.branch }),
    ...(options.token ? { token: options.token } : {}),
  };
  const socket: BoardSocket = io(options.url, {
    transports: ['websocket'],
    auth,
    reconnectionDelay: 300,
    reconnectionDelayMax: 1_500,
    randomizationFactor: 0.5,
    timeout: CONNECT_WITHIN_MS,
    forceNew: true,
  });

  function snapshot(board: Board, link: Link): void {
    hear(board);
    show(afterSnapshot(view, board, link, saidAt(board)));
  }

  function change(next: BoardChange): void {
    if (held) {
      held.push(next);
      return;
    }
    hear(next);
    const changed = afterChange(view, next, saidAt(next));
    if (changed) show(changed);
    else resync();
  }

  /** Asks for what is missing; what comes meanwhile is held and applied after it. */
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

  function head(told: BoardHead): void {
    const isOld = isBehind(view.board, told);
    hear(told);
    show(afterHead(view, told, isOld, saidAt(told)));
    if (isOld) resync();
  }

  async function askTime(): Promise<void> {
    if (isAskingTime) return;
    isAskingTime = true;
    for (let question = 0; question < CLOCK_QUESTIONS && socket.connected; question += 1) {
      const sent = monotonicNow();
      const answer = await socket
        .timeout(ASK_AGAIN_MS)
        .emitWithAck('clock:ping')
        .catch(() => null);
      if (answer && 'serverTime' in answer)
        clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(answer.serverTime) });
    }
    isAskingTime = false;
  }

  /** Where the client would not come back by itself. */
  function comeBack(): void {
    setTimeout(() => !isClosed && !isRefused() && socket.connect(), 300 + 1_200 * Math.random());
  }

  socket.onAny(() => {
    heardAt = monotonicNow();
  });
  socket.on('board:snapshot', (board) => {
    if (isBoard(board)) snapshot(board, { kind: 'socket' });
  });
  socket.on('board:changed', (next) => {
    if (isChange(next)) change(next);
  });
  socket.on('board:head', (told) => {
    if (isHead(told)) head(told);
  });
  socket.on('screen:command', (command) => {
    for (const listener of commandListeners) listener(command);
  });
  socket.on('connect', () => {
    held = null;
    void askTime();
  });
  socket.on('connect_error', (error) => {
    const code = (error as { data?: { code?: HandshakeCode } }).data?.code;
    if (code && NEVER_MIND.includes(code)) show(afterRefusal(view, code));
    else if (!socket.active) comeBack();
  });
  socket.on('disconnect', (reason) => {
    held = null;
    if (isClosed || isRefused()) return;
    show({ ...view, link: { kind: 'none' } });
    // A server that cut us off is not tried again by itself: only its answer to the next attempt says why.
    if (reason === 'io server disconnect') comeBack();
  });

  const isWithin = (at: number | null, ms: number) => at !== null && monotonicNow() - at < ms;

  /** A socket through which nothing comes, or nothing that is news, is no better than none. */
  const hasFreshSocket = () => socket.connected && isWithin(heardAt, SILENT_MS) && isWithin(view.newsAt, AMBER_MS);

  const isLiveOverHttp = () => view.link.kind === 'http' && isWithin(view.newsAt, AMBER_MS);

  const isRefused = () => view.link.kind === 'refused';

  /** The board over HTTP, while the socket fails but the server answers. One question at a time: answers may overtake. */
  async function poll(): Promise<void> {
    if (isAskingBoard || hasFreshSocket() || isRefused()) return;
    isAskingBoard = true;
    const sent = monotonicNow();
    const board = await boardOverHttp(options);
    isAskingBoard = false;
    // The socket may have come back meanwhile, with newer news.
    if (!board || isClosed || hasFreshSocket() || isRefused()) return;
    if ('refused' in board) {
      show(afterRefusal(view, board.refused));
      socket.disconnect();
      return;
    }
    clock.take({ sent, answered: monotonicNow(), serverTime: Date.parse(board.serverTime) });
    snapshot(board, { kind: 'http' });
  }

  /** A socket that says nothing may hang for ever, as behind a router that forgot us: another one is opened. */
  function leaveSilentSocket(): void {
    if (socket.connected && heardAt !== null && !hasFreshSocket()) socket.io.engine.close();
  }

  const polling = setInterval(() => {
    leaveSilentSocket();
    void poll();
  }, POLL_MS);
  const asking = setInterval(() => void askTime(), CLOCK_EVERY_MS);

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
      };
      socket.timeout(ASK_AGAIN_MS).emit('board:painted', report, () => {});
    },
    async note(tap) {
      const now = clock.now();
      const way = hasFreshSocket() ? 'socket' : isLiveOverHttp() ? 'http' : null;
      // Without either it would wait in a buffer and fire when nobody thinks of it any more.
      if (way === null || now === null) return { error: { code: 'offline' } };
      const timed = { ...tap, at: new Date(now).toISOString() };
      const answer =
        way === 'socket'
          ? await socket
              .timeout(NOTE_WITHIN_MS)
              .emitWithAck('ticket:note', timed)
              .catch(() => null)
          : await noteOverHttp(options, timed, NOTE_WITHIN_MS);
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
