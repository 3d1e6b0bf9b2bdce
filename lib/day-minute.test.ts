import { expect, test } from 'vitest';
import { dayMinuteText, readDayMinute } from './time';

test.each([
  [0, '00:00'],
  [240, '04:00'],
  [1439, '23:59'],
])('minute %i is %s', (minute, text) => {
  expect(dayMinuteText(minute)).toBe(text);
  expect(readDayMinute(text)).toBe(minute);
});

test('parsing accepts 4:00 as well as 04:00, and nothing else', () => {
  expect(readDayMinute(' 4:00 ')).toBe(240);
  for (const text of ['', '4', '24:00', '12:60', '4.00', '4:0', '04:00:00'])
    expect(readDayMinute(text), text).toBeNull();
});
