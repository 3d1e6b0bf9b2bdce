import type { Server as HttpServer } from 'node:http';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { type ServerOptions, WebSocketServer } from 'ws';
import { z } from 'zod';
import {
  HEAD_EVERY_MS,
  type Refusal,
  type ScreenToServer,
  type ServerToScreen,
  type TicketActionAnswer,
} from '../../contract/live';
import { toIso } from '../../domain/ticket';
import type { BoardSource } from '../board/board-of';
import type { Config } from '../config';
import { type Admission, meterSocket } from '../http/admission';
import { BUDGETS } from '../http/budgets';
import { isOwnOrigin } from '../http/own-origin';
import type { Log } from '../log';
import type { Entered, Presence } from '../screens/presence';
import { ownScreen } from '../screens/screens';
import { shortOf } from '../storage/failure';
import { ActionRefused, UNAVAILABLE } from '../ticket-actions/refusals';
import { type ActionRequest, actionShape } from '../ticket-actions/shapes';
import { type ActionDeps, takeAction } from '../ticket-actions/ticket-actions';
import { disconnectNow, isTooSlow, TOO_SLOW } from './backpressure';
import { admit, type HandshakeDeps, mayStillWatch, type Watcher } from './handshake';
import { AUDIENCES, type Audience, createLiveBoard } from './live-board';

type SocketData = {
  watcher: Watcher;
  branch: number;
  audience: Audience;
  build: string | null;
  /** The presence of a screen; null for a manager. */
  entered: Entered | null;
};
type ScreenSocket = Socket<ScreenToServer, ServerToScreen, DefaultEventsMap, SocketData>;

export type HubDeps = HandshakeDeps &
  BoardSource &
  ActionDeps & {
    config: Pick<Config, 'publicUrl' | 'timeZone'>;
    presence: Presence;
    admission: Pick<Admission, 'recognise' | 'isRecognised'>;
    /** Calls back after every change of screens, managers and settings. Call the result to stop. */
    onReload: (listener: () => void) => () => void;
    log: Pick<Log, 'warn'>;
  };

/** The sockets of all screens. */
export type Hub = {
  close: () => void;
};

const PING_MS = 5_000;
/** A year. A screen that reports more has no clock. */
const MAX_DATA_AGE_MS = 365 * 86_400_000;

const resync = z.object({ epoch: z.string().max(100), version: z.int() });
const painted = z.object({
  version: z.int(),
  ticketIds: z.array(z.string().max(60)).max(1000),
  dataAgeMs: z.number().min(0).max(MAX_DATA_AGE_MS),
});

/** The WebSocket server of Socket.IO, which sets no limits on what a client sends. */
const boundedServer = (admission: Pick<Admission, 'isRecognised'>) =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, maxFragments: BUDGETS.messageFragments, maxBufferedChunks: BUDGETS.messageChunks });
    }

    override handleUpgrade(...[request, stream, head, done]: Parameters<WebSocketServer['handleUpgrade']>): void {
      super.handleUpgrade(request, stream, head, (client) => {
        meterSocket(request.socket, admission, () => performance.now());
        done(client, request);
      });
    }
  };

/** Accepts sockets on a server, before it listens. `build` is the build id of its pages. */
export function openHub(deps: HubDeps, server: HttpServer, build: string): Hub {
  const io = new Server<ScreenToServer, ServerToScreen, DefaultEventsMap, SocketData>(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    maxHttpBufferSize: BUDGETS.messageBytes,
    wsEngine: boundedServer(deps.admission),
    connectTimeout: BUDGETS.handshakeMs,
    // Messages of a few kilobytes are not worth compressing.
    perMessageDeflate: false,
    // Other upgrades are answered as ordinary requests.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers, deps.config.publicUrl)),
  });
  const board = createLiveBoard(deps);

  io.use((socket, next) => {
    const admitted = admit(socket.handshake.auth, socket.request.headers, deps);
    if (!admitted.admitted) return next(Object.assign(new Error(admitted.message), { data: { code: admitted.code } }));
    const { watcher, branch } = admitted;
    const audience = watcher.screen?.view === 'pickup' ? 'guests' : 'staff';
    socket.data = { watcher, branch, audience, build: null, entered: null };
    next();
  });

  io.on('connection', (socket) => {
    const { branch, audience, watcher } = socket.data;
    deps.admission.recognise(socket.request);
    // Joins before the snapshot is built, so that no change between them is lost.
    void socket.join(roomOf(branch, audience));
    if (watcher.screen) {
      const entered = deps.presence.enter({ screen: watcher.screen.id, branch });
      socket.data.entered = entered;
      socket.on('disconnect', entered.leave);
    }
    const own = watcher.screen ? { screen: ownScreen(watcher.screen) } : {};
    socket.emit('board:snapshot', { ...board.snapshot(branch, audience), ...own });
    listen(socket, deps, board);
  });

  const unsubscribe = deps.boards.onChange((change) => {
    for (const audience of AUDIENCES) {
      const name = roomOf(change.branch, audience);
      if (!io.of('/').adapter.rooms.has(name)) continue; // do not build boards that no screen shows
      const room = io.to(name);
      if (change.newEpoch) room.emit('board:snapshot', board.snapshot(change.branch, audience));
      else room.emit('board:changed', board.change(change, audience));
    }
  });

  const sockets = () => [...io.of('/').sockets.values()] as ScreenSocket[];
  const disconnectRevoked = () => {
    for (const socket of sockets())
      if (!mayStillWatch(socket.data.watcher, socket.data.branch, deps)) socket.disconnect(true);
  };
  const heads = setInterval(() => {
    for (const { data } of sockets()) {
      const screen = data.watcher.screen && deps.screens().get(data.watcher.screen.tokenHash);
      if (screen) screen.lastSeenAt = deps.now();
    }
    // Nothing is emitted when a session expires, so it is checked here.
    disconnectRevoked();
    const branches = new Set(sockets().map((socket) => socket.data.branch));
    for (const socket of sockets()) if (isTooSlow(socket)) disconnectIfSlow(socket, deps);
    for (const branch of branches)
      for (const audience of AUDIENCES)
        io.to(roomOf(branch, audience)).emit('board:head', board.head(branch, audience, build));
  }, HEAD_EVERY_MS);
  heads.unref();

  const stopWatching = deps.onReload(disconnectRevoked);

  return {
    close() {
      clearInterval(heads);
      unsubscribe();
      stopWatching();
      // Closes only the transport: after a disconnect packet of Socket.IO, standard clients do not reconnect.
      io.engine.close();
    },
  };
}

