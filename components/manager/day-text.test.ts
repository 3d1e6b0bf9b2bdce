import { expect, it } from 'vitest';
import { LOCALES } from '../../lib/language';
import { daysTextIn } from './day-text';

it.each([
  ['en', '14–20 November 2026', 'Friday, 20 November 2026'],
  ['nl', '14–20 november 2026', 'vrijdag 20 november 2026'],
  ['de', '14.–20. November 2026', 'Freitag, 20. November 2026'],
  ['fr', '14–20 novembre 2026', 'vendredi 20 novembre 2026'],
] as const)('days of one month, and one day, in %s', (language, days, day) => {
  const locale = LOCALES[language];
  expect(daysTextIn(locale, { first: '2026-11-14', end: '2026-11-21' })).toBe(days);
  expect(daysTextIn(locale, { first: '2026-11-20', end: '2026-11-21' })).toBe(day);
});
