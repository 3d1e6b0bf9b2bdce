import { expect, it } from 'vitest';
import { lateShareOf } from './cards';

it('the share is a percentage from 20 courses on, and two numbers before that', () => {
  expect(lateShareOf(3, 20)).toEqual({ is: 'percent', share: 0.15, late: 3, count: 20 });
  expect(lateShareOf(3, 19)).toEqual({ is: 'counts', late: 3, count: 19 });
  expect(lateShareOf(0, 0)).toEqual({ is: 'counts', late: 0, count: 0 });
});
