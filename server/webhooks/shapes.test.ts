import { describe, expect, it } from 'vitest';
import { MAX_TEXT_LENGTH, shortText } from './member-values';
import { readJson } from './read-json';
import { describeIssues, envelopeShape, kitchenShape } from './shapes';

const envelope = (changes: { event?: object; sender?: object } = {}) =>
  envelopeShape.safeParse({
    event: { eventTimestamp: '2026-06-19T17:32:01.969+02:00', eventCounter: 1, ...changes.event },
    sender: { branchNumber: 1, ...changes.sender },
  });
const instantOf = (eventTimestamp: unknown) => envelope({ event: { eventTimestamp } }).data?.event.eventTimestamp;
const kitchen = (members: object) => kitchenShape.safeParse({ course: { courseNumber: 1 }, ...members });

describe('an instant', () => {
  const at = Date.UTC(2026, 5, 19, 15, 32, 1, 969);

  it.each([
    '2026-06-19T17:32:01.969+02:00',
    '2026-06-19T15:32:01.969Z',
    '2026-06-19T15:32:01.969z',
    '2026-06-19t15:32:01.969Z',
    '2026-06-19 15:32:01.969Z',
    '2026-06-19T15:32:01,969Z',
    '2026-06-19T15:32:01.969999Z',
    '2026-06-19T15:32:01.969000000+00:00',
    '2026-06-19T17:32:01.969+0200',
    '2026-06-19T17:32:01.969+02',
    '2026-06-19T11:02:01.969-0430',
    '2026-06-20T05:32:01.969+14:00',
    '  2026-06-19T17:32:01.969+02:00\n',
  ])('may be written %j', (text) => {
    expect(instantOf(text)).toBe(at);
  });

  it('may omit milliseconds, some of their digits, and seconds', () => {
    expect(instantOf('2026-06-19T15:32:01Z')).toBe(Date.UTC(2026, 5, 19, 15, 32, 1));
    expect(instantOf('2026-06-19T15:32:01.9Z')).toBe(Date.UTC(2026, 5, 19, 15, 32, 1, 900));
    expect(instantOf('2026-06-19T17:32+02:00')).toBe(Date.UTC(2026, 5, 19, 15, 32));
    expect(instantOf('2024-02-29T00:00:00Z')).toBe(Date.UTC(2024, 1, 29));
    expect(instantOf('1970-01-01T00:00:00Z')).toBe(0);
  });

  it.each([
    '',
    ' ',
    'yesterday',
    '2026-06-19',
    '17:32:01Z',
    '2026-06-19T17:32:01.969',
    '2026-06-19T17:32:01.969 +02:00',
    '2026-06-19T17Z',
    '2026-6-19T17:32:01Z',
    '26-06-19T17:32:01Z',
    '2026-02-29T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-00-10T12:00:00Z',
    '2026-06-00T12:00:00Z',
    '2026-06-19T25:00:00Z',
    '2026-06-19T12:60:00Z',
    '2026-06-19T12:00:61Z',
    '2026-06-19T12:00:00+99:00',
    '2026-06-19T12:00:00+02:99',
    '2026-06-19T12:00:00+2:00',
    '2026-06-19T12:00:00CEST',
    '2026-06-19T12:00:00Europe/Amsterdam',
    '2026-W25-5T12:00:00Z',
    '2026-170T12:00:00Z',
    '+002026-06-19T12:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00+01:00',
    '٢٠٢٦-٠٦-١٩T12:00:00Z',
    'Fri, 19 Jun 2026 17:32:01 +0200',
    '1781883121969',
    1_781_883_121_969,
    null,
    undefined,
    true,
    {},
    ['2026-06-19T17:32:01Z'],
  ])('is invalid: %j', (text) => {
    const read = envelope({ event: { eventTimestamp: text } });
    expect(read.success).toBe(false);
    if (!read.success) expect(describeIssues(read.error)).toMatch(/^event\.eventTimestamp must be /);
  });
});

describe('a number', () => {
  it('may be a number, numeric text with spaces around it, null or absent', () => {
    const read = kitchen({ tableOrder: { year: '2026', number: ' 85214 ', ticketNumber: null } });
    expect(read.data?.tableOrder).toEqual({ orderId: null, year: 2026, number: 85214, ticketNumber: null });
    expect(kitchen({ tableOrder: null }).data?.tableOrder).toBeNull();
    expect(kitchen({}).data?.cafeteriaOrder).toBeNull();
    expect(kitchen({ course: { courseNumber: '-3', sequenceNumber: '007' } }).data?.course).toMatchObject({
      courseNumber: -3,
      sequenceNumber: 7,
      expectedPreparationTime: null,
    });
  });

  it.each([2_147_483_647, -2_147_483_647, '2147483647', 2n, 1e3, 60.0])('of 32 bits is accepted: %s', (number) => {
    expect(kitchen({ tableOrder: { number } }).data?.tableOrder?.number).toBe(Number(number));
  });

  it.each([
    2_147_483_648,
    -2_147_483_649,
    9_007_199_254_740_993n,
    '9007199254740993',
    1.5,
    '1.5',
    Number.POSITIVE_INFINITY,
    Number.NaN,
    '',
    ' ',
    'one',
    '1e3',
    '0x10',
    '１２',
    '1 2',
    true,
    {},
    [1],
  ])('of more than 32 bits, or of another type, is refused by name: %s', (number) => {
    const read = kitchen({ tableOrder: { number } });
    expect(read.success).toBe(false);
    if (!read.success) expect(describeIssues(read.error)).toMatch(/^tableOrder\.number must be an integer/);
  });

  it('of 1e400 in a body is refused', () => {
    const json = readJson(Buffer.from('{"course":{"courseNumber":1e400}}'));
    expect(kitchenShape.safeParse(json.ok && json.value).success).toBe(false);
  });

  it('that detects repeats may be as large as a double represents exactly', () => {
    expect(envelope({ event: { eventCounter: Number.MAX_SAFE_INTEGER } }).success).toBe(true);
    expect(envelope({ event: { eventCounter: undefined } }).data?.event.eventCounter).toBeNull();
    expect(envelope({ event: { eventCounter: '12' } }).data?.event.eventCounter).toBe(12);
  });

  it('of the branch is required', () => {
    for (const branchNumber of [null, undefined, '', 'one', 1.5, 1e10])
      expect(envelope({ sender: { branchNumber } }).success).toBe(false);
    expect(envelope({ sender: { branchNumber: '4' } }).data?.sender.branchNumber).toBe(4);
  });
});

