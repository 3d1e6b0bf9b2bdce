import { describe, expect, test } from 'vitest';
import { translate } from './translate';

const TABLE_ID = '5eea25d4-4188-43b8-9a66-8086561d590c';
const CAFETERIA_ID = '5bf3dd11-33a5-4a80-a1d8-d63ccf7c786f';
const NO_ID = '00000000-0000-0000-0000-000000000000';

const tableOrder = { orderId: TABLE_ID, year: 2018, number: 85214 };
const cafeteriaOrder = { orderId: CAFETERIA_ID, year: 2018, number: 6540, ticketNumber: 40 };

const TO_START = {
  pathEvent: 'kitchenStartCourse',
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};
const RECEIVED_AT = Date.UTC(2018, 5, 19, 16);

/** The reading of a start with these members besides the course. */
function read(members: object) {
  const body = JSON.stringify({
    event: { eventBlocking: false, eventCounter: 7, eventTimestamp: '2018-06-19T18:00:00.000+02:00' },
    sender: { branchNumber: 4, workplaceNumber: 1 },
    course: { courseNumber: 1 },
    ...members,
  });
  return translate(Buffer.from(body), 'aa', TO_START, RECEIVED_AT);
}

/** How an order with these members is known. */
function orderOf(members: object) {
  const translation = read(members);
  if (translation.kind !== 'fact') throw new Error(`read as ${translation.kind}: ${translation.reason}`);
  return { branch: translation.branch, identity: translation.identity, names: translation.fact.order };
}

function tableOf(table: object | null) {
  const translation = read({ tableOrder, table });
  if (translation.kind !== 'fact') throw new Error(`read as ${translation.kind}: ${translation.reason}`);
  return translation.fact.table;
}

describe('an order', () => {
  test('[F2] is known by the id of its table order', () => {
    expect(orderOf({ tableOrder })).toEqual({
      branch: 4,
      identity: `id:${TABLE_ID}`,
      names: {
        kind: 'table',
        orderId: TABLE_ID,
        otherOrderId: null,
        year: 2018,
        number: 85214,
        ticketNumber: null,
      },
    });
  });

  test('[F2] is known by the id of its cafeteria order if there is no table order', () => {
    const alone = {
      branch: 4,
      identity: `id:${CAFETERIA_ID}`,
      names: {
        kind: 'cafeteria',
        orderId: CAFETERIA_ID,
        otherOrderId: null,
        year: 2018,
        number: 6540,
        ticketNumber: 40,
      },
    };
    expect(orderOf({ cafeteriaOrder })).toEqual(alone);
    expect(orderOf({ cafeteriaOrder, tableOrder: null })).toEqual(alone);
    expect(orderOf({ cafeteriaOrder, tableOrder: {} })).toEqual(alone);
  });

  test('[F2] that is sent as both belongs to the table order; the cafeteria order is its other id', () => {
    expect(orderOf({ cafeteriaOrder, tableOrder })).toMatchObject({
      identity: `id:${TABLE_ID}`,
      names: { kind: 'table', orderId: TABLE_ID, otherOrderId: CAFETERIA_ID, number: 85214, ticketNumber: 40 },
    });
  });

  test('[F2] is the same one under the members of its event as at the top level', () => {
    const nested = read({ course: undefined, kitchenStartCourse: { tableOrder, course: { courseNumber: 1 } } });

    expect(nested).toMatchObject({ kind: 'fact', identity: `id:${TABLE_ID}` });
  });

  test('[F2] has an id in lower case, however it is written', () => {
    const shouted = { ...tableOrder, orderId: ` ${TABLE_ID.toUpperCase()} ` };

    expect(orderOf({ tableOrder: shouted })).toEqual(orderOf({ tableOrder }));
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', '  '],
    ['all zeros', NO_ID],
  ])('[F2] whose id is %s is known by kind, year and number', (_, orderId) => {
    expect(orderOf({ tableOrder: { ...tableOrder, orderId } })).toMatchObject({
      identity: 'table:2018:85214',
      names: { kind: 'table', orderId: null, year: 2018, number: 85214 },
    });
    expect(orderOf({ cafeteriaOrder: { ...cafeteriaOrder, orderId } })).toMatchObject({
      identity: 'cafeteria:2018:6540',
      names: { kind: 'cafeteria', orderId: null },
    });
  });

  test('[F2] without an id is another one in another year, under another number, and of another kind', () => {
    const plain = { year: 2018, number: 85214 };
    const identities = [
      { tableOrder: plain },
      { tableOrder: { ...plain, year: 2019 } },
      { tableOrder: { ...plain, number: 1 } },
      { cafeteriaOrder: plain },
    ].map((members) => orderOf(members).identity);

    expect(new Set(identities).size).toBe(4);
  });

  test('[F2] may have its year and number as text', () => {
    expect(orderOf({ tableOrder: { year: '2018', number: '85214' } }).identity).toBe('table:2018:85214');
  });

  test('[F2] whose table order has no usable id is known by the id of the cafeteria order beside it', () => {
    expect(orderOf({ cafeteriaOrder, tableOrder: { ...tableOrder, orderId: NO_ID } })).toMatchObject({
      identity: `id:${CAFETERIA_ID}`,
      names: { kind: 'table', orderId: CAFETERIA_ID, otherOrderId: null, number: 85214 },
    });
  });

  test.each([
    ['neither order', {}],
    ['both orders null', { tableOrder: null, cafeteriaOrder: null }],
    ['an order without members', { tableOrder: {} }],
    ['a year alone', { tableOrder: { year: 2018 } }],
    ['a number alone', { tableOrder: { number: 85214 } }],
    ['an id of zeros alone', { cafeteriaOrder: { orderId: NO_ID, ticketNumber: 40 } }],
  ])('[F2] with %s in the body is unreadable', (_, members) => {
    expect(read(members)).toMatchObject({ kind: 'unreadable', branch: 4, code: 'INVALID_DATA' });
  });
});

