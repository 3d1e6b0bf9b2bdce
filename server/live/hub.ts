import type { Server as HttpServer, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'socket.io';
import { type ServerOptions, WebSocketServer } from 'ws';
import { HEAD_EVERY_MS } from '../../contract/constants';
import type { ScreenToServer, ServerToScreen } from '../../contract/live';
import type { BoardSource } from '../board/read-board';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import type { FindForeignHost } from '../http/allowed-hosts';
import { BUDGETS, createBucket } from '../http/budgets';
import { isOwnOrigin } from '../http/own-addresses';
import type { Follower } from '../nodes/follower';
import { markSeen } from '../screens/last-seen';
import { admit, type HandshakeDeps, hasChanged, mayStillWatch, type ScreenSocket, type SocketData } from './handshake';
import { AUDIENCES, createLiveBoard, type LiveBoard } from './live-board';
import { connectNodes, type NodeEvents, type NodeSocketsDeps, type SocketAdapter } from './node-sockets';
import { roomOf } from './rooms';
import { createWelcome, disconnectIfSlow, type WelcomeDeps } from './welcome-screen';

type SocketServer = Server<ScreenToServer, ServerToScreen, NodeEvents, SocketData>;

type SocketServerDeps = {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  admission: Pick<Admission, 'isRecognised'>;
  findForeignHost: FindForeignHost;
  /** Connects the sockets with those of other nodes; null: there are none. */
  adapter: SocketAdapter['adapter'] | null;
  follower: Pick<Follower, 'isCutOff'>;
};

const PING_MS = 5_000;

type Broadcast = {
  /** Sends the head of a branch to its sockets. */
  sendHeads: (branch: number) => void;
  stop: () => void;
};

type HubDeps = HandshakeDeps &
  BoardSource &
  WelcomeDeps &
  SocketServerDeps &
  Pick<NodeSocketsDeps, 'practices' | 'refusals'> & {
    config: Pick<Config, 'publicUrl' | 'timeZone' | 'trustProxy'>;
    admission: Pick<Admission, 'recognise' | 'isRecognised'>;
    /** Calls back after every change of screens, managers and settings. Call the result to stop. */
    onReload: (listener: () => void) => () => void;
    node: number | null;
    follower: Pick<Follower, 'current' | 'isCutOff'>;
  };

/** The sockets of all screens. */
type Hub = {
  close: () => void;
};

/** The branches take turns, because the heads of a thousand screens in one go would delay acknowledgements. */
const HEAD_TURNS = 20;

/** Accepts sockets on a server, before it listens. `build` is the build id of its pages. */
export function openHub(deps: HubDeps, server: HttpServer, build: string): Hub {
  const io = openSocketServer(server, deps);
  const board = createLiveBoard(deps);
  const stopNodes = deps.node === null ? () => {} : connectNodes(io, { ...deps, node: deps.node });
  admitSockets(io, deps);
  io.on('connection', createWelcome(deps, board, build));
  const broadcast = startBroadcast(io, board, build, deps);

  const sockets = () => [...io.of('/').sockets.values()] as ScreenSocket[];
  const checkAccess = (among = sockets()) => {
    for (const socket of among) {
      const { watcher, branch } = socket.data;
      if (!mayStillWatch(watcher, branch, deps)) socket.disconnect(true);
      // Its access was changed on another node. Only the transport is closed, so that the client reconnects by itself.
      else if (hasChanged(watcher, deps)) socket.conn.close();
    }
  };
  let turn = 0;
  const heads = setInterval(() => {
    turn = (turn + 1) % HEAD_TURNS;
    const inTurn = sockets().filter(({ data }) => Math.abs(data.branch) % HEAD_TURNS === turn);
    for (const { data } of inTurn) if (data.watcher.screen) markSeen(deps, data.watcher.screen);
    // Nothing is emitted when a session expires, so it is checked here.
    checkAccess(inTurn);
    // Otherwise an open socket would be the connection whose last request is longest ago.
    for (const socket of inTurn) if (socket.connected) deps.admission.recognise(socket.request);
    // Other nodes may have newer boards. Only the transport: screens come back by themselves.
    if (deps.follower.isCutOff()) for (const socket of inTurn) socket.conn.close();
    for (const socket of inTurn) disconnectIfSlow(socket, deps.log);
    for (const branch of new Set(inTurn.map(({ data }) => data.branch))) broadcast.sendHeads(branch);
  }, HEAD_EVERY_MS / HEAD_TURNS);
  heads.unref();
  const stopWatching = deps.onReload(() => checkAccess());

  return {
    close() {
      clearInterval(heads);
      broadcast.stop();
      stopWatching();
      stopNodes();
      if (deps.adapter) io.of('/').adapter.close();
      // Closes only the transport: after a disconnect packet of Socket.IO, standard clients do not reconnect.
      io.engine.close();
    },
  };
}

/** Admits sockets of paired screens and signed-in managers, and refuses others with a code. */
function admitSockets(io: SocketServer, deps: HubDeps): void {
  io.use(async (socket, next) => {
    const decide = () => admit(socket.handshake.auth, socket.request.headers, deps);
    let admitted = decide();
    if (!admitted.admitted) {
      // It may have been paired, or signed in, on another node a moment ago.
      await deps.follower.current();
      admitted = decide();
    }
    if (!admitted.admitted) return next(Object.assign(new Error(admitted.message), { data: { code: admitted.code } }));
    const { watcher, branch } = admitted;
    const audience = watcher.screen?.view === 'pickup' ? 'guests' : 'staff';
    socket.data = { watcher, branch, audience, entered: null };
    next();
  });
}

/** Sends every change of a board, and of what is practised, to the sockets of its branch on this node. */
function startBroadcast(
  io: SocketServer,
  board: LiveBoard,
  build: string,
  { boards, practices }: Pick<BoardSource, 'boards' | 'practices'>,
): Broadcast {
  const sendHeads = (branch: number) => {
    for (const audience of AUDIENCES)
      io.local.to(roomOf(branch, audience)).emit('board:head', board.head(branch, audience, build));
  };

  const stopChanges = boards.onChange((change) => {
    for (const audience of AUDIENCES) {
      const name = roomOf(change.branch, audience);
      if (!io.of('/').adapter.rooms.has(name)) continue; // do not build boards that no screen shows
      const room = io.local.to(name); // each node has the changes of all
      if (change.isWhole) room.emit('board:snapshot', board.snapshot(change.branch, audience));
      else room.emit('board:changed', board.change(change, audience));
    }
    // F28b: real work ends a practice, which no change of the board says.
    if (practices.of(change.branch)) sendHeads(change.branch);
  });
  const stopPractising = practices.onChange(sendHeads);

  return {
    sendHeads,
    stop() {
      stopChanges();
      stopPractising();
    },
  };
}

/** Opens Socket.IO on a server, with limits on what clients send, and for pages of this server only. */
function openSocketServer(
  server: HttpServer,
  { config, admission, findForeignHost, adapter, follower }: SocketServerDeps,
): SocketServer {
  const answerRequests = server.listeners('request') as RequestListener[];
  const io: SocketServer = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    maxHttpBufferSize: BUDGETS.messageBytes,
    wsEngine: boundedWebSockets(admission),
    connectTimeout: BUDGETS.handshakeMs,
    // Messages of a few kilobytes are not worth compressing.
    perMessageDeflate: false,
    // Other upgrades are answered as ordinary requests.
    destroyUpgrade: false,
    ...(adapter ? { adapter } : {}),
    // A screen that a node refuses because it is cut off tries again, and may then come to another node.
    allowRequest: (request, decide) =>
      decide(null, findForeignHost(request) === null && isOwnOrigin(request, config) && !follower.isCutOff()),
  });
  // Requests of this path that are no upgrades are answered like any other, within the share of their sender.
  server.removeAllListeners('request');
  for (const answer of answerRequests) server.on('request', answer);
  return io;
}

/** The WebSocket server of Socket.IO, which sets no limits on what a client sends. */
const boundedWebSockets = (admission: Pick<Admission, 'isRecognised'>) =>
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

/**
 * Closes a socket of the board if its handshake takes too long, or if it sends more than a screen does. Its WebSocket
 * must listen to it already: what is too much never reaches it, because one chunk has room for 10,000 frames.
 */
function meterSocket(
  socket: Socket,
  { isRecognised }: Pick<Admission, 'isRecognised'>,
  monotonicNow: () => number,
): void {
  const spent = createBucket(BUDGETS.socketBytes, monotonicNow);
  let handshakeBytes = 0;
  const timeout = setTimeout(() => {
    if (!isRecognised(socket)) socket.destroy();
  }, BUDGETS.handshakeMs);
  socket.once('close', () => clearTimeout(timeout));
  const isWithinBudget = ({ length }: Buffer) => {
    if (isRecognised(socket)) return spent.take(length);
    handshakeBytes += length;
    return handshakeBytes <= BUDGETS.handshakeBytes;
  };
  const receivers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    if (isWithinBudget(chunk)) for (const receive of receivers) receive.call(socket, chunk);
    else socket.destroy();
  });
}
