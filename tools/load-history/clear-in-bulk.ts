import type { Order } from '../pos-simulator/orders';
import { between, type Random } from '../pos-simulator/random';
import type { CourseRound } from '../pos-simulator/rounds';
import type { PlannedService } from './plan-services';

type Step = 'complete' | 'serve';

/** How often in a service somebody clears a whole screen. */
const CLEARS = { lunch: 0.3, dinner: 0.6 } as const;
const BETWEEN_PRESSES_MS = 350;
const FEWEST_COURSES = 6;
const FEWEST_ORDERS = 3;
/** Within the five seconds of a bulk (contract, Summary). */
const MOST_COURSES = 14;
const MINUTE = 60_000;

/**
 * Now and then a cook or a waiter clears a screen at once: courses that were ready, or served, in the minutes around it
 * are pressed within a few seconds. No step is pressed before the previous one.
 */
export function clearInBulk(orders: readonly Order[], service: PlannedService, random: Random): Order[] {
  if (random() >= CLEARS[service.meal]) return [...orders];
  const moment = service.opensAt + Math.floor((0.3 + random() * 0.7) * service.minutes * MINUTE);
  const step: Step = random() < 0.6 ? 'serve' : 'complete';
  const there = orders.filter(({ rounds }) => rounds.some((round) => isOnScreen(round, step, moment)));
  const cleared = new Map<CourseRound, CourseRound>();
  const most = between(random, FEWEST_COURSES, MOST_COURSES);
  for (const round of there.flatMap(({ rounds }) => rounds)) {
    if (cleared.size >= most || !isOnScreen(round, step, moment)) continue;
    const at = moment + cleared.size * BETWEEN_PRESSES_MS;
    cleared.set(round, step === 'serve' ? { ...round, servedAt: at } : { ...round, readyAt: at });
  }
  const concerned = there.filter(({ rounds }) => rounds.some((round) => cleared.has(round)));
  if (cleared.size < FEWEST_COURSES || concerned.length < FEWEST_ORDERS) return [...orders];
  return orders.map((order) => ({ ...order, rounds: order.rounds.map((round) => cleared.get(round) ?? round) }));
}

/** A course with more rounds is spared: moved steps of one could be read as another's. */
function isOnScreen({ hasMoreRounds, startedAt, readyAt, servedAt }: CourseRound, step: Step, moment: number): boolean {
  if (hasMoreRounds) return false;
  return step === 'serve'
    ? readyAt < moment - MINUTE && Math.abs(servedAt - moment) < 20 * MINUTE
    : startedAt < moment - 2 * MINUTE && servedAt > moment + MINUTE && readyAt < moment + 15 * MINUTE;
}
