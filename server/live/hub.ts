import type { Server as HttpServer } from 'node:http';
import { HEAD_EVERY_MS } from '../../contract/live';
import type { BoardSource } from '../board/board-of';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import type { Follower } from '../nodes/follower';
import { markSeen } from '../screens/last-seen';
import { disconnectIfSlow } from './backpressure';
import { startBroadcast } from './broadcast';
import { admit, type HandshakeDeps, hasChanged, mayStillWatch } from './handshake';
import { createLiveBoard } from './live-board';
import { connectNodes, type NodeSocketsDeps } from './node-sockets';
import type { ScreenSocket } from './screen-socket';
import { openSocketServer, type SocketServer, type SocketServerDeps } from './socket-server';
import { createWelcome, type WelcomeDeps } from './welcome-screen';

export type HubDeps = HandshakeDeps &
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
export type Hub = {
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
