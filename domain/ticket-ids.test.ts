import { expect, test } from 'vitest';
import { MOST_TICKETS, readTicketIds } from './ticket-ids';

test('ids of tickets, apart by commas', () => {
  expect(readTicketIds('12-3-1')).toEqual(['12-3-1']);
  expect(readTicketIds('12-3-1,13--2-1')).toEqual(['12-3-1', '13--2-1']);
});

test.each(['', ',', '12-3', '12-3-1,', '12-3-1, 13-3-1', 'a-3-1', '1-2-3-4', "1-2-3'"])('“%s” is none', (text) => {
  expect(readTicketIds(text)).toBeNull();
});

test('so many are no click on a figure', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}-1-1`).join();
  expect(readTicketIds(ids(MOST_TICKETS))).toHaveLength(MOST_TICKETS);
  expect(readTicketIds(ids(MOST_TICKETS + 1))).toBeNull();
});
