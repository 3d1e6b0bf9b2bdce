import { expect, it } from 'vitest';
import { EVENING, ready, ticket } from '../testing/tickets';
import { isLate, isNew, type Urgency, urgencyOf } from './ticket-state';

const minute = (count: number) => EVENING + count * 60_000;
const justBefore = (count: number) => minute(count) - 1;

it.each<[number, Urgency]>([
  [minute(0), 'cooking'],
  [justBefore(8), 'cooking'],
  [minute(8), 'warn'],
  [justBefore(10), 'warn'],
  [minute(10), 'late'],
  [justBefore(15), 'late'],
  [minute(15), 'very-late'],
  [minute(600), 'very-late'],
])('in preparation at %d: %s', (now, urgency) => {
  expect(urgencyOf(ticket(), now)).toBe(urgency);
});

it.each<[number, Urgency]>([
  [minute(12), 'ready'],
  [justBefore(14), 'ready'],
  [minute(14), 'ready-warn'],
  [justBefore(16), 'ready-warn'],
  [minute(16), 'ready-late'],
])('ready at 12, at %d: %s', (now, urgency) => {
  expect(urgencyOf(ready(12), now)).toBe(urgency);
});

it('a ticket without limits never becomes urgent', () => {
  expect(urgencyOf(ticket({ warnAt: null, lateAt: null, veryLateAt: null }), minute(600))).toBe('cooking');
  expect(urgencyOf(ready(1, { warnAt: null, lateAt: null }), minute(600))).toBe('ready');
});

it('a ticket past its limit is late, cooking or on the pass', () => {
  const all: Urgency[] = ['cooking', 'warn', 'late', 'very-late', 'ready', 'ready-warn', 'ready-late'];
  expect(all.filter(isLate)).toEqual(['late', 'very-late', 'ready-late']);
});

it('a ticket is new for its first ten seconds in preparation', () => {
  expect(isNew(ticket(), EVENING)).toBe(true);
  expect(isNew(ticket(), EVENING + 9_999)).toBe(true);
  expect(isNew(ticket(), EVENING + 10_000)).toBe(false);
  expect(isNew(ready(0), EVENING)).toBe(false);
  expect(isNew(ticket({ startedAt: null }), EVENING)).toBe(false);
});
