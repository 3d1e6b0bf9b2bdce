import { io, type Socket } from 'socket.io-client';
import {
  type Board,
  type BoardChange,
  type BoardHead,
  type HandshakeCode,
  LIVE_CONTRACT,
  type ScreenCommand,
  type ScreenToServer,
  type ServerToScreen,
} from '../../contract/live';
import type { BoardAddress } from './board-over-http';
import { isBoard, isChange, isHead } from './message-shapes';

export type BoardSocket = Socket<ServerToScreen, ScreenToServer>;

/** Messages have a valid shape; others are dropped. */
export type SocketListeners = {
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
const FINAL: readonly HandshakeCode[] = ['no-token', 'unknown', 'revoked', 'branch', 'too-old'];

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

  socket.on('board:snapshot', (board) => {
    if (isBoard(board)) listeners.onSnapshot(board);
  });
  socket.on('board:changed', (change) => {
    if (isChange(change)) listeners.onChange(change);
  });
  socket.on('board:head', (head) => {
    if (isHead(head)) listeners.onHead(head);
  });
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
