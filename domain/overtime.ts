import type { Instant } from './fact';
import type { Limits } from './limits';
import { cookingDeadlines, type KeptTicket } from './ticket';

/** How far a course went past its limits, in milliseconds; 0 where it did not, or where nobody can tell. */
export type Overtime = {
  /** F11: ready, or still cooking, past the cooking limit: `late` in history. */
  isLate: boolean;
  cookingMs: number;
  /** On the pass, past the limit of the wait. */
  passMs: number;
};

type Course = Pick<KeptTicket, 'startedAt' | 'readyAt' | 'servedAt' | 'closedAt' | 'noted' | 'presumed'>;

/**
 * F11: a course held to its limits, as it is at `now` (POS time). One that we closed is not held to what nobody told:
 * when it was ready, or when it left the pass; nor is one that is presumed served (F22) held to its wait.
 */
export function overtimeOf(course: Course, expectedSeconds: number | null, limits: Limits, now: Instant): Overtime {
  const { startedAt, readyAt, servedAt, closedAt, noted, presumed } = course;
  const open = closedAt === null ? now : null;
  const cookedUntil = readyAt ?? open;
  const { lateAt } = cookingDeadlines(startedAt, expectedSeconds, limits);
  const cookingMs = cookedUntil === null || lateAt === null ? 0 : cookedUntil - lateAt;
  const taken = [servedAt, noted.collected?.at ?? null].filter((at) => at !== null);
  const leftPassAt = taken.length > 0 ? Math.min(...taken) : presumed ? null : open;
  const passMs = readyAt === null || leftPassAt === null ? 0 : leftPassAt - readyAt - limits.readyLateMs;
  return { isLate: cookingMs > 0, cookingMs: Math.max(0, cookingMs), passMs: Math.max(0, passMs) };
}
