import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslationContext } from '../intake/delivery';
import { eventBody, eventMembers } from '../testing/events';
import { readJson } from './read-json';
import { translate } from './translate';

const AT = Date.UTC(2026, 5, 19, 15, 32);
const members = eventMembers({ at: AT });

function read(body: object | string | Uint8Array, addressed: Partial<TranslationContext> = {}) {
  const bytes = Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  const toStart: TranslationContext = {
    pathEvent: 'kitchenStartCourse',
    pinnedEvent: null,
    pathSlip: { isRead: true, exceptInBranches: [] },
    contentType: 'application/json',
  };
  return translate(bytes, 'a'.repeat(64), { ...toStart, ...addressed }, AT);
}

describe('a body that is no event', () => {
  it.each([
    ['nothing at all', '', 'INVALID_JSON'],
    ['spaces', '  \n', 'INVALID_JSON'],
    ['half a body', eventBody({ at: AT }).slice(0, -1), 'INVALID_JSON'],
    ['two bodies', '{}{}', 'INVALID_JSON'],
    ['single quotes', "{'a':1}", 'INVALID_JSON'],
    ['NaN', '{"a":NaN}', 'INVALID_JSON'],
    ['a NUL between members', '{"a":1\0}', 'INVALID_JSON'],
    ['a line break in text', '{"a":"b\nc"}', 'INVALID_JSON'],
    ['bytes that are not UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'INVALID_JSON'],
    ['an overlong NUL', Buffer.from('7b2261223a22c080227d', 'hex'), 'INVALID_JSON'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'INVALID_JSON'],
    ['brackets 100,000 deep', '['.repeat(100_000), 'INVALID_JSON'],
    ['objects 30,000 deep', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`, 'INVALID_JSON'],
    ['null', 'null', 'INVALID_DATA'],
    ['a number', '12', 'INVALID_DATA'],
    ['a list', '[]', 'INVALID_DATA'],
    ['an object without a course', '{}', 'NO_EVENT_DETAILS'],
    ['a nested member without a course', '{"kitchenServeCourse":{}}', 'NO_EVENT_DETAILS'],
    ['a course alone', '{"course":{"courseNumber":1}}', 'INVALID_DATA'],
    ['a course that is null', JSON.stringify({ ...members, course: null }), 'INVALID_DATA'],
    ['no sender', JSON.stringify({ ...members, sender: undefined }), 'INVALID_DATA'],
    ['no instant', JSON.stringify({ ...members, event: {} }), 'INVALID_DATA'],
  ])('%s is unreadable', (_, body, code) => {
    expect(read(body)).toMatchObject({ kind: 'unreadable', code });
  });

  it('keeps its branch if that is readable, and does not quote the body', () => {
    const translation = read({ ...members, course: { courseNumber: 'J. Smith' } });
    expect(translation).toMatchObject({ kind: 'unreadable', branch: 1, code: 'INVALID_DATA' });
    expect(JSON.stringify(translation)).not.toContain('Smith');
    const broken = read('{"tableName":"J. Smith" "x"}');
    expect(JSON.stringify(broken)).not.toContain('Smith');
    expect(broken).toMatchObject({ reason: expect.stringContaining('position') });
  });
});

describe('the content type', () => {
  it.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8', ' application/json ;x'])(
    '%j is taken',
    (contentType) => {
      expect(read(members, { contentType })).toMatchObject({ kind: 'fact' });
    },
  );

  it.each(['', 'text/plain', 'text/json', 'application/jsonp', 'application/x-www-form-urlencoded', 'json', ';'])(
    '%j is not',
    (contentType) => {
      expect(read(members, { contentType })).toMatchObject({ code: 'INVALID_CONTENT_TYPE', branch: 1 });
    },
  );

  it('is reported if it is missing', () => {
    expect(read(members, { contentType: null })).toMatchObject({ code: 'NO_CONTENT_TYPE', branch: 1 });
  });
});

describe('an unknown name', () => {
  it('of a member or an enum value is ignored', () => {
    const strange = {
      ...members,
      event: { ...(members.event as object), eventPolling: 'sometimes', eventKind: 'EVENT-KIND-NEW' },
      sender: { ...(members.sender as object), instanceId: 12, employeeNumber: { a: 1 } },
      session: 'none',
      orderType: 'ORDER-TYPE-NEVER-SEEN',
      course: { ...(members.course as object), type: 'COURSE-TYPE-NEW', lines: [null] },
    };
    expect(read(strange)).toMatchObject({ kind: 'fact', fact: { course: { number: 3 } } });
  });

  it('of an event makes it ignored and reported, for any body', () => {
    for (const pathEvent of ['tableOpened', 'constructor', '__proto__', 'toString', 'KitchenStartCourse', 'x'])
      expect(read(members, { pathEvent })).toEqual({
        kind: 'ignored',
        branch: 1,
        workplace: 3,
        isScan: false,
        reason: `${pathEvent} is not an event that we know`,
      });
    expect(read('{}', { pathEvent: 'tableOpened' })).toMatchObject({ kind: 'ignored', branch: null });
  });

  it('of an event is stored in a form that every database accepts', () => {
    const translation = read('{}', { pathEvent: `a\0${'😀'.repeat(80)}` });
    expect(translation.kind === 'ignored' && translation.reason.isWellFormed()).toBe(true);
    expect(JSON.stringify(translation)).not.toContain('\\u0000');
  });
});

describe('the till’s events', () => {
  const till = { event: members.event, sender: members.sender, session: { sessionId: 'x', lines: [] } };

  it('are ignored', () => {
    const relation = { pathEvent: 'selectRelation' };
    expect(read({ ...till, selectRelation: null }, relation)).toMatchObject({ kind: 'ignored', branch: 1 });
    expect(read({ ...till, selectRelation: { relation: {} } }, relation)).toMatchObject({ kind: 'ignored' });
    for (const codeType of ['barcode', 'rfid', 'qrcode', 'smell'])
      expect(read({ ...till, scanCode: { scannedCode: '1', codeType } }, { pathEvent: 'scanCode' })).toMatchObject({
        kind: 'ignored',
        reason: expect.stringContaining('till'),
      });
  });

  it('a scan without its details, or without a code, is unreadable', () => {
    const scan = { pathEvent: 'scanCode' };
    expect(read(till, scan)).toMatchObject({ code: 'NO_EVENT_DETAILS', branch: 1 });
    expect(read({ ...till, scanCode: null }, scan)).toMatchObject({ code: 'NO_EVENT_DETAILS' });
    for (const scannedCode of [undefined, null, '', 12])
      expect(read({ ...till, scanCode: { scannedCode } }, scan)).toMatchObject({ code: 'NO_SCANNED_CODE' });
  });
});

describe('an error follow-up', () => {
  it('is not a second event: its branch is its own, or that of the original', () => {
    const error = { code: 'REPLY_TOO_LATE', message: 'J. Smith' };
    for (const body of [
      { error, original: members },
      { ...members, error, original: null },
    ]) {
      expect(read(body)).toEqual({
        kind: 'follow-up',
        branch: 1,
        workplace: 3,
        reason: 'the POS reports REPLY_TOO_LATE for a delivery on kitchenStartCourse',
      });
    }
    expect(read({ error: {}, original: 'text' })).toMatchObject({ kind: 'follow-up', branch: null });
  });

  it('contains only the code, in a form that every database accepts', () => {
    const translation = read({ error: { code: `\0${'😀'.repeat(50)}` }, original: {} });
    expect(translation.kind === 'follow-up' && translation.reason.isWellFormed()).toBe(true);
    expect(JSON.stringify(translation)).not.toContain('\\u0000');
  });

  it('needs both members', () => {
    expect(read({ ...members, error: { code: 'x' } })).toMatchObject({ kind: 'fact' });
    expect(read({ ...members, original: members })).toMatchObject({ kind: 'fact' });
  });
});

describe('a strange but readable body', () => {
  it('may begin with a byte order mark', () => {
    expect(read(`\ufeff${eventBody({ at: AT })}`)).toMatchObject({ kind: 'fact' });
  });

  it('may contain NUL and lone surrogates in its text', () => {
    const name = '\\u0000a\\ud83d';
    const body = eventBody({ at: AT, name: 'NAME' }).replace('NAME', name);
    expect(read(body)).toMatchObject({ fact: { course: { name: 'a\ufffd' } } });
  });

  it('may be dated a day ahead at most', () => {
    const DAY_MS = 86_400_000;
    expect(read(eventBody({ at: AT + DAY_MS }))).toMatchObject({ kind: 'fact' });
    for (const eventTimestamp of ['2026-06-20T15:32:00.001Z', '2036-06-19T15:32:00Z', '9999-12-31T23:59:59Z']) {
      const body = eventMembers({ at: AT });
      const translation = read({ ...body, event: { ...(body.event as object), eventTimestamp } });
      expect(translation).toMatchObject({ kind: 'unreadable', branch: 1, code: 'INVALID_DATA' });
    }
  });

  it('may have text of any length, of which boards get the first 200 characters', () => {
    const name = `${'x'.repeat(199)}\u{1f35d}${'y'.repeat(100_000)}`;
    const body = eventBody({ at: AT, name, table: { number: 1, tableName: name } });
    const cut = `${'x'.repeat(199)}\ufffd`;
    expect(read(body)).toMatchObject({ fact: { course: { name: cut }, table: { name: cut } } });
  });

  it('may have members with names of object members, which have no effect', () => {
    const prototype = '"__proto__":{"course":{"courseNumber":9},"error":{},"original":1},"constructor":{"prototype":1}';
    const body = eventBody({ at: AT }).replace('{', `{${prototype},`);
    expect(read(body)).toMatchObject({ kind: 'fact', fact: { course: { number: 3 } } });
    expect(read(`{${prototype}}`)).toMatchObject({ kind: 'unreadable', code: 'NO_EVENT_DETAILS' });
    expect(({} as { course?: unknown }).course).toBeUndefined();
  });

  it('may repeat a member, of which the last counts', () => {
    const body = eventBody({ at: AT }).replace('"courseNumber":3', '"courseNumber":1,"courseNumber":3');
    expect(read(body)).toMatchObject({ fact: { course: { number: 3 } } });
  });
});

it('never throws, and always reads the same, on any bytes and any JSON', () => {
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
    fc
      .record({ event: fc.json(), sender: fc.json(), course: fc.json(), table: fc.json(), tableOrder: fc.json() })
      .map((parts) => Buffer.from(`{${Object.entries(parts).map(([key, value]) => `"${key}":${value}`)}}`)),
  );
  fc.assert(
    fc.property(anyBody, fc.string(), (body, pathEvent) => {
      for (const addressed of [{}, { pathEvent }]) expect(read(body, addressed)).toEqual(read(body, addressed));
    }),
    { numRuns: 500 },
  );
});

describe('a body that is nested deep', () => {
  const nested = (depth: number, padding = 20_000) =>
    `${eventBody({ at: AT }).slice(0, -1)},"x":${'['.repeat(depth)}${']'.repeat(depth)},"y":"${'z'.repeat(padding)}"}`;
  const fromDepth = <Result>(frames: number, work: () => Result): Result =>
    frames === 0 ? work() : fromDepth(frames - 1, work);

  it('has the same result at any depth of the call stack, so that stored bodies stay readable', () => {
    for (const depth of [10, 150, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000]) {
      const body = nested(depth);
      expect([depth, fromDepth(5_000, () => read(body).kind)]).toEqual([depth, read(body).kind]);
    }
  });

  it('is read up to the limit, whether it is long or short', () => {
    for (const padding of [0, 20_000]) {
      expect(read(nested(100, padding)).kind).toBe('fact');
      expect(read(nested(1_000, padding))).toMatchObject({ kind: 'unreadable', code: 'INVALID_JSON' });
    }
  });

  it('does not count brackets within text', () => {
    expect(read(eventBody({ at: AT, name: '[{"\\'.repeat(2_000) })).kind).toBe('fact');
  });
});

it('an integer that no member may have is not converted exactly, which takes a third of a second for the longest', () => {
  const numbersIn = (...digits: number[]) => readJson(Buffer.from(`[${digits.map((count) => '9'.repeat(count))}]`));
  expect(numbersIn(40, 260_000)).toEqual({ ok: true, value: [10n ** 40n - 1n, Number.POSITIVE_INFINITY] });
  const body = eventBody({ at: AT, table: { number: 'NUMBER' } }).replace('"NUMBER"', '9'.repeat(250_000));
  expect(read(body)).toMatchObject({ kind: 'fact', notes: ['left out: table.number must be an integer'] });
});

it.each(['-0', '"-0"', '"0"'])('a course number of %s is 0 in memory, as in the database', (number) => {
  const body = (written: string) => eventBody({ at: AT }).replace(/"courseNumber":[^,}]+/, `"courseNumber":${written}`);
  const plain = read(body('0'));
  expect(plain).toMatchObject({ kind: 'fact', fact: { course: { number: 0 } } });
  expect(read(body(number))).toStrictEqual(plain);
});
