import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/messages-in';
import { translatorOf } from '../messages/translator';
import { agoOf, agoText, momentOf } from './when';

const amsterdam = { timeZone: 'Europe/Amsterdam', locale: 'en-GB' };
const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-06-19T19:42:07+02:00');
const t = translatorOf('en', await messagesIn('en', 'when'));
const ago = (iso: string, now = NOW) => agoText(t, agoOf(at(iso), now, amsterdam));

describe('how long ago', () => {
  it.each([
    ['2026-06-19T19:42:07+02:00', 'just now'],
    ['2026-06-19T19:42:03+02:00', 'just now'],
    ['2026-06-19T19:41:55+02:00', '12 s ago'],
    ['2026-06-19T19:41:07+02:00', '1 min ago'],
    ['2026-06-19T18:42:08+02:00', '59 min ago'],
    ['2026-06-19T14:02:59+02:00', 'today 14:02'],
    ['2026-06-19T00:00:00+02:00', 'today 00:00'],
    ['2026-06-18T21:40:00+02:00', 'yesterday 21:40'],
    ['2026-06-16T09:05:00+02:00', 'Tuesday 09:05'],
    ['2026-06-12T09:05:00+02:00', '12 June 09:05'],
    ['2025-09-30T09:05:00+02:00', '30 September 2025 09:05'],
  ])('%s is shown as "%s"', (iso, text) => {
    expect(ago(iso)).toBe(text);
  });

  it('is "just now" for an instant that lies ahead', () => {
    expect(ago('2026-06-19T19:50:00+02:00')).toBe('just now');
  });

  it.each([
    ['2026-06-19T23:59:00+02:00', 'today 23:59'],
    ['2026-06-20T19:42:07+02:00', 'tomorrow 19:42'],
    ['2026-06-26T19:42:07+02:00', '26 June 19:42'],
    ['2027-01-02T09:05:00+01:00', '2 January 2027 09:05'],
  ])('an end at %s is shown as "%s"', (iso, text) => {
    expect(agoText(t, momentOf(at(iso), NOW, amsterdam))).toBe(text);
  });

  it('counts minutes across midnight', () => {
    expect(ago('2026-06-19T23:58:00+02:00', at('2026-06-20T00:04:00+02:00'))).toBe('6 min ago');
  });

  it('knows yesterday on the two days that have no 24 hours', () => {
    expect(ago('2026-03-28T23:30:00+01:00', at('2026-03-29T22:45:00+02:00'))).toBe('yesterday 23:30');
    expect(ago('2026-10-25T00:10:00+02:00', at('2026-10-25T23:50:00+01:00'))).toBe('today 00:10');
  });

  it("is yesterday or today by the reader's clock", () => {
    const now = at('2026-06-19T02:30:00Z');
    const then = at('2026-06-18T23:30:00Z');
    expect(momentOf(then, now, amsterdam)).toEqual({ on: 'today', clock: '01:30' });
    expect(momentOf(then, now, { ...amsterdam, timeZone: 'UTC' })).toEqual({ on: 'yesterday', clock: '23:30' });
  });
});
