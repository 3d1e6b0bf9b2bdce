import { io, type Socket } from 'socket.io-client';
import { LIVE_CONTRACT } from '../../contract/constants';
import type {
  Board,
  BoardChange,
  BoardHead,
  HandshakeCode,
  ScreenCommand,
  ScreenToServer,
  ServerToScreen,
  Ticket,
  TicketActionAnswer,
  TicketActionRefusalCode,
  TicketActionRequest,
} from '../../contract/live';
import { AMBER_MS, type Link, RED_MS } from './freshness';
import { afterRefusal, type ViewStore } from './live-view';
import type { ServerClock } from './server-clock';

const FINAL: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch', 'too-old'];

/** Address of the board, and its branch; without a token the request uses the page's cookie. */
export type BoardAddress = { url: string; branch: number | null; token?: string };

export type BoardSocket = Socket<ServerToScreen, ScreenToServer>;

type SocketListeners = {
  onSnapshot: (board: Board) => void;
  onChange: (change: BoardChange) => void;
  onHead: (head: BoardHead) => void;
  onCommand: (command: ScreenCommand) => void;
  onConnect: () => void;
  onDisconnect: () => void;
  /** The server does not admit this screen, and would not after another attempt. */
  onRefused: (code: HandshakeCode) => void;
  /** Whether to connect again after the server ended the connection. */
  mayReconnect: () => boolean;
};

/** With the longest delay before it, an attempt that began just before the server came back ends within 3 s. */
const CONNECT_WITHIN_MS = 1_200;

/** Opens the socket of a board, which reconnects by itself until it is disconnected or refused. */
export function openBoardSocket({ url, branch, token }: BoardAddress, listeners: SocketListeners): BoardSocket {
  const socket: BoardSocket = io(url, {
    transports: ['websocket'],
    auth: { contract: LIVE_CONTRACT, ...(branch === null ? {} : { branch }), ...(token ? { token } : {}) },
    reconnectionDelay: 300,
    reconnectionDelayMax: 1_500,
    randomizationFactor: 0.5,
    timeout: CONNECT_WITHIN_MS,
    forceNew: true,
  });

  /** Reconnects in cases where the client would not. */
  function comeBack(): void {
    setTimeout(() => listeners.mayReconnect() && socket.connect(), 300 + 1_200 * Math.random());
  }

  socket.on('board:snapshot', listeners.onSnapshot);
  socket.on('board:changed', listeners.onChange);
  socket.on('board:head', listeners.onHead);
  socket.on('screen:command', listeners.onCommand);
  socket.on('connect', listeners.onConnect);
  socket.on('connect_error', (error) => {
    const code = (error as { data?: { code?: HandshakeCode } }).data?.code;
    if (code && FINAL.includes(code)) listeners.onRefused(code);
    else if (!socket.active) comeBack();
  });
  socket.on('disconnect', (reason) => {
    listeners.onDisconnect();
    // The client does not reconnect after the server disconnected it, and only the answer to a new attempt gives the
    // reason.
    if (reason === 'io server disconnect' && listeners.mayReconnect()) comeBack();
  });
  return socket;
}

/** The server's reason for refusing a board to a screen. */
type Refused = { refused: HandshakeCode };

/** Fetches the board over HTTP; null if there is no answer within `withinMs`, or one that is not from our server. */
async function boardOverHttp({ url, branch, token }: BoardAddress, withinMs: number): Promise<Board | Refused | null> {
  const query = branch === null ? '' : `?branch=${branch}`;
  try {
    const response = await fetch(`${url}/api/v1/board${query}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    });
    const answer = (await response.json()) as Partial<Board> & { code?: unknown };
    if (response.ok) return isOurs(answer) ? answer : null;
    return refusalOf(response.status, answer.code);
  } catch {
    return null; // the age of the data shows the failure
  }
}

/**
 * Whether an answer is a board: a guest network, which answers in place of the server, must not replace the last one.
 */
function isOurs(answer: Partial<Board>): answer is Board {
  return typeof answer.epoch === 'string' && Array.isArray(answer.tickets) && Array.isArray(answer.tables);
}

const REFUSALS: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch'];

/** A guest network's log-in page may answer 401 too and must not remove the board, so the body must hold our code. */
function refusalOf(status: number, said: unknown): Refused | null {
  const code = REFUSALS.find((known) => known === said);
  return code && (status === 401 || status === 403 || status === 404) ? { refused: code } : null;
}

/** Two consecutive heads are missing. */
const SILENT_MS = 4_500;

/** Whether what arrives over the socket, or over HTTP, is recent. */
type LinkHealth = {
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

type PollingDeps = {
  address: BoardAddress;
  socket: BoardSocket;
  store: ViewStore;
  takeSnapshot: (board: Board, link: Link) => void;
  link: LinkHealth;
  clock: ServerClock;
  monotonicNow: () => number;
};

type BoardPolling = {
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
    deps.takeSnapshot(board, { kind: 'http' });
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

/** An action on a ticket. A repeated `actionId` is the same action. */
export type SentAction = Omit<TicketActionRequest, 'at'>;

/**
 * Outcome of an action. `offline`: it was not sent and never will be. `unanswered`: it may have arrived, and then the
 * board shows it.
 */
export type TicketActionResult = TicketActionAnswer | { error: { code: 'offline' | 'unanswered' } };

type TicketActionDeps = {
  address: BoardAddress;
  socket: BoardSocket;
  link: LinkHealth;
  polling: Pick<BoardPolling, 'poll'>;
  /** The server's time in epoch ms; null before the first message. */
  serverNow: () => number | null;
};

/** Longer than a busy server needs, and far shorter than a waiter waits. */
const ANSWER_WITHIN_MS = 4_000;

/** Sends an action over the socket or over HTTP, whichever is live. Never rejects. */
export async function sendTicketAction(deps: TicketActionDeps, action: SentAction): Promise<TicketActionResult> {
  const { link } = deps;
  const now = deps.serverNow();
  const path = link.hasFreshSocket() ? 'socket' : link.isLiveOverHttp() ? 'http' : null;
  // Without this check the action would wait in a buffer and take effect long after it was meant.
  if (path === null || now === null) return { error: { code: 'offline' } };
  const timed = { ...action, at: new Date(now).toISOString() };
  const answer =
    path === 'socket'
      ? await deps.socket
          .timeout(ANSWER_WITHIN_MS)
          .emitWithAck('ticket:action', timed)
          .catch(() => null)
      : await ticketActionOverHttp(deps.address, timed, ANSWER_WITHIN_MS);
  if (path === 'http') void deps.polling.poll();
  return answer ?? { error: { code: 'unanswered' } };
}

type ActionReply = { ticket?: Ticket; code?: TicketActionRefusalCode; detail?: string };

/** Sends an action over HTTP, for a screen whose socket fails; null without an answer within `withinMs`. */
async function ticketActionOverHttp(
  { url, token }: Pick<BoardAddress, 'url' | 'token'>,
  { ticketId, ...action }: TicketActionRequest,
  withinMs: number,
): Promise<TicketActionAnswer | null> {
  try {
    const response = await fetch(`${url}/api/v1/tickets/${encodeURIComponent(ticketId)}/actions`, {
      method: 'POST',
      body: JSON.stringify(action),
      signal: AbortSignal.timeout(withinMs),
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
    // The answer for the board itself reports a screen that may no longer see it.
    if (response.status === 401) return null;
    const { ticket, code, detail = '' } = (await response.json()) as ActionReply;
    if (response.ok) return ticket ? { ticket } : null;
    return code ? { error: { code, message: detail } } : null;
  } catch {
    return null;
  }
}
