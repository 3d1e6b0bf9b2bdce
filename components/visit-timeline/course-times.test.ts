import { describe, expect, it } from 'vitest';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import { courseTimes } from './course-times';

const minute = (minutes: number) => EVENING + minutes * 60_000;
const by = { id: 1, name: 'Sam' };
const served = (minutes: number) => ({ servedAt: at(minutes), closedAt: at(minutes), closedBy: 'pos' }) as const;

describe('a course with all events', () => {
  const times = courseTimes(ready(13, { ...served(16), lateAt: null, warnAt: null }), minute(60));

  it('cooked, exceeded its expected time, waited, and was served', () => {
    expect(times).toMatchObject({
      began: minute(0),
      cooking: { from: minute(0), to: minute(13), isOpen: false, lateFrom: minute(10) },
      waiting: { from: minute(13), to: minute(16), isOpen: false, lateFrom: null },
      expectedAt: minute(10),
      end: 'served',
      foodAt: minute(16),
      to: minute(16),
    });
  });

  it('was not late if it was ready exactly on time', () => {
    expect(courseTimes(ready(10, served(12)), minute(60))?.cooking?.lateFrom).toBeNull();
  });
});

describe('an open course', () => {
  it('cooks until now, and is late after its expected time, or after its limit without one', () => {
    const cooking = (overrides: object, now: number) => courseTimes(ticket(overrides), minute(now))?.cooking;
    expect(cooking({}, 9)).toMatchObject({ to: minute(9), isOpen: true, lateFrom: null });
    expect(cooking({}, 12)).toMatchObject({ to: minute(12), lateFrom: minute(10) });
    const unknown = { expectedSeconds: null, lateAt: at(15) };
    expect(cooking(unknown, 14)).toMatchObject({ lateFrom: null });
    expect(cooking(unknown, 16)).toMatchObject({ lateFrom: minute(15) });
  });

  it('waits until now, and is late after the limit of the wait', () => {
    const times = courseTimes(ready(9), minute(14));
    expect(times).toMatchObject({ end: 'waiting', foodAt: null, to: minute(14) });
    expect(times?.cooking).toMatchObject({ to: minute(9), isOpen: false, lateFrom: null });
    expect(times?.waiting).toMatchObject({ to: minute(14), isOpen: true, lateFrom: minute(13) });
    expect(courseTimes(ready(9), minute(12))?.waiting?.lateFrom).toBeNull();
  });
});

it('a presumed course has no known wait, and ended when it was ready', () => {
  const times = courseTimes(presumed(9), minute(60));
  expect(times).toMatchObject({
    cooking: { to: minute(9), isOpen: false },
    waiting: null,
    end: 'presumed',
    to: minute(9),
  });
});

it('a collected course reached the table then, whenever the POS reports it', () => {
  const collected = { by, at: at(15) };
  expect(courseTimes(ready(13, { collected }), minute(20))).toMatchObject({
    waiting: { to: minute(15), isOpen: false, lateFrom: null },
    end: 'collected',
    foodAt: minute(15),
  });
  const both = courseTimes(ready(13, { collected, ...served(40) }), minute(60));
  expect(both).toMatchObject({ waiting: { to: minute(15) }, end: 'collected', foodAt: minute(15) });
});

describe('missing events', () => {
  it('a serve without a completion ends the cooking', () => {
    const times = courseTimes(ticket(served(12)), minute(60));
    expect(times).toMatchObject({ cooking: { to: minute(12) }, waiting: null, end: 'served' });
  });

  it('a completion without a start has no cooking and no expected time', () => {
    const times = courseTimes(ready(8, { startedAt: null, ...served(11) }), minute(60));
    expect(times).toMatchObject({ began: minute(8), cooking: null, expectedAt: null, waiting: { to: minute(11) } });
  });

  it('a serve alone is a moment', () => {
    const times = courseTimes(ticket({ startedAt: null, ...served(11) }), minute(60));
    expect(times).toMatchObject({
      began: minute(11),
      cooking: null,
      waiting: null,
      foodAt: minute(11),
      to: minute(11),
    });
  });

  it('a course that Heatlamp closed has no known wait or cooking time', () => {
    const closed = { closedAt: at(250), closedBy: 'heatlamp', lateAt: null } as const;
    expect(courseTimes(ready(8, closed), minute(300))).toMatchObject({
      cooking: { to: minute(8) },
      waiting: null,
      end: 'forgotten',
      to: minute(8),
    });
    expect(courseTimes(ticket(closed), minute(300))).toMatchObject({ cooking: null, end: 'forgotten', to: minute(0) });
  });

  it('a course without events is omitted', () => {
    expect(courseTimes(ticket({ startedAt: null }), minute(1))).toBeNull();
  });
});

it('a clock that went back causes no negative duration', () => {
  const back = courseTimes(ready(-2, served(-5)), minute(60));
  expect(back?.cooking).toMatchObject({ from: minute(0), to: minute(0), lateFrom: null });
  expect(back?.waiting).toMatchObject({ from: minute(-2), to: minute(-2) });
  expect(courseTimes(ticket(), minute(-3))).toMatchObject({ to: minute(0), cooking: { to: minute(0) } });
});
