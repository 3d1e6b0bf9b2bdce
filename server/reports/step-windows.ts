import { BULK_WITHIN_MS } from '../../domain/bulk';
import type { Instant } from '../../domain/fact';
import { NEAR_STEPS } from '../sql/report-statements';
import type { ReportRow } from './report-row';

/** Courses of a branch that began in a half-open range, in POS time. */
export type Span = { branch: number; from: Instant; to: Instant };

/** A range of instants of completions and serves; both ends are inclusive. */
export type Window = { from: Instant; until: Instant };

/** The instants before and after all others. */
export const [ALWAYS_FROM, ALWAYS_TO] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

const stepsOf = ({ readyAt, servedAt }: Pick<ReportRow, 'readyAt' | 'servedAt'>) =>
  [readyAt, servedAt].filter((at) => at !== null);

const isWithin = (at: Instant, { from, until }: Window) => from <= at && at <= until;

/**
 * The windows in which the steps of the courses of a span lie. Whether these are in a bulk (F14) depends on all steps
 * of the branch in and near the windows. `distant` are the courses of the span with a distant step.
 */
export function windowsOf(
  { from, to }: Pick<Span, 'from' | 'to'>,
  distant: readonly Pick<ReportRow, 'readyAt' | 'servedAt'>[],
): Window[] {
  const usual = {
    from: Math.max(ALWAYS_FROM, from + NEAR_STEPS.from),
    until: Math.min(ALWAYS_TO, to + NEAR_STEPS.until),
  };
  const others = new Set(distant.flatMap(stepsOf).filter((at) => !isWithin(at, usual)));
  return [usual, ...[...others].map((at) => ({ from: at, until: at }))];
}

/** A window with the steps that may be in one bulk with a step in it. */
export function widened({ from, until }: Window): Window {
  return { from: Math.max(ALWAYS_FROM, from - BULK_WITHIN_MS), until: Math.min(ALWAYS_TO, until + BULK_WITHIN_MS) };
}

/** The half-open range of the starts of courses that may have a step in a window, and no distant one. */
export function startsFor({ from, until }: Window): Pick<Span, 'from' | 'to'> {
  return {
    from: Math.max(ALWAYS_FROM, from - NEAR_STEPS.until),
    to: Math.min(ALWAYS_TO, until - NEAR_STEPS.from + 1),
  };
}

/** The courses that began in or near a span: nearly all that its figures depend on. */
export function around(span: Span): Span {
  const [usual = { from: span.from, until: span.to }] = windowsOf(span, []);
  return { branch: span.branch, ...startsFor(widened(usual)) };
}

/** Whether a course has a step that may be in one bulk with a step in the windows. */
export function isNear(row: ReportRow, windows: readonly Window[]): boolean {
  return stepsOf(row).some((at) => windows.some((window) => isWithin(at, widened(window))));
}

/** Whether all steps of a course are in the windows. */
export function areStepsIn(row: ReportRow, windows: readonly Window[]): boolean {
  return stepsOf(row).every((at) => windows.some((window) => isWithin(at, window)));
}
