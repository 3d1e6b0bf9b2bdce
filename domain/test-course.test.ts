import { expect, it } from 'vitest';
import { testCourse, testForGuests, testStep } from './test-course';

const AT = Date.parse('2026-06-19T18:00:00Z');
const RUN = { branch: 3, beganAt: AT, posOffsetMs: 60_000 };

it.each([
  [-1, 'gone'],
  [0, 'cooking'],
  [7_999, 'cooking'],
  [8_000, 'ready'],
  [16_000, 'served'],
  [21_999, 'served'],
  [22_000, 'gone'],
])('[F26a] after %i ms it is %s', (since, step) => {
  expect(testStep(RUN, AT + since)).toBe(step);
});

it('[F26a] its ticket and table follow, by the clock of the POS, and it knows its end', () => {
  expect(testCourse(RUN, AT + 22_000)).toBeNull();
  expect(testCourse(RUN, AT)).toMatchObject({
    until: '2026-06-19T18:00:22.000Z',
    tickets: [
      { branch: 3, startedAt: '2026-06-19T17:59:00.000Z', readyAt: null, table: { number: 'TEST' }, version: 1 },
    ],
    tables: [{ number: 'TEST', status: 'TABLE-STATUS-TAKEN', lastFoodAt: null }],
  });
  expect(testCourse(RUN, AT + 9_000)).toMatchObject({
    tickets: [{ state: 'KITCHEN-TICKET-STATE-READYFORPICKUP', readyAt: '2026-06-19T17:59:08.000Z', closedAt: null }],
    tables: [{ status: 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED' }],
  });
  const served = testCourse(RUN, AT + 17_000);
  expect(served?.tickets[0]).toMatchObject({ servedAt: '2026-06-19T17:59:16.000Z', closedBy: 'pos', version: 3 });
  expect(served?.tables[0]).toMatchObject({ lastFoodAt: '2026-06-19T17:59:16.000Z' });
});

it('[F26b] for guests it is a number of the counter, without a table', () => {
  const practice = testCourse(RUN, AT);
  expect(practice && testForGuests(practice)).toMatchObject({
    tickets: [{ orderKind: 'cafeteria', ticketNumber: 0, table: null }],
    tables: [],
  });
});
