import type { Ticket } from '../../contract/live';
import { isLate, urgencyOf } from './urgency';

const HOUR_MS = 3_600_000;

/** `4:05`, `1:02:07`; never below zero. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What stands between hours and minutes, by language. */
export type HourSign = 'h' | 'u';

export function hourSignIn(locale: string): HourSign {
  return locale === 'nl' ? 'u' : 'h';
}

/** Without seconds from an hour on: `59:59`, then `1h02`, in Dutch `1u02`. */
export function shortText(ms: number, hour: HourSign): string {
  if (ms < HOUR_MS) return durationText(ms);
  const minutes = Math.floor(ms / 60_000) % 60;
  return `${Math.floor(ms / HOUR_MS)}${hour}${String(minutes).padStart(2, '0')}`;
}

/**
 * The big timer of a card at `now` (POS time): how long it has been cooking, or `+3:20` past the limit; once ready, how
 * long it has waited. Null where no step tells.
 */
export function timerText(ticket: Ticket, now: number, hour: HourSign): string | null {
  if (ticket.readyAt !== null) return shortText(now - Date.parse(ticket.readyAt), hour);
  if (ticket.startedAt === null) return null;
  if (ticket.lateAt !== null && isLate(urgencyOf(ticket, now)))
    return `+${shortText(now - Date.parse(ticket.lateAt), hour)}`;
  return shortText(now - Date.parse(ticket.startedAt), hour);
}

/** How far a course in preparation is towards its limit, in whole percent; null where there is none. */
export function progressOf(ticket: Ticket, now: number): number | null {
  if (ticket.readyAt !== null || ticket.startedAt === null || ticket.lateAt === null) return null;
  const started = Date.parse(ticket.startedAt);
  const limit = Date.parse(ticket.lateAt) - started;
  return limit <= 0 ? 100 : Math.max(0, Math.min(100, Math.round(((now - started) / limit) * 100)));
}
