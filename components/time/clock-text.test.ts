import { expect, it } from 'vitest';
import { clockText } from './clock-text';

it.each([
  ['2026-06-19T17:42:07.900Z', 'Europe/Amsterdam', '19:42:07'],
  ['2026-01-19T17:42:07.000Z', 'Europe/Amsterdam', '18:42:07'],
  ['2026-06-19T22:00:00.000Z', 'Europe/Amsterdam', '00:00:00'],
  ['2026-06-19T23:59:59.999Z', 'UTC', '23:59:59'],
  ['2026-06-19T17:42:07.000Z', 'Asia/Kolkata', '23:12:07'],
])('%s in %s is %s', (instant, zone, text) => {
  expect(clockText(Date.parse(instant), zone, true)).toBe(text);
  expect(clockText(Date.parse(instant), zone, false)).toBe(text.slice(0, 5));
});

it('shows the hour twice when summer time ends, and skips one when it begins', () => {
  const amsterdam = (instant: string) => clockText(Date.parse(instant), 'Europe/Amsterdam', false);
  expect([amsterdam('2026-10-25T00:30:00Z'), amsterdam('2026-10-25T01:30:00Z')]).toEqual(['02:30', '02:30']);
  expect([amsterdam('2026-03-29T00:59:00Z'), amsterdam('2026-03-29T01:00:00Z')]).toEqual(['01:59', '03:00']);
});
