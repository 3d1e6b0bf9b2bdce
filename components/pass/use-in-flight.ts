'use client';

import { useSeenAtNow } from '../live/live-context';
import type { PassRow } from './arrange';
import { type InFlight, inFlightAt } from './course-state';

const NOTHING: InFlight = { cooking: 0, ready: 0, late: 0, tooLong: 0 };

/** Counts of these rows' courses, updated every second. */
export function useInFlight(rows: readonly PassRow[]): InFlight {
  return useSeenAtNow((now) => inFlightAt(coursesOf(rows), now), NOTHING);
}

function coursesOf(rows: readonly PassRow[]) {
  return rows.flatMap(({ courses }) => courses);
}
