import { expect, test } from 'vitest';
import { readServices, serviceAt, serviceSpans } from './services';

const CUT_OFF = 4 * 60;
const spans = serviceSpans(readServices('dinner 16:00, lunch 11:00, late 01:00') ?? [], CUT_OFF);
const nameAt = (hour: number, minute = 0) => spans[serviceAt(hour * 60 + minute, spans, CUT_OFF)]?.name ?? null;

test('[F16] a service lasts until the next one, the last one until the cut-off', () => {
  expect([nameAt(11), nameAt(15, 59), nameAt(16), nameAt(23, 59), nameAt(0), nameAt(0, 59)]).toEqual([
    'lunch',
    'lunch',
    'dinner',
    'dinner',
    'dinner',
    'dinner',
  ]);
  expect([nameAt(1), nameAt(3, 59)]).toEqual(['late', 'late']);
});

test('[F16] a minute before the first service of the business day has no service', () => {
  expect([nameAt(4), nameAt(10, 59)]).toEqual([null, null]);
});

test('[F16] the service of a minute depends on the cut-off', () => {
  const noon = serviceSpans(readServices('lunch 11:00, dinner 16:00') ?? [], 12 * 60);
  expect(noon.map(({ name }) => name)).toEqual(['dinner', 'lunch']);
  expect(noon[serviceAt(11 * 60 + 30, noon, 12 * 60)]?.name).toBe('lunch');
  expect(serviceAt(12 * 60, noon, 12 * 60)).toBe(-1);
});
