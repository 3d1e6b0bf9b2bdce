import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TranslationContext } from '../intake/delivery';
import { eventMembers } from '../testing/events';
import { readFactAgain, translate } from './translate';

const AT = Date.UTC(2026, 5, 19, 15, 32, 1, 969);
const members = (fields: object = {}) => eventMembers({ at: AT, ...fields });
const toStart: TranslationContext = {
  pathEvent: 'kitchenStartCourse',
  pinnedEvent: null,
  pathSlip: { isRead: true, exceptInBranches: [] },
  contentType: 'application/json',
};

function read(body: object | string, addressed: Partial<TranslationContext> = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return translate(bytes, createHash('sha256').update(bytes).digest('hex'), { ...toStart, ...addressed }, AT);
}

/** The published complete sample; values as in the interface's section 3. */
const SAMPLE = {
  event: { eventBlocking: true, eventCounter: 11, eventTimestamp: '2018-09-12T14:03:21.127+02:00' },
  sender: { branchNumber: 1, workplaceNumber: 1 },
  cafeteriaOrder: { orderId: '5bf3dd11-33a5-4a80-a1d8-d63ccf7c786f', year: 2018, number: 6540, ticketNumber: 40 },
  tableOrder: { orderId: '5eea25d4-4188-43b8-9a66-8086561d590c', year: 2018, number: 85214 },
  table: { number: 12, subNumber: 2, tableName: 'J. Smith', numberOfGuests: 1 },
  course: {
    courseNumber: 1,
    name: 'First',
    abbreviation: 'F',
    sequenceNumber: 1,
    expectedPreparationTime: 60,
    actualPreparationTime: 58,
  },
};

describe('the published complete sample', () => {
  const fact = {
    at: Date.UTC(2018, 8, 12, 12, 3, 21, 127),
    counter: 11,
    order: {
      kind: 'table',
      orderId: '5eea25d4-4188-43b8-9a66-8086561d590c',
      otherOrderId: '5bf3dd11-33a5-4a80-a1d8-d63ccf7c786f',
      year: 2018,
      number: 85214,
      ticketNumber: 40,
    },
    table: { number: '12', subNumber: '2', name: 'J. Smith', guests: 1 },
    course: { number: 1, name: 'First', abbreviation: 'F', sequence: 1 },
    expectedRaw: 60,
  };

  it('is read as a complete on its published path, the start path', () => {
    expect(read(SAMPLE)).toMatchObject({
      kind: 'fact',
      branch: 1,
      identity: 'id:5eea25d4-4188-43b8-9a66-8086561d590c',
      fact: { type: 'CourseCompleted', posRaw: 58, ...fact },
      notes: ['came to the start path with an actual preparation time: read as a complete'],
    });
  });

  it('is a start if the setting is off, everywhere or in its branch', () => {
    const start = { kind: 'fact', fact: { type: 'CourseStarted', ...fact }, notes: [] };
    expect(read(SAMPLE, { pathSlip: { isRead: false, exceptInBranches: [] } })).toMatchObject(start);
    expect(read(SAMPLE, { pathSlip: { isRead: true, exceptInBranches: [1] } })).toMatchObject(start);
  });

  it('is a complete in a branch with the setting on, and in every branch except those with it off', () => {
    const complete = { fact: { type: 'CourseCompleted' } };
    expect(read(SAMPLE, { pathSlip: { isRead: false, exceptInBranches: [1] } })).toMatchObject(complete);
    expect(read(SAMPLE, { pathSlip: { isRead: true, exceptInBranches: [2] } })).toMatchObject(complete);
  });

  it('is the event of any other path', () => {
    expect(read(SAMPLE, { pathEvent: 'kitchenCompleteCourse' })).toMatchObject({
      fact: { type: 'CourseCompleted', posRaw: 58 },
      notes: [],
    });
    expect(read(SAMPLE, { pathEvent: 'kitchenServeCourse' })).toMatchObject({ fact: { type: 'CourseServed' } });
  });
});

describe('the event of a body', () => {
  const { event, sender, ...rest } = members({ actual: 58 });
  const nested = { event, sender, kitchenServeCourse: rest };

  it('is the nested member, before the pinned event, the slip and the path', () => {
    const translation = { kind: 'fact', fact: { type: 'CourseServed', table: { number: '12' } }, notes: [] };
    expect(read(nested)).toMatchObject(translation);
    expect(read(nested, { pinnedEvent: 'kitchenCompleteCourse' })).toMatchObject(translation);
    expect(read(nested, { pathEvent: 'somethingElse' })).toMatchObject(translation);
  });

  it('has its members from the nested object, not from the top level, with a remark', () => {
    const both = { ...members({ course: 9, table: { number: 99 } }), kitchenCompleteCourse: members({ course: 3 }) };
    expect(read(both)).toMatchObject({
      fact: { type: 'CourseCompleted', course: { number: 3 }, table: { number: '12' } },
      notes: [expect.stringContaining('those under kitchenCompleteCourse count')],
    });
  });

  it('is the pinned event next, before the slip and the path', () => {
    const start = { pinnedEvent: 'kitchenStartCourse' };
    expect(read(SAMPLE, start)).toMatchObject({ fact: { type: 'CourseStarted' }, notes: [] });
    expect(read(SAMPLE, { ...start, pathEvent: 'kitchenServeCourse' })).toMatchObject({
      fact: { type: 'CourseStarted' },
    });
    expect(read(SAMPLE, { ...start, pathEvent: 'unheardOf' })).toMatchObject({ fact: { type: 'CourseStarted' } });
    expect(read(SAMPLE, { pinnedEvent: 'selectRelation' })).toMatchObject({ kind: 'ignored' });
  });

  it('is the slip only with an actual time: absent, null and zero do not count, text does', () => {
    expect(read(members())).toMatchObject({ fact: { type: 'CourseStarted' } });
    expect(read(members({ actual: null }))).toMatchObject({ fact: { type: 'CourseStarted' } });
    expect(read({ ...SAMPLE, course: { ...SAMPLE.course, actualPreparationTime: '58' } })).toMatchObject({
      fact: { type: 'CourseCompleted', posRaw: 58 },
    });
    expect(read(members({ actual: 0 }))).toMatchObject({ fact: { type: 'CourseStarted' }, notes: [] });
  });

  it('ignores a nested member that is no object', () => {
    for (const nothing of [null, true, 'x', [1]])
      expect(read({ ...members(), kitchenServeCourse: nothing })).toMatchObject({ fact: { type: 'CourseStarted' } });
  });
});

it('a readable body stays readable with any unknown members', () => {
  const bodies = [
    SAMPLE,
    { ...members(), '': { course: 1 } },
    { ...members(), constructor: { course: null }, undefined: {}, null: {} },
    { event: members().event, sender: members().sender, kitchenStartCourse: members() },
  ];
  for (const body of bodies) {
    const translation = read(body, { pathSlip: { isRead: false, exceptInBranches: [] } });
    const bytes = Buffer.from(JSON.stringify(body));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(translation.kind === 'fact' && translation.fact).toEqual(readFactAgain(bytes, sha256, 'CourseStarted'));
  }
});
