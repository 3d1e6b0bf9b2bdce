import type { Order } from './orders';
import { between, type Random } from './random';
import type { CourseRound } from './rounds';

/** The POS's three steps, by the event that it posts for each. */
export type StepEvent = 'kitchenStartCourse' | 'kitchenCompleteCourse' | 'kitchenServeCourse';

/** Somebody pressed a button at the POS (epoch ms). `lost`: the POS never sends it. */
export type Press = { order: Order; round: CourseRound; event: StepEvent; at: number; lost: boolean };

const lostShare = 0.025;
const twiceShare = 0.015;

/**
 * What was pressed for an order, no two presses at the same instant. With faults some steps are lost (never all of a
 * course) and some pressed twice. Courses with more than one round are exempt, because the round of a later step would
 * be ambiguous.
 */
export function pressButtons(order: Order, faults: boolean, random: Random): Press[] {
  const taken = new Set<number>();
  const presses: Press[] = [];
  for (const round of order.rounds) {
    for (const press of pressRound(order, round, faults && !round.again, random)) {
      while (taken.has(press.at)) press.at += 1;
      taken.add(press.at);
      presses.push(press);
    }
  }
  return presses;
}

function pressRound(order: Order, round: CourseRound, faults: boolean, random: Random): Press[] {
  const steps: Array<[StepEvent, number]> = [
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
  const twice = faults && random() < twiceShare ? presses[between(random, 0, 2)] : undefined;
  // Soon enough to come before the next step: a course takes two minutes at least, the pass twenty seconds.
  return twice ? [...presses, { ...twice, at: twice.at + between(random, 1_000, 15_000) }] : presses;
}
