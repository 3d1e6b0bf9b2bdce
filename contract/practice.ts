import type { InstantText, PracticeEnd } from './live';

// Practice services, as managers start, see and stop them.

/** How much faster than at its usual pace a practice service may run. */
export const PRACTICE_SPEEDS = [1, 2, 4] as const;
export type PracticeSpeed = (typeof PRACTICE_SPEEDS)[number];

/** The practice service of a branch. It is reported until a minute after its end. */
export type PracticeReport = {
  startedAt: InstantText;
  /** When it ends by itself. */
  until: InstantText;
  speed: PracticeSpeed;
  /** The manager who started it. */
  by: string | null;
  ended: PracticeEnd | null;
  /** Courses that are not served yet, also those to come. */
  left: number;
};

/** The reply of GET /api/v1/branches/:number/practice. */
export type PracticeStatus = {
  serverTime: InstantText;
  /** Real courses that wait for somebody: no practice may start beside them. */
  openCourses: number;
  practice: PracticeReport | null;
};
