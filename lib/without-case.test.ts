import { expect, it } from 'vitest';
import { withoutCase } from './text';

it.each([
  ['özdemir', 'ÖZDEMIR'],
  ['ismail', 'İSMAİL'],
  ['IŞIK', 'ışık'],
  ['Weiß', 'WEISS'],
  ['weiss', 'WEIẞ'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['Ünal 東', 'üNAL 東'],
])('%s and %s differ only in case', (one, other) => {
  expect(withoutCase(one)).toBe(withoutCase(other));
});

it('keeps accents', () => {
  expect(withoutCase('Ozdemir')).not.toBe(withoutCase('Özdemir'));
});
