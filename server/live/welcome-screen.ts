import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { MESSAGE_SHAPES, type Refusal, type TicketActionAnswer, type TicketActionRequest } from '../../contract/live';
import { toIso } from '../../domain/fact';
import type { Admission } from '../http/admission';
import { BUDGETS, type DeviceBudget } from '../http/budgets';
import type { Log } from '../log';
import type { Practices } from '../practice/practices';
import { markSeen } from '../screens/last-seen';
import type { Presence } from '../screens/presence';
import { ownScreen, type Screen } from '../screens/screens';
import { shortOf } from '../storage/failure';
import { ActionRefused, UNAVAILABLE } from '../ticket-actions/refusals';
import { type ActionDeps, takeAction } from '../ticket-actions/ticket-actions';
import type { ScreenSocket, Watcher } from './handshake';
import type { LiveBoard } from './live-board';
import { joinRoom } from './rooms';

/** The part of Engine.IO's connection that its types do not declare. */
type Connection = {
  transport: { socket?: { bufferedAmount?: number } };
  writeBuffer: readonly { data?: unknown }[];
};

const MAX_UNSENT_BYTES = 1024 * 1024;

type MessageDeps = ActionDeps & { log: Pick<Log, 'warn'>; practices: Pick<Practices, 'painted'> };

/** The messages that a screen may send. */
export const EVENTS: readonly unknown[] = [...Object.keys(MESSAGE_SHAPES), 'clock:ping'];

type Answer = (answer: unknown) => void;

/** Messages that count as several. */
const SEVERAL: ReadonlySet<unknown> = new Set(['board:resync', 'ticket:action']);

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
    if (!takeFromBudget(socket, BUDGETS.boardOrAction)) return;
    socket.use(([event], next) => {
      if (takeFromBudget(socket, SEVERAL.has(event) ? BUDGETS.boardOrAction : 1)) next();
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

/**
 * Answers the messages of a screen. Messages without a name, a valid shape or a callback are refused, and the socket
 * stays open. `build` is the build of the server's pages.
 */
function answerMessages(socket: ScreenSocket, deps: MessageDeps, board: LiveBoard, build: string): void {
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
  const on = <Event extends keyof typeof MESSAGE_SHAPES>(
    event: Event,
    answer: (message: z.infer<(typeof MESSAGE_SHAPES)[Event]>) => unknown,
  ) => {
    const take = async (...values: unknown[]) => {
      // Checked here too: a screen could request the whole board many times between two heads.
      if (disconnectIfSlow(socket, deps.log)) return;
      const parsed = MESSAGE_SHAPES[event].safeParse(values[0]);
      const reply = callbackOf(values);
      if (!parsed.success || !reply) return refuse(event, values);
      reply(await answer(parsed.data as z.infer<(typeof MESSAGE_SHAPES)[Event]>));
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
  on('board:painted', ({ dataAgeMs, ticketIds, build: own, device = null }) => {
    if (watcher.screen) deps.practices.painted(branch, watcher.screen.id, ticketIds);
    socket.data.entered?.report({
      age: { ageMs: dataAgeMs, at: deps.now() },
      isCurrent: own === undefined ? null : own === build,
      device,
    });
    return { noted: true };
  });
  on('ticket:action', (request) => handleAction(deps, watcher, request));
}

async function handleAction(
  deps: MessageDeps,
  { screen }: Watcher,
  request: TicketActionRequest,
): Promise<TicketActionAnswer> {
  if (screen === null) return { error: { code: 'view', message: 'Only a screen may do this: pair one.' } };
  try {
    return { ticket: await takeAction(deps, screen.tokenHash, request) };
  } catch (error) {
    if (error instanceof ActionRefused) return { error: { code: error.code, message: error.message } };
    deps.log.warn({ screen: screen.id, error: shortOf(error) }, 'a ticket action could not be stored');
    return { error: { code: UNAVAILABLE.code, message: UNAVAILABLE.message } };
  }
}

/**
 * Disconnects a screen that has too much unread data to catch up; it gets a snapshot when it reconnects. Returns whether
 * it was disconnected.
 */
export function disconnectIfSlow({ conn, data }: ScreenSocket, log: Pick<Log, 'warn'>): boolean {
  if (unsentBytes(conn as unknown as Connection) <= MAX_UNSENT_BYTES) return false;
  log.warn({ screen: data.watcher.screen?.id ?? null }, 'a screen that reads too slowly was disconnected');
  // At once, because the screen may never read the rest.
  conn.close(true);
  return true;
}

function unsentBytes({ transport, writeBuffer }: Connection): number {
  // While the socket is full, Engine.IO keeps data in its own buffer.
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
  return waiting + (transport.socket?.bufferedAmount ?? 0);
}
