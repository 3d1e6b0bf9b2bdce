import type { ScreenLimits, Ticket } from '../contract/live';
import { MINUTE_MS } from '../lib/time';
import { toIso } from './fact';

/** The limits that hold for a course of a branch, resolved from its settings. All durations in milliseconds. */
export type Limits = {
  /** Percentages of the expected preparation time. */
  warnPercent: number;
  latePercent: number;
  veryLatePercent: number;
  /** Used if the expected time is unknown. */
  fallbackWarnMs: number;
  fallbackLateMs: number;
  fallbackVeryLateMs: number;
  /** How long a course may be ready without being served. */
  readyWarnMs: number;
  readyLateMs: number;
  /** After this wait a counter ticket is presumed served (F22). */
  counterPresumedMs: number;
  /** After this wait a table's course is presumed served; sooner if its order went on (F22e). */
  tablePresumedMs: number;
  followedPresumedMs: number;
  autoCloseMs: number;
  /** How long a claim ("I have it") lasts. */
  claimHoldsMs: number;
  /** A collected ticket without a serve closes after this time. */
  collectedClosesMs: number;
  /** How long a table stays taken after its last serve. */
  turnOverMs: number;
};

/** F11a: a ticket with the limits of the screen that shows it, in place of its branch's. */
export function withScreenLimits(ticket: Ticket, limits: ScreenLimits): Ticket {
  const { readyAt, startedAt, expectedSeconds, warnAt, lateAt, veryLateAt } = ticket;
  // Closed, presumed served, or without a start.
  if (warnAt === null && lateAt === null) return ticket;
  const after = (from: string, ms: number | undefined, usual: string | null) =>
    ms === undefined ? usual : toIso(Date.parse(from) + Math.round(ms));
  const minutes = (value: number | undefined) => (value === undefined ? undefined : value * MINUTE_MS);
  if (readyAt !== null)
    return {
      ...ticket,
      warnAt: after(readyAt, minutes(limits.readyWarn), warnAt),
      lateAt: after(readyAt, minutes(limits.readyLate), lateAt),
    };
  if (startedAt === null) return ticket;
  const cooking = (percent: number | undefined, fallback: number | undefined) =>
    expectedSeconds === null ? minutes(fallback) : percent === undefined ? undefined : expectedSeconds * 10 * percent;
  return {
    ...ticket,
    warnAt: after(startedAt, cooking(limits.warnPercent, limits.fallbackWarn), warnAt),
    lateAt: after(startedAt, cooking(limits.latePercent, limits.fallbackLate), lateAt),
    veryLateAt: after(startedAt, cooking(limits.veryLatePercent, limits.fallbackVeryLate), veryLateAt),
  };
}
