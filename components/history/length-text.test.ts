import { expect, it } from 'vitest';
import { lengthText, signedText } from './length-text';

it.each([
  [0, '0:00'],
  [499, '0:00'],
  [500, '0:01'],
  [59_600, '1:00'],
  [245_000, '4:05'],
  [3_599_999, '1:00:00'],
  [3_727_000, '1:02:07'],
])('%s ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text);
});

it.each([
  [258_000, '+4:18'],
  [-30_000, '−0:30'],
  [-400, '0:00'],
  [400, '0:00'],
])('%s ms off are %s', (ms, text) => {
  expect(signedText(ms)).toBe(text);
});
