import type { DefaultEventsMap, Socket } from 'socket.io';
import type { ScreenToServer, ServerToScreen } from '../../contract/live';
import type { Entered } from '../screens/presence';
import type { Watcher } from './handshake';
import type { Audience } from './live-board';

/** Set during the handshake. */
export type SocketData = {
  watcher: Watcher;
  branch: number;
  audience: Audience;
  /** The presence of a screen; null for a manager. */
  entered: Entered | null;
};

/** The socket of a screen, or of a manager's page. */
export type ScreenSocket = Socket<ScreenToServer, ServerToScreen, DefaultEventsMap, SocketData>;
