import type { Server as HttpServer, RequestListener } from 'node:http';
import { Server } from 'socket.io';
import { type ServerOptions, WebSocketServer } from 'ws';
import type { ScreenToServer, ServerToScreen } from '../../contract/live';
import type { Config } from '../config';
import type { Admission } from '../http/admission';
import type { FindForeignHost } from '../http/allowed-hosts';
import { BUDGETS } from '../http/budgets';
import { meterSocket } from '../http/meter-socket';
import { isOwnOrigin } from '../http/own-origin';
import type { Follower } from '../nodes/follower';
import type { NodeEvents, SocketAdapter } from './node-sockets';
import type { SocketData } from './screen-socket';

export type SocketServer = Server<ScreenToServer, ServerToScreen, NodeEvents, SocketData>;

export type SocketServerDeps = {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  admission: Pick<Admission, 'isRecognised'>;
  findForeignHost: FindForeignHost;
  /** Connects the sockets with those of other nodes; null: there are none. */
  adapter: SocketAdapter['adapter'] | null;
  follower: Pick<Follower, 'isCutOff'>;
};

const PING_MS = 5_000;

/** Opens Socket.IO on a server, with limits on what clients send, and for pages of this server only. */
export function openSocketServer(
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
