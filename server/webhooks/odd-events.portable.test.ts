import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { addProgram, newestDeliveries } from '../testing/deliveries';
import { eventMembers } from '../testing/events';
import { KEY } from '../testing/pos-key';
import { type RunningServer, startServer } from '../testing/running-server';
import { sign } from './sign';

// Events of a real POS that deviate from the documentation, over HTTP: the POS gets its answer, the kitchen its card.

const AT = Date.now() - 10 * 60_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const EMPTY_ORDER = { orderId: NO_ID, year: 0, number: 0 };
const COUNTER_ID = '5bf3dd11-33a5-4a80-a1d8-d63ccf7c786f';

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = await addProgram(server);
});
afterAll(() => server.stop());

let orders = 0;
let order: string;
beforeEach(() => {
  orders += 1;
  order = `5eea25d4-4188-43b8-9a66-${String(orders).padStart(12, '0')}`;
});

async function post(event: string, body: object) {
  const reply = await server.post(event, JSON.stringify(body));
  const text = await reply.text();
  return {
    status: reply.status,
    text,
    isSigned: reply.headers.get('x-service-signature') === sign(Buffer.from(text), KEY),
  };
}

const newest = async () => (await newestDeliveries(server, token))[0];

async function ticketOf(orderId: string) {
  const { tickets } = (await (await server.get('/api/v1/board', token)).json()) as Board;
  return tickets.find((ticket) => ticket.orderId === orderId);
}

describe('a scanned code', () => {
  const { event, sender } = eventMembers({ at: AT });
  const scan = (code: string) => ({
    event,
    sender,
    session: { sessionId: NO_ID, lines: [] },
    scanCode: { scannedCode: code },
  });
  const NOT_RECOGNIZED = { status: 200, text: '{"scanCode":{"recognized":false}}', isSigned: true };

  it('is answered as not recognized, signed', async () => {
    expect(await post('scanCode', scan('8710398'))).toEqual(NOT_RECOGNIZED);
    expect(await newest()).toMatchObject({ outcome: 'ignored', cause: 'till', pathEvent: 'scanCode' });
  });

  it('gets the same answer when it is repeated', async () => {
    for (let times = 0; times < 2; times += 1) expect(await post('scanCode', scan('again'))).toEqual(NOT_RECOGNIZED);
  });

  it('without a code gets its error, and other till events get {}', async () => {
    expect((await post('scanCode', scan(''))).text).toContain('NO_SCANNED_CODE');
    const relation = { ...scan(''), scanCode: undefined, selectRelation: null };
    expect(await post('selectRelation', relation)).toEqual({ status: 200, text: '{}', isSigned: true });
  });
});

describe('an actual preparation time on a start', () => {
  const start = (actual: unknown) => {
    const members = eventMembers({ at: AT, order });
    return { ...members, course: { ...(members.course as object), actualPreparationTime: actual } };
  };

  it.each([0, '0', -5])('of %j is not a completion', async (actual) => {
    await post('kitchenStartCourse', start(actual));
    expect(await newest()).toMatchObject({ outcome: 'applied', reason: null, told: { event: 'kitchenStartCourse' } });
    expect(await ticketOf(order)).toMatchObject({ state: 'KITCHEN-TICKET-STATE-STARTED' });
  });

  it.each([58, '58', 7.5])('of %j is a completion', async (actual) => {
    await post('kitchenStartCourse', start(actual));
    expect(await newest()).toMatchObject({ cause: 'path-slip', told: { event: 'kitchenCompleteCourse' } });
    expect(await ticketOf(order)).toMatchObject({ state: 'KITCHEN-TICKET-STATE-READYFORPICKUP' });
  });
});

describe('an order of zeros', () => {
  const both = (tableOrder: object, cafeteriaOrder: object, table: object | null = null) => ({
    ...eventMembers({ at: AT, table: null }),
    tableOrder,
    cafeteriaOrder,
    ...(table && { table }),
  });

  it('[F2] for the table beside a real one for the counter is a counter ticket', async () => {
    const counter = { orderId: COUNTER_ID, year: 2026, number: 6540, ticketNumber: 40 };
    await post('kitchenStartCourse', both(EMPTY_ORDER, counter, { number: 0, subNumber: 0 }));
    const expected = { orderKind: 'cafeteria', orderNumber: 6540, ticketNumber: 40, table: null };
    expect(await ticketOf(COUNTER_ID)).toMatchObject(expected);
  });

  it('[F2] for the counter beside a real one for the table is a table’s, without a ticket number', async () => {
    const tableOrder = { orderId: order, year: 2026, number: 85300 };
    await post('kitchenStartCourse', both(tableOrder, { ...EMPTY_ORDER, ticketNumber: 0 }, { number: 12 }));
    const expected = { orderKind: 'table', orderNumber: 85300, ticketNumber: null, table: { number: '12' } };
    expect(await ticketOf(order)).toMatchObject(expected);
  });
});

