import { expect, test } from 'vitest';
import type { Fact } from './fact';
import { foldOrder } from './fold';
import { tableKey } from './order-table';
import { clockOf, completed, desserts, served, started, starters, table } from './testing/facts';

/** The marks of each ticket: `{ MA: ['moved'] }`. */
function marks(...facts: Fact[]) {
  return Object.fromEntries(
    foldOrder(facts).tickets.map((ticket) => [ticket.course.abbreviation ?? '', ticket.marks.join(' ')]),
  );
}

/** Every table that concerns an order, with its newest fact: `{ '12/1': '18:00' }`. */
function concerned(...facts: Fact[]) {
  return Object.fromEntries(
    [...foldOrder(facts).tablesConcerned].map(([key, { newsAt }]) => [key, clockOf(newsAt)] as const),
  );
}

test('[F7][F7a] the table of an order is the one in its newest fact that names one', () => {
  const moved = [started('18:00', { table: table('12') }), completed('18:12', { table: table('14') }), served('18:14')];

  expect(foldOrder(moved).table).toEqual(table('14'));
  expect(foldOrder(moved.toReversed()).table).toEqual(table('14'));
  expect(foldOrder([started('18:00')]).table).toBeNull();
});

test('[F7a] a late fact that is older does not move the order', () => {
  const facts = [served('18:14', { table: table('14') }), started('18:00', { table: table('12') })];

  expect(foldOrder(facts).table?.number).toBe('14');
});

test('[F7a] a name and a number of guests that later facts omit are kept, even at another table', () => {
  const folded = foldOrder([
    started('18:00', { table: table('12', { name: 'Smith', guests: 4 }) }),
    completed('18:12', { table: table('14') }),
    served('18:14', { table: table('14', { guests: 5 }) }),
  ]);

  expect(folded.table).toEqual(table('14', { name: 'Smith', guests: 5 }));
});

test('[F7a] a sub-table is a separate table', () => {
  expect(tableKey(table('12'))).not.toBe(tableKey(table('12', { subNumber: '2' })));
  expect(tableKey(table('1', { subNumber: '21' }))).not.toBe(tableKey(table('12', { subNumber: '1' })));
  expect(
    marks(started('18:00', { table: table('12') }), completed('18:05', { table: table('12', { subNumber: '2' }) })),
  ).toEqual({ MA: 'moved' });
});

test('[F7b] the newest fact of a table that an order left is the move', () => {
  const facts = [started('18:00', { table: table('12') }), completed('18:12', { table: table('14') }), served('18:14')];

  expect(concerned(...facts)).toEqual({ '12/1': '18:12', '14/1': '18:14' });
  expect(concerned(...facts, started('18:30', { table: table('12') }))).toEqual({ '12/1': '18:30', '14/1': '18:30' });
  expect(concerned(started('18:00'))).toEqual({});
});

test('[F7c] a move marks all tickets that had begun before it', () => {
  expect(
    marks(
      started('18:00', { course: starters, table: table('12') }),
      completed('18:08', { course: starters }),
      served('18:10', { course: starters }),
      started('18:11'),
      completed('18:20', { table: table('14') }),
      started('18:30', { course: desserts }),
    ),
  ).toEqual({ ST: 'moved', MA: 'moved', DE: '' });
  expect(
    marks(
      started('18:00', { course: starters, table: table('12') }),
      started('18:20', { table: table('14') }),
      completed('18:25', { table: table('14') }),
    ),
  ).toEqual({ ST: 'moved', MA: '' });
});

test('[F7c] a move marks the first round, but not a second round that begins later', () => {
  const folded = foldOrder([
    started('18:00', { table: table('12') }),
    completed('18:12', { table: table('14') }),
    started('18:30', { table: table('14') }),
  ]);

  expect(folded.tickets.map((ticket) => ticket.marks)).toEqual([['moved'], ['second-round']]);
});

test('[F7c] a move to another table and back counts as a move', () => {
  const facts = [
    started('18:00', { table: table('12') }),
    completed('18:12', { table: table('14') }),
    served('18:14', { table: table('12') }),
  ];

  expect(marks(...facts)).toEqual({ MA: 'moved' });
});

test('[F7c] a changed name marks tickets, a first or omitted name does not', () => {
  const smith = { table: table('12', { name: 'Smith' }) };

  expect(marks(started('18:00', smith), completed('18:12', { table: table('12', { name: 'Jones' }) }))).toEqual({
    MA: 'renamed',
  });
  expect(marks(started('18:00', { table: table('12') }), completed('18:12', smith))).toEqual({ MA: '' });
  expect(marks(started('18:00', smith), completed('18:12', { table: table('12') }), served('18:14', smith))).toEqual({
    MA: '',
  });
  expect(
    marks(
      started('18:00', smith),
      completed('18:12', { table: table('12') }),
      served('18:14', { table: table('12', { name: 'Jones' }) }),
    ),
  ).toEqual({ MA: 'renamed' });
});

test('[F7c] a changed number of guests marks tickets, a first or omitted number does not', () => {
  const four = { table: table('12', { guests: 4 }) };

  expect(marks(started('18:00', four), completed('18:12', { table: table('12', { guests: 5 }) }))).toEqual({
    MA: 'guests',
  });
  expect(marks(started('18:00', { table: table('12') }), completed('18:12', four))).toEqual({ MA: '' });
  expect(marks(started('18:00', four), completed('18:12', { table: table('12') }), served('18:14', four))).toEqual({
    MA: '',
  });
});

test('[F7c] a ticket has the values before its marked changes, and null without a mark', () => {
  const [mains, late] = foldOrder([
    started('18:00', { table: table('72', { name: 'Jansen', guests: 4 }) }),
    completed('18:12', { table: table('12', { name: 'de Boer', guests: 7 }) }),
    started('18:30', { course: desserts, table: table('12') }),
  ]).tickets;

  expect(mains?.changes).toEqual({
    tableFrom: { number: '72', subNumber: '1' },
    nameFrom: 'Jansen',
    guestsFrom: 4,
  });
  expect(late?.changes).toEqual({ tableFrom: null, nameFrom: null, guestsFrom: null });
});

test('[F7c] a new name at a new table marks the tickets that had begun with both', () => {
  expect(
    marks(
      started('18:00', { table: table('12', { name: 'Smith', guests: 2 }) }),
      started('18:05', { course: desserts, table: table('14', { name: 'Jones', guests: 2 }) }),
    ),
  ).toEqual({ MA: 'moved renamed', DE: '' });
});

test('[F7c] the first table of an order is no move', () => {
  expect(marks(started('18:00'), completed('18:12', { table: table('12') }))).toEqual({ MA: '' });
});
