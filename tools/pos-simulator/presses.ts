import type { KitchenEvent } from '../../contract/constants';
import type { Order } from './orders';
import { between, type Random } from './random';
import type { CourseRound } from './rounds';

/** A button pressed at the POS (epoch ms). `lost`: the POS never sends it. */
export type Press = { order: Order; round: CourseRound; event: KitchenEvent; at: number; lost: boolean };

const lostShare = 0.025;
const twiceShare = 0.015;

/**
 * The presses of an order, each at its own instant. With faults some steps are lost (never all of a course) and some
 * are pressed twice, except in courses with several rounds, where the round of a later step would be ambiguous.
 */
export function pressButtons(order: Order, faults: boolean, random: Random): Press[] {
  const usedInstants = new Set<number>();
  const presses: Press[] = [];
  for (const round of order.rounds) {
    for (const press of pressRound(order, round, faults && !round.hasMoreRounds, random)) {
      while (usedInstants.has(press.at)) press.at += 1;
      usedInstants.add(press.at);
      presses.push(press);
    }
  }
  return presses;
}

function pressRound(order: Order, round: CourseRound, faults: boolean, random: Random): Press[] {
  const steps: Array<[KitchenEvent, number]> = [
    ['kitchenStartCourse', round.startedAt],
    ['kitchenCompleteCourse', round.readyAt],
    ['kitchenServeCourse', round.servedAt],
  ];
  const presses = steps.map(([event, at]) => ({ order, round, event, at, lost: faults && random() < lostShare }));
  if (presses.some((press) => press.lost)) {
    const delivered = presses.find((press) => !press.lost) ?? presses[0];
    if (delivered) delivered.lost = false;
    return presses;
  }
  const repeatedPress = faults && random() < twiceShare ? presses[between(random, 0, 2)] : undefined;
  // Before the next step: preparation takes at least two minutes, the pass at least 20 seconds.
  return repeatedPress
    ? [...presses, { ...repeatedPress, at: repeatedPress.at + between(random, 1_000, 15_000) }]
    : presses;
}
