import { expect, test } from 'vitest';
import { compareFacts, type Fact, factKey, isSameFact, outranks } from './fact';
import { foldOrder } from './fold';
import { completed, desserts, mains, served, started, starters, table } from './testing/facts';

/** Sorted facts; each comes before the next only because of the property in its name. */
const inOrder: [string, Fact][] = [
  ['an instant', served('18:02:29.999', { counter: 900 })],
  ['a start', started('18:02:30', { counter: 800 })],
  ['a complete', completed('18:02:30', { counter: 700 })],
  ['a serve without a counter', served('18:02:30', { course: desserts, bodySha256: 'ff' })],
  ['a counter', served('18:02:30', { counter: -5, course: desserts, bodySha256: 'ee' })],
  ['a greater counter', served('18:02:30', { counter: 6, course: starters, bodySha256: 'dd' })],
  ['a course', served('18:02:30', { counter: 6, course: mains, bodySha256: 'aa' })],
  ['a hash', served('18:02:30', { counter: 6, course: mains, bodySha256: 'ab' })],
];

test('[F1] facts are sorted by instant, step, counter, course and hash, independently of arrival', () => {
  const facts = inOrder.map(([, fact]) => fact);
  for (const [index, [name, fact]] of inOrder.entries()) {
    for (const [later, other] of facts.entries()) {
      expect(Math.sign(compareFacts(fact, other)), `${name} and number ${later}`).toBe(Math.sign(index - later));
    }
  }
  expect(facts.toReversed().toSorted(compareFacts)).toEqual(facts);
});

test('[F1] a counter that restarts at one does not put a later fact before an earlier one', () => {
  const before = started('18:00', { counter: 9_999 });
  const after = completed('18:10', { counter: 1 });

  expect(compareFacts(before, after)).toBeLessThan(0);
  expect(foldOrder([after, before]).tickets).toMatchObject([{ startedAt: before.at, readyAt: after.at }]);
});

test('[F1] course, step and instant identify a fact of an order; counter, hash and content do not', () => {
  const fact = started('18:02:30');
  const same = started('18:02:30', { counter: 7, bodySha256: 'bb', table: table('9'), expectedRaw: 60 });

  for (const other of [
    started('18:02:30.001'),
    completed('18:02:30'),
    served('18:02:30'),
    started('18:02:30', { course: desserts }),
  ]) {
    expect(isSameFact(other, fact)).toBe(false);
    expect(factKey(other)).not.toBe(factKey(fact));
  }
  expect(isSameFact(same, fact)).toBe(true);
  expect(factKey(same)).toBe(factKey(fact));
});

test.each([
  ['a higher counter', { counter: 8, bodySha256: 'aa' }, { counter: 7, bodySha256: 'ff' }],
  ['a counter, where the other has none,', { counter: 0, bodySha256: 'aa' }, { counter: null, bodySha256: 'ff' }],
  [
    'a counter below zero, where the other has none,',
    { counter: -1, bodySha256: 'aa' },
    { counter: null, bodySha256: 'ff' },
  ],
  ['the greater hash, of equal counters,', { counter: 7, bodySha256: 'a1' }, { counter: 7, bodySha256: 'a0' }],
  ['the greater hash, of no counters,', { counter: null, bodySha256: 'b0' }, { counter: null, bodySha256: 'a9' }],
])('[F1] of two deliveries with the same fact, the one with %s outranks the other', (_, winner, loser) => {
  expect(outranks(started('18:00', winner), started('18:00', loser))).toBe(true);
  expect(outranks(started('18:00', loser), started('18:00', winner))).toBe(false);
});

test('[F1] a delivery does not outrank its repeat, so a repeat replaces nothing', () => {
  const fact = started('18:00', { counter: 7, bodySha256: 'aa' });

  expect(outranks({ ...fact }, fact)).toBe(false);
});
