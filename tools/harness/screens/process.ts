import { setTimeout as wait } from 'node:timers/promises';
import type { BoardChange } from '../../../contract/live';
import type { BaselineChange } from '../baseline/main';
import { connectScreens } from '../connect-screens';
import { machineNow } from '../load/clock';
import { latenciesOf } from './latencies';
import type { LatencyRequest, LatencyResponse, ScreensPlan } from './messages';
import { stepsIn } from './steps-in';

/** The screens, in a separate process. Messages are recorded on arrival and parsed later. */
const { count, ...options } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
type Message = { at: number; change: BoardChange | BaselineChange };

/** Parsing blocks this process, so it waits until messages have arrived. */
const CHECK_INTERVAL_MS = 500;
const MAX_WAIT_MS = 5_000;

const sockets = await connectScreens(options, count);
const received = sockets.map((socket): Message[] => {
  const messages: Message[] = [];
  const record = (change: BoardChange | BaselineChange) => void messages.push({ at: machineNow(), change });
  // The server sends a snapshot for a change that cannot be sent as a difference.
  socket.on('board:changed', record).on('board:snapshot', record);
  return messages;
});

async function measure({ startTimes }: LatencyRequest): Promise<LatencyResponse> {
  const pending = new Map(startTimes);
  const deadline = machineNow() + MAX_WAIT_MS;
  for (;;) {
    await wait(CHECK_INTERVAL_MS);
    const latencies = latenciesOf(
      pending,
      received.map((messages) => messages.map(({ at, change }) => ({ at, steps: stepsIn(change) }))),
    );
    if (latencies.missed === 0 || machineNow() > deadline) {
      for (const messages of received) messages.length = 0;
      return latencies;
    }
  }
}

process.on('message', (order: LatencyRequest) => void measure(order).then((latencies) => process.send?.(latencies)));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ connected: sockets.length });
