import type { Board } from '../../contract/live';
import type { Fact } from '../../domain/fact';
import { MINUTE_MS } from '../../lib/time-units';
import { isAnythingDue, stageDueChanges } from '../../server/heartbeat/due-changes';
import { deliveryOf, type Kitchen, openKitchen } from '../../server/testing/kitchen';
import type { Evening } from './variations';

/** The board at one minute of an evening (epoch ms), and all facts received by then. */
export type BoardAtMinute = { now: number; board: Omit<Board, 'serverTime'>; received: readonly Fact[] };

/** Time after the last delivery during which the board is still checked. */
const AFTER_MS = 60 * MINUTE_MS;

/** Applies an evening to a board with a simulated clock, and reports the board once a minute. */
export async function playEvening(evening: Evening, onMinute: (checkMinute: BoardAtMinute) => void): Promise<void> {
  const [first] = evening.deliveries;
  const last = evening.deliveries.at(-1);
  if (!first || !last) return;
  const kitchen = await openKitchen(undefined, first.receivedAt);
  const received: Fact[] = [];
  try {
    let minute = Math.ceil(first.receivedAt / MINUTE_MS) * MINUTE_MS;
    const checkMinute = async () => {
      await advanceTo(kitchen, minute);
      onMinute({ now: minute, board: kitchen.board(), received });
      minute += MINUTE_MS;
    };
    for (const { receivedAt, event, body, fact } of evening.deliveries) {
      while (minute < receivedAt) await checkMinute();
      await advanceTo(kitchen, receivedAt);
      await kitchen.take(deliveryOf(event, body, receivedAt));
      received.push(fact);
    }
    while (minute < last.receivedAt + AFTER_MS) await checkMinute();
  } finally {
    await kitchen.stop();
  }
}

/** Sets the clock, and commits all changes that are due. */
async function advanceTo(kitchen: Kitchen, now: number): Promise<void> {
  kitchen.setNow(now);
  const { boards, queue, settings } = kitchen.core;
  const due = boards.branches().filter((state) => isAnythingDue(state, settings, now));
  if (due.length === 0) return;
  await queue.run(async (_, stages) => {
    for (const state of due) stageDueChanges(stages.of(state.row.number), settings, now);
  });
}
