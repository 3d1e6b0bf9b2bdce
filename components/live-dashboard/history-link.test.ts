import { expect, it } from 'vitest';
import { historyOf } from './live-dashboard';

it('the link shows exactly these courses in the language of the page', () => {
  expect(historyOf(2, ['12-3-1', '13-3-1'], new URLSearchParams('lang=nl&branch=1&period=today'))).toBe(
    '/manager/history?branch=2&period=last-7&lang=nl&tickets=12-3-1%2C13-3-1',
  );
});

it('there is no link without courses, or with more than an address holds', () => {
  expect(historyOf(2, Array(201).fill('1-1-1'), new URLSearchParams())).toBeNull();
  expect(historyOf(2, [], new URLSearchParams())).toBeNull();
});