const SHAPES = { 'board:resync': resync, 'board:painted': painted, 'ticket:note': actionShape } as const;
/** The messages that a screen may send. */
export const EVENTS: readonly unknown[] = [...Object.keys(SHAPES), 'clock:ping'] satisfies
  | (keyof ScreenToServer)[]
  | string[];

type Answer = (answer: unknown) => void;

/**
 * Handles the messages of a screen. Messages without a name, a valid shape or a callback are refused, and the socket
 * stays open.
 */
function listen(socket: ScreenSocket, deps: HubDeps, board: ReturnType<typeof createLiveBoard>): void {
  const { branch, audience, watcher } = socket.data;
  const who = watcher.screen ? { screen: watcher.screen.id } : { manager: watcher.session.manager.id };
  const callbackOf = (values: readonly unknown[]): Answer | null => {
    const last = values.at(-1);
    return typeof last === 'function' ? (last as Answer) : null;
  };
  const refuse = (event: unknown, values: readonly unknown[]) => {
    const name = String(event).slice(0, 60);
    deps.log.warn({ ...who, event: name }, 'a screen sent a message that violates the contract');
    callbackOf(values)?.({ error: { code: 'contract', message: `${name} violates the contract.` } } satisfies Refusal);
  };
  const on = <Event extends keyof typeof SHAPES>(
    event: Event,
    answer: (message: z.infer<(typeof SHAPES)[Event]>) => unknown,
  ) => {
    const take = async (...values: unknown[]) => {
      // Checked here too: a screen could request the whole board many times between two heads.
      if (isTooSlow(socket)) return disconnectIfSlow(socket, deps);
      const parsed = SHAPES[event].safeParse(values[0]);
      const reply = callbackOf(values);
      if (!parsed.success || !reply) return refuse(event, values);
      reply(await answer(parsed.data as z.infer<(typeof SHAPES)[Event]>));
    };
    // biome-ignore lint/suspicious/noExplicitAny: a screen may send anything
    socket.on(event, ((...values: unknown[]) => void take(...values).catch((error) => logError(event, error))) as any);
  };
  const logError = (event: string, error: unknown) =>
    deps.log.warn({ ...who, event, error: shortOf(error) }, 'a message of a screen could not be handled');

  socket.onAny((event: unknown, ...values: unknown[]) => {
    if (!EVENTS.includes(event)) refuse(event, values);
  });
  socket.on('clock:ping', (...values: unknown[]) => {
    const answer = callbackOf(values);
    if (answer) answer({ serverTime: toIso(deps.now()) });
    else refuse('clock:ping', values);
  });
  on('board:resync', (known) => board.since(branch, audience, known));
  on('board:painted', ({ dataAgeMs }) => {
    socket.data.entered?.report({ ageMs: dataAgeMs, at: deps.now() });
    return { noted: true };
  });
  on('ticket:note', (request) => handleAction(deps, watcher, request));
}

async function handleAction(deps: HubDeps, { screen }: Watcher, request: ActionRequest): Promise<TicketActionAnswer> {
  if (screen === null) return { error: { code: 'view', message: 'Only a screen may do this: pair one.' } };
  try {
    return { ticket: await takeAction(deps, screen.tokenHash, request) };
  } catch (error) {
    if (error instanceof ActionRefused) return { error: { code: error.code, message: error.message } };
    deps.log.warn({ screen: screen.id, error: shortOf(error) }, 'a ticket action could not be stored');
    return { error: { code: UNAVAILABLE.code, message: UNAVAILABLE.message } };
  }
}

function roomOf(branch: number, audience: Audience): string {
  return `${audience}:${branch}`;
}

function disconnectIfSlow(socket: ScreenSocket, deps: HubDeps): void {
  const { screen } = socket.data.watcher;
  deps.log.warn({ screen: screen?.id ?? null }, TOO_SLOW);
  disconnectNow(socket);
}
