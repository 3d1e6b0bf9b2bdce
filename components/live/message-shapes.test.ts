import { expect, it } from 'vitest';
import { board, change, table, ticket } from '../testing/tickets';
import { isBoard, isChange, isHead } from './message-shapes';

const head = { ...board(), build: 'b' };

it('messages of our server are valid', () => {
  expect(isBoard(board({ tickets: [ticket()], tables: [table()] }))).toBe(true);
  const { firstCourseAt: _, ...older } = table();
  expect(isBoard({ ...board(), tables: [older] })).toBe(true);
  expect(isChange(change(2, { tickets: [ticket()] }))).toBe(true);
  expect(isHead(head)).toBe(true);
  expect(isChange(board())).toBe(false);
});

it.each([
  null,
  undefined,
  7,
  'board',
  [],
  {},
  { ...board(), epoch: 1 },
  { ...board(), version: '1' },
  { ...board(), serverTime: 'soon' },
  { ...board(), serverTime: undefined },
  { ...board(), posOffsetMs: null },
  { ...board(), tickets: {} },
  { ...board(), tickets: [null] },
  { ...board(), tickets: [{ ...ticket(), course: 'MA' }] },
  { ...board(), tickets: [{ ...ticket(), closedAt: undefined }] },
  { ...board(), tickets: [{ ...ticket(), lateAt: 'soon' }] },
  { ...board(), tickets: [{ ...ticket(), table: { number: 12, subNumber: 1 } }] },
  { ...board(), tables: [{ ...table(), courses: null }] },
  { ...board(), tables: [{ ...table(), firstCourseAt: 'soon' }] },
  { ...board(), tables: undefined },
])('takes %j for no message', (value) => {
  expect([isBoard(value), isChange(value), isHead(value)]).toEqual([false, false, false]);
});
