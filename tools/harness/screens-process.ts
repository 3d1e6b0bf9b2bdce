import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { BoardChange } from '../../contract/live';
import { groupBy } from '../../lib/collections';
import type { BaselineChange } from './baseline';
import { serveParent } from './child';
import { eventKey, keyOf } from './load-bodies';
import { machineNow } from './post-requests';
import {
  type Latencies,
  type LatencyRequest,
  latenciesOf,
  type Received,
  type ScreenGroup,
  type ScreensPlan,
} from './screens';

/** The server, the branch and the token; an empty token for a server without authentication. */
export type ScreenOptions = { url: string; token: string; branch: number };

const CONNECT_TIMEOUT_MS = 60_000;

/** The screens, in a separate process. */
const { groups } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
type Screen = { branch: number; received: Received[] };

const CHECK_INTERVAL_MS = 500;
const MAX_WAIT_MS = 30_000;

async function connectGroup({ count, ...options }: ScreenGroup): Promise<Screen[]> {
  const sockets = await connectScreens(options, count);
  return sockets.map((socket) => {
    const received: Received[] = [];
    const record = (change: BoardChange | BaselineChange) =>
      void received.push({ at: machineNow(), steps: stepsIn(change) });
    // The server sends a snapshot for a change that cannot be sent as a difference.
    socket.on('board:changed', record).on('board:snapshot', record);
    return { branch: options.branch, received };
  });
}

const screens: Screen[] = [];
for (const group of groups) screens.push(...(await connectGroup(group)));
const screensOf = groupBy(screens, ({ branch }) => branch);

async function measure({ steps }: LatencyRequest): Promise<Latencies> {
  const pending = steps.map(({ branch, startTimes }) => ({
    startTimes: new Map(startTimes),
    screens: (screensOf.get(branch) ?? []).map(({ received }) => received),
  }));
  const deadline = machineNow() + MAX_WAIT_MS;
  for (;;) {
    await wait(CHECK_INTERVAL_MS);
    const latencies = latenciesOf(pending);
    if (latencies.missed > 0 && machineNow() < deadline) continue;
    for (const { received } of screens) received.length = 0;
    return latencies;
  }
}

serveParent({ connected: screens.length }, measure);

/** The keys of the steps that a message of Heatlamp or of the baseline shows. */
function stepsIn(change: BoardChange | BaselineChange): string[] {
  if ('delivery' in change) return [eventKey(change.delivery.parsed)];
  return change.tickets.flatMap(({ orderId, course, startedAt, readyAt, servedAt }) =>
    [startedAt, readyAt, servedAt]
      .filter((instant) => instant !== null)
      .map((instant) => keyOf(orderId ?? '', course.number, Date.parse(instant))),
  );
}

/**
 * Connects `count` screens, one socket each. Resolves to the sockets in the order in which they connected.
 * @throws if a connection is refused, or after a minute
 */
async function connectScreens({ url, token, branch }: ScreenOptions, count: number): Promise<Socket[]> {
  const connected: Socket[] = [];
  const connect = () => {
    const socket = io(url, {
      transports: ['websocket'],
      auth: token ? { token, branch, contract: 1 } : { branch },
      forceNew: true,
    });
    return new Promise<void>((resolve, reject) => {
      socket.once('connect', () => {
        connected.push(socket);
        resolve();
      });
      socket.once('connect_error', reject);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `not all of ${count} screens connected within ${CONNECT_TIMEOUT_MS / 1_000} s`;
    timer = setTimeout(() => reject(new Error(message)), CONNECT_TIMEOUT_MS);
  });
  await Promise.race([Promise.all(Array.from({ length: count }, connect)), timeout]).finally(() => clearTimeout(timer));
  return connected;
}
