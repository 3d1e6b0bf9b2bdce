import type { ScreenLimits, Ticket } from '../contract/live';
import { MINUTE_MS } from '../lib/time-units';
import { toIso } from './to-iso';

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
