import { BULK_WITHIN_MS, bulkSpans, isWithin, type Span } from '../../domain/bulk';
import type { Instant } from '../../domain/fact';
import { DISTANT_STEPS, NEAR_STEPS, STEPS_IN_RANGES, type StepRow } from '../sql/history-statements';
import type { Source } from '../sql/statements';

/** The completion and the serve of a course; null if they are missing. */
type Steps = { readyAt: Instant | null; servedAt: Instant | null };

/** F14: whether a course of the branch was completed or served in bulk. */
export type Bulks = (course: Steps) => boolean;

/**
 * F14: finds the bulks of a branch in which steps of these courses may be. They depend on all steps of the branch within
 * five seconds, whose courses may have begun at any time: nearly all of them from an hour after it to eight hours before.
 */
export async function readBulks(source: Source, branch: number, courses: readonly Steps[]): Promise<Bulks> {
  const ranges = rangesAround(courses);
  if (ranges.length === 0) return () => false;
  const asked = JSON.stringify(ranges.map(({ from, until }) => [branch, from, until]));
  const near = await source.$queryRawUnsafe<StepRow[]>(STEPS_IN_RANGES, asked);
  const distant = await source.$queryRawUnsafe<StepRow[]>(DISTANT_STEPS, branch);
  const steps = near.concat(distant.filter(({ beganAt }) => !isIn(ranges, beganAt)));
  const completed = bulksOf(steps, 'readyAt');
  const served = bulksOf(steps, 'servedAt');
  return ({ readyAt, servedAt }) =>
    (readyAt !== null && isWithin(completed, readyAt)) || (servedAt !== null && isWithin(served, servedAt));
}

/** The half-open ranges of the starts of courses with a step in one bulk with these, apart from distant steps. */
function rangesAround(courses: readonly Steps[]): Span[] {
  const instants: Instant[] = [];
  for (const { readyAt, servedAt } of courses) for (const at of [readyAt, servedAt]) if (at !== null) instants.push(at);
  const ranges: Span[] = [];
  for (const at of Float64Array.from(instants).sort()) {
    const from = at - BULK_WITHIN_MS - NEAR_STEPS.until;
    const until = at + BULK_WITHIN_MS - NEAR_STEPS.from + 1;
    const last = ranges.at(-1);
    if (last && from <= last.until) last.until = until;
    else ranges.push({ from, until });
  }
  return ranges;
}

function isIn(ranges: readonly Span[], at: Instant): boolean {
  return ranges.some(({ from, until }) => from <= at && at < until);
}

function bulksOf(rows: readonly StepRow[], step: keyof Steps): Span[] {
  const steps: { at: Instant; order: number }[] = [];
  for (const { orderKey, [step]: at } of rows) if (at !== null) steps.push({ at, order: orderKey });
  steps.sort((a, b) => a.at - b.at);
  return bulkSpans(
    steps.map(({ at }) => at),
    steps.map(({ order }) => order),
  );
}
