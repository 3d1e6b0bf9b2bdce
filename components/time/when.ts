import { useLocale, useTranslations } from 'use-intl';
import { LOCALES } from '../../lib/language';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time';
import type { Translator } from '../messages/translator';
import { clockText } from './clock-text';
import { dateFormat } from './formats';

/** Arguments of the messages that an instant does not have. */
const NONE = { count: 0, clock: '', weekday: '', date: '' };

const NOW_MS = 5 * SECOND_MS;

/** Date and time of an instant, as people write it. */
type Moment =
  | { on: 'tomorrow'; clock: string }
  | { on: 'today'; clock: string }
  | { on: 'yesterday'; clock: string }
  | { on: 'weekday'; weekday: string; clock: string }
  | { on: 'date'; date: string; clock: string };

/** Relative time of a recent instant; date and time of an older one. */
type Ago = { on: 'now' } | { on: 'seconds'; count: number } | { on: 'minutes'; count: number } | Moment;

/** IANA time zone, and a BCP 47 tag for the names of days and months. */
export type Place = { timeZone: string; locale: string };

/** @param at epoch ms, by the same clock as `now`. An instant in the future counts as now, because clocks differ. */
export function agoOf(at: number, now: number, place: Place): Ago {
  const age = now - at;
  if (age < NOW_MS) return { on: 'now' };
  if (age < MINUTE_MS) return { on: 'seconds', count: Math.floor(age / SECOND_MS) };
  if (age < HOUR_MS) return { on: 'minutes', count: Math.floor(age / MINUTE_MS) };
  return momentOf(at, now, place);
}

/** @param at epoch ms, by the same clock as `now` */
export function momentOf(at: number, now: number, place: Place): Moment {
  const clock = clockText(at, place.timeZone, false);
  const days = dayOf(now, place.timeZone).number - dayOf(at, place.timeZone).number;
  if (days === -1) return { on: 'tomorrow', clock };
  if (days === 0) return { on: 'today', clock };
  if (days === 1) return { on: 'yesterday', clock };
  if (days > 1 && days < 7) return { on: 'weekday', weekday: named(at, place, { weekday: 'long' }), clock };
  const isThisYear = dayOf(now, place.timeZone).year === dayOf(at, place.timeZone).year;
  // Long names: Node and browsers abbreviate differently ("Sep", "Sept"), which would break hydration.
  const date = named(at, place, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
  return { on: 'date', date, clock };
}

/** Number of the local day, so that two can be subtracted even across days of 23 or 25 hours. */
function dayOf(at: number, timeZone: string): { number: number; year: number } {
  const shifted = format(at, 'en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [year = 0, month = 1, day = 1] = shifted.split('-').map(Number);
  return { number: Date.UTC(year, month - 1, day) / DAY_MS, year };
}

function named(at: number, { timeZone, locale }: Place, options: Intl.DateTimeFormatOptions): string {
  return format(at, locale, { timeZone, ...options });
}

function format(at: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, options).format(at);
}

/** How long ago, or when: `12 s ago`, `yesterday 21:40`. */
export function agoText(t: Translator, when: Ago): string {
  return t(`when.${when.on}`, { ...NONE, ...when });
}

/** After "since": a time of today needs no day. */
export function sinceText(t: Translator, when: Moment): string {
  return when.on === 'today' ? when.clock : agoText(t, when);
}

/** Formats an instant as relative time, or as date and time of a branch. Epoch ms, both by the same clock. */
export function useWhen(timeZone: string): (at: number, now: number) => string {
  const t = useTranslations();
  const locale = LOCALES[useLocale()];
  return (at, now) => agoText(t, agoOf(at, now, { timeZone, locale }));
}

/** Formats an instant as date and time of a branch. */
export function useMoment(timeZone: string): (at: number, now: number) => string {
  const t = useTranslations();
  const locale = LOCALES[useLocale()];
  return (at, now) => agoText(t, momentOf(at, now, { timeZone, locale }));
}
