import * as z from 'zod';
import {
  type DeviceReport,
  type Refusal,
  type ScreenToServer,
  SOUND_REPORTS,
  type TicketActionAnswer,
  WAKE_LOCK_REPORTS,
} from '../../contract/live';
import { toIso } from '../../domain/to-iso';
import { DAY_MS } from '../../lib/time-units';
import type { Log } from '../log';
import type { Practices } from '../practice/practices';
import { shortOf } from '../storage/failure';
import { ActionRefused, UNAVAILABLE } from '../ticket-actions/refusals';
import { type ActionRequest, actionShape } from '../ticket-actions/shapes';
import { type ActionDeps, takeAction } from '../ticket-actions/ticket-actions';
import { disconnectIfSlow } from './backpressure';
import type { Watcher } from './handshake';
import type { LiveBoard } from './live-board';
import type { ScreenSocket } from './screen-socket';

export type MessageDeps = ActionDeps & { log: Pick<Log, 'warn'>; practices: Pick<Practices, 'painted'> };

/** A year. A screen that reports more has no clock. */
const MAX_DATA_AGE_MS = 365 * DAY_MS;

const deviceShape = z.object({
  sound: z.enum(SOUND_REPORTS),
  wakeLock: z.enum(WAKE_LOCK_REPORTS),
  clockOffsetMs: z.number(),
}) satisfies z.ZodType<DeviceReport>;

const resync = z.object({ epoch: z.string().max(100), version: z.int() });
const painted = z.object({
  version: z.int(),
  ticketIds: z.array(z.string().max(60)).max(1000),
  dataAgeMs: z.number().min(0).max(MAX_DATA_AGE_MS),
  build: z.string().max(200).optional(),
  device: deviceShape.optional(),
});

const SHAPES = { 'board:resync': resync, 'board:painted': painted, 'ticket:note': actionShape } satisfies Record<
  Exclude<keyof ScreenToServer, 'clock:ping'>,
  z.ZodType
>;
/** The messages that a screen may send. */
export const EVENTS: readonly unknown[] = [...Object.keys(SHAPES), 'clock:ping'];

type Answer = (answer: unknown) => void;

/**
 * Answers the messages of a screen. Messages without a name, a valid shape or a callback are refused, and the socket
 * stays open. `build` is the build of the server's pages.
 */
export function answerMessages(socket: ScreenSocket, deps: MessageDeps, board: LiveBoard, build: string): void {
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
  const on = <Event extends keyof typeof SHAPES>(
    event: Event,
    answer: (message: z.infer<(typeof SHAPES)[Event]>) => unknown,
  ) => {
    const take = async (...values: unknown[]) => {
      // Checked here too: a screen could request the whole board many times between two heads.
      if (disconnectIfSlow(socket, deps.log)) return;
      const parsed = SHAPES[event].safeParse(values[0]);
      const reply = callbackOf(values);
      if (!parsed.success || !reply) return refuse(event, values);
      reply(await answer(parsed.data as z.infer<(typeof SHAPES)[Event]>));
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
  on('ticket:note', (request) => handleAction(deps, watcher, request));
}

async function handleAction(
  deps: MessageDeps,
  { screen }: Watcher,
  request: ActionRequest,
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
