import { setTimeout as wait } from 'node:timers/promises';
import type { BoardChange } from '../../../contract/live';
import { groupBy } from '../../../lib/group';
import type { BaselineChange } from '../baseline/main';
import { serveParent } from '../child';
import { connectScreens } from '../connect-screens';
import { machineNow } from '../load/clock';
import { latenciesOf, type Received } from './latencies';
import type { LatencyRequest, LatencyResponse, ScreenGroup, ScreensPlan } from './messages';
import { stepsIn } from './steps-in';

/** The screens, in a separate process. Messages are recorded on arrival; parsing them takes time. */
const { groups, parses } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
type Message = { at: number; change: BoardChange | BaselineChange };
type Screen = { branch: number; messages: Message[]; received: Received[] };

/** Parsing blocks this process, so it waits until messages have arrived. */
const CHECK_INTERVAL_MS = 500;
const MAX_WAIT_MS = 30_000;

async function connectGroup({ count, ...options }: ScreenGroup): Promise<Screen[]> {
  const sockets = await connectScreens(options, count);
  return sockets.map((socket) => {
    const screen: Screen = { branch: options.branch, messages: [], received: [] };
    const record = (change: BoardChange | BaselineChange) => {
      screen.messages.push({ at: machineNow(), change });
      if (parses === 'on arrival') parse(screen);
    };
    // The server sends a snapshot for a change that cannot be sent as a difference.
    socket.on('board:changed', record).on('board:snapshot', record);
    return screen;
  });
}

function parse({ messages, received }: Screen): void {
  for (const { at, change } of messages) received.push({ at, steps: stepsIn(change) });
  messages.length = 0;
}

const screens: Screen[] = [];
for (const group of groups) screens.push(...(await connectGroup(group)));
const screensOf = groupBy(screens, ({ branch }) => branch);

async function measure({ steps }: LatencyRequest): Promise<LatencyResponse> {
  const pending = steps.map(({ branch, startTimes }) => ({ branch, startTimes: new Map(startTimes) }));
  const deadline = machineNow() + MAX_WAIT_MS;
  for (;;) {
    await wait(CHECK_INTERVAL_MS);
    for (const screen of screens) parse(screen);
    const latencies = latenciesOf(
      pending.map(({ branch, startTimes }) => ({
        startTimes,
        screens: (screensOf.get(branch) ?? []).map(({ received }) => received),
      })),
    );
    if (latencies.missed === 0 || machineNow() > deadline) {
      for (const { received } of screens) received.length = 0;
      return latencies;
    }
  }
}

serveParent({ connected: screens.length }, measure);
