import { randomUUID } from 'node:crypto';
import type { Admission } from '../http/admission';
import { BUDGETS, type DeviceBudget } from '../http/budgets';
import { markSeen } from '../screens/last-seen';
import type { Presence } from '../screens/presence';
import { ownScreen, type Screen } from '../screens/screens';
import type { LiveBoard } from './live-board';
import { joinRoom } from './rooms';
import { answerMessages, type MessageDeps } from './screen-messages';
import type { ScreenSocket } from './screen-socket';

/** Messages that count as several. */
const SEVERAL: ReadonlySet<unknown> = new Set(['board:resync', 'ticket:note']);

export type WelcomeDeps = MessageDeps & {
  presence: Presence;
  screens: () => ReadonlyMap<string, Screen>;
  admission: Pick<Admission, 'recognise'>;
  takeFromDevice: DeviceBudget;
};

/**
 * Returns the function that serves a new socket: adds it to the room of its branch, sends the board, and answers its
 * messages, as many as a device may send. `build` is the build id of the server's pages.
 */
export function createWelcome(deps: WelcomeDeps, board: LiveBoard, build: string): (socket: ScreenSocket) => void {
  /** Whether a device may send this many messages now. If not, its connection is closed. */
  function takeFromBudget(socket: ScreenSocket, messages: number): boolean {
    const { screen, session } = socket.data.watcher;
    if (deps.takeFromDevice(screen ? screen.tokenHash : session.manager.id, messages)) return true;
    deps.log.warn({ screen: screen?.id ?? null }, 'a device sent too many messages');
    // Closes only the transport: a screen comes back by itself.
    socket.conn.close();
    return false;
  }

  return (socket) => {
    const { branch, audience, watcher } = socket.data;
    deps.admission.recognise(socket.request);
    if (!takeFromBudget(socket, BUDGETS.boardOrTap)) return;
    socket.use(([event], next) => {
      if (takeFromBudget(socket, SEVERAL.has(event) ? BUDGETS.boardOrTap : 1)) next();
    });
    // Joins before the snapshot is built, so that no change between them is lost.
    joinRoom(socket, { branch, audience });
    recordPresence(socket, deps);
    const own = watcher.screen ? { screen: ownScreen(watcher.screen) } : {};
    socket.emit('board:snapshot', { ...board.snapshot(branch, audience), ...own });
    answerMessages(socket, deps, board, build);
  };
}

function recordPresence(socket: ScreenSocket, deps: WelcomeDeps): void {
  const { presence, now } = deps;
  const { branch, watcher } = socket.data;
  const { screen } = watcher;
  if (!screen) return;
  markSeen(deps, screen);
  const entered = presence.enter({
    id: randomUUID(),
    screen: screen.id,
    branch,
    since: now(),
    send: (command) => socket.emit('screen:command', command),
    // Closes only the transport: after a disconnect packet standard clients do not come back.
    reconnect: () => socket.conn.close(),
  });
  socket.data.entered = entered;
  socket.on('disconnect', () => {
    markSeen(deps, screen);
    entered.leave();
  });
}
