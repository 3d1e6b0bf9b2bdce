import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { type ServerOptions, WebSocketServer } from 'ws';
import { HEAD_EVERY_MS, type ScreenToServer, type ServerToScreen } from '../../contract/live';
import type { BoardSource } from '../board/board-of';
import type { Config } from '../config';
import { type Admission, meterSocket } from '../http/admission';
import type { FindForeignHost } from '../http/allowed-hosts';
import { BUDGETS, createBuckets } from '../http/budgets';
import { isOwnOrigin } from '../http/own-origin';
import type { Follower } from '../nodes/follower';
import type { Presence } from '../screens/presence';
import { ownScreen } from '../screens/screens';
import { disconnectIfSlow } from './backpressure';
import { admit, type HandshakeDeps, mayStillWatch } from './handshake';
import { AUDIENCES, createLiveBoard } from './live-board';
import { connectNodes, type NodeEvents, type SocketAdapter } from './node-sockets';
import { joinRoom, roomOf } from './rooms';
import { answerMessages, type MessageDeps } from './screen-messages';
import type { ScreenSocket, SocketData } from './screen-socket';

export type HubDeps = HandshakeDeps &
  BoardSource &
  MessageDeps & {
    config: Pick<Config, 'publicUrl' | 'timeZone'>;
    presence: Presence;
    admission: Pick<Admission, 'recognise' | 'isRecognised'>;
    findForeignHost: FindForeignHost;
    /** Calls back after every change of screens, managers and settings. Call the result to stop. */
    onReload: (listener: () => void) => () => void;
    /** Connects the sockets with those of other nodes; null: there are none. */
    adapter: SocketAdapter['adapter'] | null;
    node: number | null;
    follower: Pick<Follower, 'current' | 'isCutOff'>;
  };

/** The sockets of all screens. */
export type Hub = {
  close: () => void;
};

const PING_MS = 5_000;

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
  const io = new Server<ScreenToServer, ServerToScreen, NodeEvents, SocketData>(server, {
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
    ...(deps.adapter ? { adapter: deps.adapter } : {}),
    // A screen that a node refuses because it is cut off tries again, and may then come to another node.
    allowRequest: (request, decide) =>
      decide(
        null,
        deps.findForeignHost(request) === null &&
          isOwnOrigin(request.headers, deps.config.publicUrl) &&
          !deps.follower.isCutOff(),
      ),
  });
  const board = createLiveBoard(deps);
  const messagesOf = createBuckets(BUDGETS.deviceMessages, BUDGETS.addresses, () => performance.now());

  const stopNodes = deps.node === null ? () => {} : connectNodes(io, { ...deps, node: deps.node });

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

  io.on('connection', (socket) => {
    const { branch, audience, watcher } = socket.data;
    deps.admission.recognise(socket.request);
    const device = watcher.screen ? `screen ${watcher.screen.id}` : `session ${watcher.session.token}`;
    const isWithinBudget = (messages: number) => {
      if (messagesOf(device).take(messages)) return true;
      deps.log.warn({ device: device.split(' ')[0], screen: watcher.screen?.id }, 'a device sent too many messages');
      // Closes only the transport: a screen comes back by itself.
      socket.conn.close();
      return false;
    };
    if (!isWithinBudget(BUDGETS.deviceBoards)) return;
    socket.use(([event], next) => isWithinBudget(event === 'board:resync' ? BUDGETS.deviceBoards : 1) && next());
    // Joins before the snapshot is built, so that no change between them is lost.
    joinRoom(socket, { branch, audience });
    if (watcher.screen) {
      const entered = deps.presence.enter({
        id: randomUUID(),
        screen: watcher.screen.id,
        branch,
        since: deps.now(),
        send: (command) => socket.emit('screen:command', command),
        // Closes only the transport: after a disconnect packet standard clients do not come back.
        reconnect: () => socket.conn.close(),
      });
      socket.data.entered = entered;
      socket.on('disconnect', entered.leave);
    }
    const own = watcher.screen ? { screen: ownScreen(watcher.screen) } : {};
    socket.emit('board:snapshot', { ...board.snapshot(branch, audience), ...own });
    answerMessages(socket, deps, board, build);
  });

  const sendHeads = (branch: number) => {
    for (const audience of AUDIENCES)
      io.local.to(roomOf(branch, audience)).emit('board:head', board.head(branch, audience, build));
  };

  const unsubscribe = deps.boards.onChange((change) => {
    for (const audience of AUDIENCES) {
      const name = roomOf(change.branch, audience);
      if (!io.of('/').adapter.rooms.has(name)) continue; // do not build boards that no screen shows
      const room = io.local.to(name); // each node has the changes of all
      if (change.newEpoch) room.emit('board:snapshot', board.snapshot(change.branch, audience));
      else room.emit('board:changed', board.change(change, audience));
    }
    // F28b: real work ends a practice, which no change of the board says.
    if (deps.practices.of(change.branch)) sendHeads(change.branch);
  });
  const stopPractising = deps.practices.onChange(sendHeads);

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
    // Other nodes may have newer boards. Only the transport: screens come back by themselves.
    if (deps.follower.isCutOff()) for (const socket of sockets()) socket.conn.close();
    for (const socket of sockets()) disconnectIfSlow(socket, deps.log);
    for (const branch of branches) sendHeads(branch);
  }, HEAD_EVERY_MS);
  heads.unref();

  const stopWatching = deps.onReload(disconnectRevoked);

  return {
    close() {
      clearInterval(heads);
      unsubscribe();
      stopPractising();
      stopWatching();
      stopNodes();
      if (deps.adapter) io.of('/').adapter.close();
      // Closes only the transport: after a disconnect packet of Socket.IO, standard clients do not reconnect.
      io.engine.close();
    },
  };
}
