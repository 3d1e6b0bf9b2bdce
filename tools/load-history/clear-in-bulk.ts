import { MINUTE_MS } from '../../lib/time-units';
import type { Order } from '../pos-simulator/orders';
import { between, type Random } from '../pos-simulator/random';
import type { CourseRound } from '../pos-simulator/rounds';
import type { PlannedService } from './plan-services';

type Step = 'complete' | 'serve';

/** Probability that a screen is cleared during a service. */
const CLEAR_SHARE = { lunch: 0.3, dinner: 0.6 } as const;
const BETWEEN_PRESSES_MS = 350;
const MIN_COURSES = 6;
const MIN_ORDERS = 3;
/** Pressed within five seconds, the definition of a bulk (SPEC.md, F14). */
const MAX_COURSES = 14;

/**
 * In some services all courses on a screen are completed or served within a few seconds. No step is pressed before the
 * previous one.
 */
export function clearInBulk(orders: readonly Order[], service: PlannedService, random: Random): Order[] {
  if (random() >= CLEAR_SHARE[service.meal]) return [...orders];
  const moment = service.opensAt + Math.floor((0.3 + random() * 0.7) * service.minutes * MINUTE_MS);
  const step: Step = random() < 0.6 ? 'serve' : 'complete';
  const onScreen = orders.filter(({ rounds }) => rounds.some((round) => isOnScreen(round, step, moment)));
  const cleared = new Map<CourseRound, CourseRound>();
  const maxCourses = between(random, MIN_COURSES, MAX_COURSES);
  for (const round of onScreen.flatMap(({ rounds }) => rounds)) {
    if (cleared.size >= maxCourses || !isOnScreen(round, step, moment)) continue;
    const at = moment + cleared.size * BETWEEN_PRESSES_MS;
    cleared.set(round, step === 'serve' ? { ...round, servedAt: at } : { ...round, readyAt: at });
  }
  const clearedOrders = onScreen.filter(({ rounds }) => rounds.some((round) => cleared.has(round)));
  if (cleared.size < MIN_COURSES || clearedOrders.length < MIN_ORDERS) return [...orders];
  return orders.map((order) => ({ ...order, rounds: order.rounds.map((round) => cleared.get(round) ?? round) }));
}

/** Courses with several rounds are excluded, because a moved step could count for another round. */
function isOnScreen({ hasMoreRounds, startedAt, readyAt, servedAt }: CourseRound, step: Step, moment: number): boolean {
  if (hasMoreRounds) return false;
  return step === 'serve'
    ? readyAt < moment - MINUTE_MS && Math.abs(servedAt - moment) < 20 * MINUTE_MS
    : startedAt < moment - 2 * MINUTE_MS && servedAt > moment + MINUTE_MS && readyAt < moment + 15 * MINUTE_MS;
}
