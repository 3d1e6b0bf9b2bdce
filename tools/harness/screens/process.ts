import { setTimeout as wait } from 'node:timers/promises';
import type { BoardChange } from '../../../contract/live';
import type { BaselineChange } from '../baseline/main';
import { connectScreens } from '../connect-screens';
import { machineNow } from '../load/clock';
import { latenciesOf } from './latencies';
import type { ScreensAnswer, ScreensOrder, ScreensPlan } from './orders';
import { stepsIn } from './steps-in';

/** The screens, in a separate process. Messages are only recorded on arrival, and parsed later. */
const { count, ...wish } = JSON.parse(process.env['SCREENS'] ?? '{}') as ScreensPlan;
type Message = { at: number; change: BoardChange | BaselineChange };

/** Reading blocks this process, so everything must have arrived before. */
const LOOK_EVERY_MS = 500;
const LAST_ONE_MS = 5_000;

const sockets = await connectScreens(wish, count);
const received = sockets.map((socket): Message[] => {
  const messages: Message[] = [];
  const put = (change: BoardChange | BaselineChange) => void messages.push({ at: machineNow(), change });
  // A change that cannot be sent as a difference comes as a whole board.
  socket.on('board:changed', put).on('board:snapshot', put);
  return messages;
});

async function answer({ began }: ScreensOrder): Promise<ScreensAnswer> {
  const pending = new Map(began);
  const deadline = machineNow() + LAST_ONE_MS;
  for (;;) {
    await wait(LOOK_EVERY_MS);
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

process.on('message', (order: ScreensOrder) => void answer(order).then((latencies) => process.send?.(latencies)));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ connected: sockets.length });