describe('a table', () => {
  test('[F7a] has number and sub-number as text; the default is the first sub-table', () => {
    expect(tableOf({ number: 12, subNumber: 2, tableName: 'J. Smith', numberOfGuests: 1 })).toEqual({
      number: '12',
      subNumber: '2',
      name: 'J. Smith',
      guests: 1,
    });
    expect(tableOf({ number: '012' })).toEqual({ number: '12', subNumber: '1', name: null, guests: null });
    expect(tableOf({ number: 12, subNumber: null, tableName: ' ' })).toMatchObject({ subNumber: '1', name: null });
  });

  test('[F7a] keeps every digit of a number beyond 2^53', () => {
    const body = `{"event":{"eventTimestamp":"2018-06-19T18:00:00Z"},"sender":{"branchNumber":4},
      "tableOrder":{"orderId":"${TABLE_ID}"},"table":{"number":9007199254740993},"course":{"courseNumber":1}}`;
    const translation = translate(Buffer.from(body), 'aa', TO_START, RECEIVED_AT);

    expect(translation).toMatchObject({ kind: 'fact', fact: { table: { number: '9007199254740993' } } });
  });

  test('[F7a] is not named by an event without a table, or by one without a number; its party may be', () => {
    expect(tableOf(null)).toBeNull();
    expect(tableOf({})).toBeNull();
    const party = { number: null, subNumber: null, name: 'Smith', guests: 4 };
    expect(tableOf({ tableName: 'Smith', numberOfGuests: 4 })).toEqual(party);
  });

  test('[F7a] has an unknown number of guests where the POS says that there are none', () => {
    expect(tableOf({ number: 12, numberOfGuests: 0 })).toMatchObject({ number: '12', guests: null });
    expect(tableOf({ number: 12, numberOfGuests: '-1' })).toMatchObject({ number: '12', guests: null });
    expect(tableOf({ numberOfGuests: 0 })).toBeNull();
  });
});
