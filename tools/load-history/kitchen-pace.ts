import type { PaceOf } from '../pos-simulator/rounds';
import { COURSES_PER_TABLE, type PlannedService } from './plan-services';

/**
 * By course number: the expected times of some courses are generous, those of others tight, so that the share of late
 * courses differs between them.
 */
const PACES: Record<number, number> = { 1: 0.82, 2: 0.9, 3: 0.96, 4: 0.86, 5: 0.8, 9: 0.88 };
/** In an empty restaurant, and how much more in a full one. */
const QUIET_PACE = 0.94;
const BUSY_DELAY = 0.14;

/** How fast the kitchen cooks in a service: the busier it is, the slower. */
export function paceIn({ courses, tables }: PlannedService): PaceOf {
  const load = Math.min(1, courses / (tables * COURSES_PER_TABLE));
  const ofService = QUIET_PACE + BUSY_DELAY * load;
  return ({ number }) => (PACES[number] ?? 1) * ofService;
}
