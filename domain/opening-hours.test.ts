import { describe, expect, it } from 'vitest';
import { isOpenAt, openingHoursOf, readOpeningHours } from './services';

const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

describe('opening hours', () => {
  it.each([
    ['10:00-23:30', { from: at('10:00'), until: at('23:30') }],
    [' 9:05 – 1:00 ', { from: at('9:05'), until: at('1:00') }],
    ['always', null],
    ['10-23', null],
    ['10:00-24:00', null],
    ['', null],
  ])('are read from “%s”', (text, hours) => {
    expect(readOpeningHours(text)).toEqual(hours);
  });

  it.each<[string, string, boolean]>([
    ['10:00-23:30', '10:00', true],
    ['10:00-23:30', '09:59', false],
    ['10:00-23:30', '23:30', false],
    ['17:00-02:00', '23:59', true],
    ['17:00-02:00', '01:59', true],
    ['17:00-02:00', '02:00', false],
    ['17:00-02:00', '16:59', false],
    ['09:00-09:00', '03:00', true],
    ['always', '03:00', true],
  ])('%s: at %s open is %s', (text, clock, isOpen) => {
    expect(isOpenAt(at(clock), readOpeningHours(text))).toBe(isOpen);
  });

  it('start an hour before the first service of the business day, and end with that day', () => {
    const services = [
      { name: 'dinner', startMinute: at('16:00') },
      { name: 'lunch', startMinute: at('11:00') },
      { name: 'night', startMinute: at('01:00') },
    ];
    expect(openingHoursOf('services', services, at('04:00'))).toEqual({ from: at('10:00'), until: at('04:00') });
    expect(openingHoursOf('always', services, at('04:00'))).toBeNull();
    expect(openingHoursOf('12:00-22:00', services, at('04:00'))).toEqual({ from: at('12:00'), until: at('22:00') });
  });

  it('do not start before the business day', () => {
    expect(openingHoursOf('services', [{ name: 'breakfast', startMinute: at('04:30') }], at('04:00'))).toEqual({
      from: at('04:00'),
      until: at('04:00'),
    });
  });
});
