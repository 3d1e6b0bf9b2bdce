import type { Ticket } from '../../contract/live';
import type { Language } from '../../lib/language';
import { HOUR_MS, MINUTE_MS } from '../../lib/time';
import { isLate, urgencyOf } from './ticket-state';

/** `4:05`, `1:02:07`; never negative. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Separator of hours and minutes, by language. */
type HourSign = 'h' | 'u';

const HOUR_SIGNS: Record<Language, HourSign> = { en: 'h', nl: 'u', de: 'h', fr: 'h' };

export function hourSignIn(language: Language): HourSign {
  return HOUR_SIGNS[language];
}

/** Without seconds from one hour on: `59:59`, then `1h02`, in Dutch `1u02`. */
export function shortText(ms: number, hour: HourSign): string {
  if (ms < HOUR_MS) return durationText(ms);
  const minutes = Math.floor(ms / MINUTE_MS) % 60;
  return `${Math.floor(ms / HOUR_MS)}${hour}${String(minutes).padStart(2, '0')}`;
}

/**
 * Text of a card's large timer at `now` (POS time): the time in preparation, `+3:20` past the limit, or the wait once
 * ready. Null if no event gives the time.
 */
export function timerText(ticket: Ticket, now: number, hour: HourSign): string | null {
  if (ticket.readyAt !== null) return shortText(now - Date.parse(ticket.readyAt), hour);
  if (ticket.startedAt === null) return null;
  if (ticket.lateAt !== null && isLate(urgencyOf(ticket, now)))
    return `+${shortText(now - Date.parse(ticket.lateAt), hour)}`;
  return shortText(now - Date.parse(ticket.startedAt), hour);
}

/** Progress of a cooking course towards its limit in whole percent; null if it has no limit. */
export function progressOf(ticket: Ticket, now: number): number | null {
  if (ticket.readyAt !== null || ticket.startedAt === null || ticket.lateAt === null) return null;
  const started = Date.parse(ticket.startedAt);
  const limit = Date.parse(ticket.lateAt) - started;
  return limit <= 0 ? 100 : Math.max(0, Math.min(100, Math.round(((now - started) / limit) * 100)));
}