describe('a table number', () => {
  const numberOf = (number: unknown) => kitchen({ table: { number } }).data?.table?.number;

  it('keeps every digit, and has one form, however it was written', () => {
    const json = readJson(Buffer.from('{"table":{"number":900719925474099312345,"subNumber":9007199254740993}}'));
    expect(kitchen(json.ok ? (json.value as object) : {}).data?.table).toMatchObject({
      number: '900719925474099312345',
      subNumber: '9007199254740993',
    });
    expect(numberOf('00012')).toBe('12');
    expect(numberOf(' 12 ')).toBe('12');
    expect(numberOf(12)).toBe('12');
    expect(numberOf('-0')).toBe('0');
    expect(numberOf('9'.repeat(40))).toBe('9'.repeat(40));
  });

  it.each([1.5, '1.5', 1e21, Number.POSITIVE_INFINITY, '', 'twelve', '12a', '9'.repeat(41), true, {}])(
    'is refused: %s',
    (number) => {
      expect(kitchen({ table: { number } }).success).toBe(false);
    },
  );
});

describe('text', () => {
  it('loses NUL and lone surrogates, keeps everything else, and is unknown when blank', () => {
    const nameOf = (name: unknown) => kitchen({ course: { courseNumber: 1, name } }).data?.course.name;
    expect(nameOf('Ma\0ins')).toBe('Mains');
    expect(nameOf('a\ud83db\ude00')).toBe('a�b�');
    expect(nameOf('Crème 😀 ‮ <b>"x"</b>')).toBe('Crème 😀 ‮ <b>"x"</b>');
    expect(nameOf('x'.repeat(100_000))).toHaveLength(MAX_TEXT_LENGTH);
    expect([nameOf(''), nameOf(' \n'), nameOf('\0'), nameOf(null), nameOf(undefined)]).toEqual(Array(5).fill(null));
    for (const name of [1, true, {}, ['x']]) expect(kitchen({ course: { courseNumber: 1, name } }).success).toBe(false);
  });

  it('that is truncated never ends in half a character', () => {
    expect(shortText('abc😀', 4)).toBe('abc�');
    expect(shortText('abc😀', 5)).toBe('abc😀');
    expect(shortText('a\0\0b', 2)).toBe('ab');
  });
});

it('the messages name the valid values, or the required type', () => {
  const fault = (member: string, value: unknown) => {
    const read = kitchen({ tableOrder: { [member]: value }, table: { [member]: value } });
    return read.success ? null : describeIssues(read.error).split('; ')[0];
  };
  for (const number of [1.5, 1e10, 10n ** 20n, '', 'one']) {
    expect(fault('year', number)).toBe('tableOrder.year must be an integer from -2147483647 to 2147483647');
    if (typeof number !== 'bigint' && number !== 1e10)
      expect(fault('subNumber', number)).toBe('table.subNumber must be an integer of at most 40 digits');
  }
  for (const value of [true, {}, [1], Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(fault('year', value)).toBe('tableOrder.year must be an integer');
    expect(fault('subNumber', value)).toBe('table.subNumber must be an integer');
    expect(fault('orderId', value)).toBe('tableOrder.orderId must be an id');
  }
});

describe('an order id', () => {
  const idOf = (orderId: unknown) => kitchen({ tableOrder: { orderId } }).data?.tableOrder?.orderId;

  it('is converted to lower case', () => {
    expect(idOf('5EEA25D4-4188-43B8-9A66-8086561D590C')).toBe('5eea25d4-4188-43b8-9a66-8086561d590c');
    expect(idOf(' A1 ')).toBe('a1');
    expect(idOf(85214)).toBe('85214');
    expect(idOf(9_007_199_254_740_993n)).toBe('9007199254740993');
    expect(idOf(`${'x'.repeat(199)}😀`)?.isWellFormed()).toBe(true);
  });

  it('that does not identify an order counts as absent', () => {
    for (const id of ['', ' ', '\0', '0', '00000000-0000-0000-0000-000000000000', null]) expect(idOf(id)).toBeNull();
  });
});

it('faults are reported member by member, without the values', () => {
  const read = kitchen({ table: { tableName: ['J. Smith'], number: 'J. Smith' }, course: 'J. Smith' });
  expect(read.success).toBe(false);
  if (read.success) return;
  expect(describeIssues(read.error)).toBe(
    'table.number must be an integer of at most 40 digits; table.tableName must be text; course must be an object',
  );
});