describe('a table without a number', () => {
  const event = (step: string, minutes: number, table: object) =>
    post(step, { ...eventMembers({ at: AT + minutes * 60_000, order }), table });

  it('[F7a] keeps the order at its table, under the new name and number of guests', async () => {
    await event('kitchenStartCourse', 0, { number: 12, subNumber: 2, tableName: 'Smith', numberOfGuests: 4 });
    await event('kitchenCompleteCourse', 5, { tableName: 'Jones', numberOfGuests: 5 });
    expect(await ticketOf(order)).toMatchObject({
      table: { number: '12', subNumber: '2', name: 'Jones', guests: 5 },
      marks: expect.arrayContaining(['renamed', 'guests']),
    });
  });

  it('[F7a] gives a name that is used for the first table of the order', async () => {
    await event('kitchenStartCourse', 0, { tableName: 'Jones', numberOfGuests: 5 });
    expect(await ticketOf(order)).toMatchObject({ table: null });
    await event('kitchenCompleteCourse', 5, { number: 14 });
    expect(await ticketOf(order)).toMatchObject({ table: { number: '14', name: 'Jones', guests: 5 } });
  });
});

describe('an optional member that cannot be read', () => {
  const FULL = {
    tableOrder: {},
    table: { number: 12, subNumber: 2, tableName: 'Smith', numberOfGuests: 4 },
    course: { courseNumber: 3, name: 'Mains', abbreviation: 'MA', sequenceNumber: 3, expectedPreparationTime: 600 },
  };

  it.each([
    ['course.sequenceNumber', 'third', { course: { sequence: null, abbreviation: 'MA' } }],
    ['course.expectedPreparationTime', 7.5, { expectedSeconds: null }],
    ['course.name', { nl: 'Hoofdgerecht' }, { course: { name: null, abbreviation: 'MA' } }],
    ['course.abbreviation', 12, { course: { name: 'Mains', abbreviation: null } }],
    ['table.numberOfGuests', 'four', { table: { number: '12', name: 'Smith', guests: null } }],
    ['table.subNumber', 'terrace', { table: { number: '12', subNumber: '1' } }],
    ['table.number', 'twelve', { table: null }],
    ['table.tableName', ['Smith'], { table: { number: '12', name: null, guests: 4 } }],
    ['tableOrder.year', 'this one', { orderYear: null, orderNumber: 85214 }],
    ['tableOrder.number', { value: 1 }, { orderYear: 2026, orderNumber: null }],
    ['event.eventCounter', 'seven', {}],
    ['sender.workplaceNumber', 'bar', {}],
  ])('%s: %j omits that member and keeps the card', async (member, odd, shown) => {
    const [outer = '', inner = ''] = member.split('.');
    const whole: Record<string, object> = {
      ...(eventMembers({ at: AT, order }) as Record<string, object>),
      table: FULL.table,
      course: FULL.course,
    };
    const body = { ...whole, [outer]: { ...whole[outer], [inner]: odd } };
    expect(await post('kitchenStartCourse', body)).toEqual({ status: 200, text: '{}', isSigned: true });
    expect(await ticketOf(order)).toMatchObject(shown);
    const delivery = await newest();
    expect(delivery).toMatchObject({ outcome: 'applied', cause: 'left-out' });
    expect(delivery?.reason).toMatch(new RegExp(`^left out: ${member} must be `));
  });

  it.each(['cafeteriaOrder', 'table'])('%s that is not an object is omitted entirely', async (member) => {
    expect((await post('kitchenStartCourse', { ...eventMembers({ at: AT, order }), [member]: 'none' })).status).toBe(
      200,
    );
    expect((await newest())?.reason).toBe(`left out: ${member} must be an object`);
    expect(await ticketOf(order)).toBeDefined();
  });

  it('several are each named, next to other remarks', async () => {
    const members = eventMembers({ at: AT, order, actual: 58 });
    const course = { ...(members.course as object), sequenceNumber: true, name: 5 };
    await post('kitchenStartCourse', { ...members, course });
    expect((await newest())?.reason).toBe(
      'came to the start path with an actual preparation time: read as a complete; left out: course.name must be text; course.sequenceNumber must be an integer',
    );
  });

  it('is reported if nothing else identifies the order', async () => {
    const { tableOrder, ...members } = eventMembers({ at: AT });
    const reply = await post('kitchenStartCourse', { ...members, tableOrder: { orderId: {} } });
    expect(reply).toMatchObject({ status: 400, text: expect.stringContaining('INVALID_DATA') });
    expect(await newest()).toMatchObject({ cause: 'member', reason: 'tableOrder.orderId must be an id' });
  });
});
