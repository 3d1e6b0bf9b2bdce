import { expect, it } from 'vitest';
import { hourSpan } from './page-query';

const branch = { cutOffMinute: 4 * 60 + 30 };

it('an hour is shown by its clock times, and the hour of the cut-off by its part', () => {
  expect(hourSpan(23, null, branch)).toEqual({ from: '23:00', to: '00:00' });
  expect(hourSpan(4, null, branch)).toEqual({ from: '04:00', to: '05:00' });
  expect(hourSpan(4, 'yes', branch)).toEqual({ from: '04:00', to: '04:30' });
  expect(hourSpan(4, 'no', branch)).toEqual({ from: '04:30', to: '05:00' });
  expect(hourSpan(3, 'yes', branch)).toEqual({ from: '03:00', to: '04:00' });
  expect(hourSpan(4, 'no', null)).toEqual({ from: '04:00', to: '05:00' });
});
