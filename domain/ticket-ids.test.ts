import { expect, test } from 'vitest';
import { MAX_TICKETS, readTicketId, readTicketIds } from './ticket-ids';

test('ticket ids are separated by commas', () => {
  expect(readTicketIds('12-3-1')).toEqual(['12-3-1']);
  expect(readTicketIds('12-3-1,13--2-1')).toEqual(['12-3-1', '13--2-1']);
});

test.each(['', ',', '12-3', '12-3-1,', '12-3-1, 13-3-1', 'a-3-1', '1-2-3-4', "1-2-3'"])(
  '“%s” is not a list of ticket ids',
  (text) => {
    expect(readTicketIds(text)).toBeNull();
  },
);

test('a list of more than 200 ids is rejected', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}-1-1`).join();
  expect(readTicketIds(ids(MAX_TICKETS))).toHaveLength(MAX_TICKETS);
  expect(readTicketIds(ids(MAX_TICKETS + 1))).toBeNull();
});

test('readTicketId parses the parts of an id, with negative course numbers', () => {
  expect(readTicketId('12-3-1')).toEqual({ orderKey: 12, courseNumber: 3, round: 1 });
  expect(readTicketId('9999999999--2-10')).toEqual({ orderKey: 9_999_999_999, courseNumber: -2, round: 10 });
});

test.each(['', '12-3', '12-3-1-1', '12-3-1 ', '012-3-1', '12-03-1', '12--0-1', '-12-3-1', '12345678901-3-1'])(
  '“%s” is the id of no ticket',
  (text) => {
    expect(readTicketId(text)).toBeNull();
  },
);
