import type { Overtime } from '../contract/history';
import type { Instant } from './fact';
import type { Limits } from './limits';
import { cookingDeadlines, type KeptTicket } from './ticket';

type Course = Pick<KeptTicket, 'startedAt' | 'readyAt' | 'servedAt' | 'closedAt' | 'noted' | 'presumed'>;

/**
 * F11: the overtime of a course at `now` (POS time). Steps that the POS did not report are unknown for a closed course
 * and cause no overtime; neither does the time on the pass of a course that is presumed served (F22).
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
  const isLate = lateAt !== null && (readyAt === null ? open !== null && open >= lateAt : readyAt > lateAt);
  return { isLate, cookingMs: Math.max(0, cookingMs), passMs: Math.max(0, passMs) };
}
