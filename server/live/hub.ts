import type { Server as HttpServer } from 'node:http';
import { HEAD_EVERY_MS } from '../../contract/live';
import type { BoardSource } from '../board/board-of';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import type { Follower } from '../nodes/follower';
import { disconnectIfSlow } from './backpressure';
import { startBroadcast } from './broadcast';
import { admit, type HandshakeDeps, mayStillWatch } from './handshake';
import { createLiveBoard } from './live-board';
import { connectNodes, type NodeSocketsDeps } from './node-sockets';
import type { ScreenSocket } from './screen-socket';
import { openSocketServer, type SocketServer, type SocketServerDeps } from './socket-server';
import { createWelcome, type WelcomeDeps } from './welcome-screen';

export type HubDeps = HandshakeDeps &
  BoardSource &
  WelcomeDeps &
  SocketServerDeps &
  Pick<NodeSocketsDeps, 'practices'> & {
    config: Pick<Config, 'publicUrl' | 'timeZone'>;
    admission: Pick<Admission, 'recognise' | 'isRecognised'>;
    /** Calls back after every change of screens, managers and settings. Call the result to stop. */
    onReload: (listener: () => void) => () => void;
    node: number | null;
    follower: Pick<Follower, 'current' | 'isCutOff'>;
  };

/** The sockets of all screens. */
export type Hub = {
  close: () => void;
};

/** Accepts sockets on a server, before it listens. `build` is the build id of its pages. */
export function openHub(deps: HubDeps, server: HttpServer, build: string): Hub {
  const io = openSocketServer(server, deps);
  const board = createLiveBoard(deps);
  const stopNodes = deps.node === null ? () => {} : connectNodes(io, { ...deps, node: deps.node });
  admitSockets(io, deps);
  io.on('connection', createWelcome(deps, board, build));
  const broadcast = startBroadcast(io, board, build, deps);

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
    for (const branch of branches) broadcast.sendHeads(branch);
  }, HEAD_EVERY_MS);
  heads.unref();
  const stopWatching = deps.onReload(disconnectRevoked);

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
