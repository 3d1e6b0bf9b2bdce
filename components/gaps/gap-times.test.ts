import { expect, it } from 'vitest';
import { gapTimes } from './gap-times';

const PLACE = { timeZone: 'Europe/Amsterdam', locale: 'nl-NL' };
const times = (from: string, to: string) => gapTimes({ from: `2026-06-${from}Z`, to: `2026-06-${to}Z` }, PLACE);

it('a gap is shown to the minute in the branch’s time zone', () => {
  expect(times('19T17:02:40.000', '19T17:09:10.000')).toEqual({ from: '19:02', to: '19:09' });
});

it('a gap within one minute is shown to the second', () => {
  expect(times('19T17:02:11.900', '19T17:02:40.000')).toEqual({ from: '19:02:11', to: '19:02:40' });
});

it('a gap that ended on another day is shown with its first day', () => {
  expect(times('19T21:30:00.000', '20T08:00:00.000')).toEqual({ from: '19 juni, 23:30', to: '10:00' });
});
