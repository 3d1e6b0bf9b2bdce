import { expect, test } from 'vitest';
import { eventKey, keyOf } from './event-key';

const details = { tableOrder: { orderId: 'AB-1' }, course: { courseNumber: 2 } };
const event = { eventTimestamp: '2026-06-19T20:00:00.000+02:00' };

test('an event has the same key in every form of its body', () => {
  const key = keyOf('ab-1', '2', '2026-06-19T18:00:00.000Z');
  expect(eventKey({ event, ...details })).toBe(key);
  expect(eventKey({ event, kitchenServeCourse: details, ...details, course: { courseNumber: 9 } })).toBe(key);
  expect(eventKey({ event, ...details, tableOrder: null, cafeteriaOrder: { orderId: 'ab-1' } })).toBe(key);
});

test('another course, order or instant has another key', () => {
  const keys = [keyOf('a', 1, '2026-01-01T00:00:00Z'), keyOf('a', 2, '2026-01-01T00:00:00Z')];
  keys.push(keyOf('b', 1, '2026-01-01T00:00:00Z'), keyOf('a', 1, '2026-01-01T00:00:00.001Z'));
  expect(new Set(keys).size).toBe(4);
});
