import { io, type Socket } from 'socket.io-client';
import type {
  Board,
  ScreenToServer,
  ServerToScreen,
  TicketActionKind,
  TicketActionRequest,
} from '../../../contract/live';
import { type RunningServer, startServer } from '../running-server';
import { waitUntilCommitted } from '../stored-state';

type Client = Socket<ServerToScreen, ScreenToServer>;

/** Two waiters and a wall, by their index in `SCREENS`. */
export const SCREENS = [
  { name: 'Sam', view: 'ready' },
  { name: 'Kim', view: 'pass' },
  { name: 'Wall', view: 'kitchen' },
] as const;

const ACTION_ANSWERED_MS = 60_000;

/** An action, and its transport. */
export type SentAction = { actionId: string; kind: TicketActionKind; screen: number; over: 'http' | 'socket' };

/** One of two servers that get the same deliveries, with its screens. */
export type Side = {
  server: () => RunningServer;
  /** The token of a program that reads. */
  program: string;
  /** Sets the server's clock (epoch ms). */
  setNow: (at: number) => void;
  /** The board of a branch after everything due is committed. */
  board: (branch: number) => Promise<Board>;
  /** Acts on a ticket of a branch. Resolves to `accepted`, or to why it was refused. */
  act: (action: SentAction, ticketId: string, branch: number) => Promise<string>;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a server whose clock is stopped at `now`, with screens of all these branches. */
export async function openSide(now: number, branches: readonly number[]): Promise<Side> {
  let clock = now;
  let server = await startServer(undefined, {}, clock);
  const tokens: string[] = [];
  for (const screen of [...SCREENS, { name: 'Program', view: 'api' }]) {
    const { token } = await server.command<{ token: string }>('screen add', { ...screen, branches });
    tokens.push(token);
  }
  const tokenOf = (screen: number) => tokens[screen] ?? '';
  const sockets = new Map<string, Client>();
  const disconnectAll = () => {
    for (const socket of sockets.values()) socket.disconnect();
    sockets.clear();
  };

  function socketOf(screen: number, branch: number): Client {
    const place = `${screen}/${branch}`;
    const auth = { token: tokenOf(screen), branch, contract: 1 };
    const options = { transports: ['websocket'], auth, forceNew: true, reconnection: false };
    const socket: Client = sockets.get(place) ?? io(server.url, options);
    sockets.set(place, socket);
    return socket;
  }

  async function actionOverHttp({ screen, actionId, kind }: SentAction, ticketId: string, at: string): Promise<string> {
    const answer = await fetch(`${server.url}/api/v1/tickets/${ticketId}/actions`, {
      method: 'POST',
      body: JSON.stringify({ actionId, kind, at }),
      headers: { Authorization: `Bearer ${tokenOf(screen)}` },
    });
    return answer.ok ? 'accepted' : ((await answer.json()) as { code: string }).code;
  }

  async function actionOverSocket(screen: number, request: TicketActionRequest, branch: number): Promise<string> {
    const answer = await socketOf(screen, branch).timeout(ACTION_ANSWERED_MS).emitWithAck('ticket:action', request);
    return 'ticket' in answer ? 'accepted' : answer.error.code;
  }

  return {
    server: () => server,
    program: tokenOf(SCREENS.length),
    setNow(at) {
      clock = at;
      server.setNow(at);
    },
    async board(branch) {
      await waitUntilCommitted(server.core);
      const answer = await server.get(`/api/v1/board?branch=${branch}`, tokenOf(SCREENS.length));
      return (await answer.json()) as Board;
    },
    act(action, ticketId, branch) {
      const at = new Date(clock).toISOString();
      const { actionId, kind, over } = action;
      if (over === 'http') return actionOverHttp(action, ticketId, at);
      return actionOverSocket(action.screen, { actionId, kind, ticketId, at }, branch);
    },
    async restart() {
      disconnectAll();
      server = await server.restart();
    },
    async stop() {
      disconnectAll();
      await server.stop();
    },
  };
}
