import { expect, test } from 'vitest';
import { partsOfTicketId, readTicketIds } from './ticket-ids';

test('ids of tickets, apart by commas', () => {
  expect(readTicketIds('12-3-1')).toEqual(['12-3-1']);
  expect(readTicketIds('12-3-1,13--2-1')).toEqual(['12-3-1', '13--2-1']);
  expect(partsOfTicketId('13--2-1')).toEqual([13, -2, 1]);
});

test.each(['', ',', '12-3', '12-3-1,', '12-3-1, 13-3-1', 'a-3-1', '1-2-3-4', "1-2-3'"])('“%s” is none', (text) => {
  expect(readTicketIds(text)).toBeNull();
});

test('so many are no click on a figure', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}-1-1`).join();
  expect(readTicketIds(ids(300))).toHaveLength(300);
  expect(readTicketIds(ids(301))).toBeNull();
});
