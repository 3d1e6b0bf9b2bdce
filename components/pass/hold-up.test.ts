import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { namedCourse } from '../../domain/testing/facts';
import { at, EVENING, presumed, ready, ticket } from '../testing/tickets';
import { holdUpAt, toneAt } from './course-state';

const HERE = 7;
const starters = namedCourse({ number: 2, name: 'Starters', abbreviation: 'ST', sequence: 2 });
const desserts = namedCourse({ number: 4, name: 'Desserts', abbreviation: 'DE', sequence: 4 });
const sam = (minutes: number) => ({ by: { id: 3, name: 'Sam' }, at: at(minutes) });

/** Reason, course and start minute of the hold-up at minute `minutes`. */
function holdUpText(minutes: number, ...courses: Ticket[]): string | null {
  const holdUp = holdUpAt(courses, EVENING + minutes * 60_000, HERE);
  if (!holdUp) return null;
  const since = holdUp.since === null ? '?' : (holdUp.since - EVENING) / 60_000;
  const by = 'by' in holdUp ? ` by ${holdUp.by.isHere ? 'us' : holdUp.by.name}` : '';
  return `${holdUp.why} ${holdUp.course.abbreviation} since ${since}${by}`;
}

describe('nothing holds a table up', () => {
  it.each<[string, Ticket[]]>([
    ['where all is cooking in time', [ticket()]],
    ['where one is slow', [ticket({ warnAt: at(1) })]],
    ['where all was served', [ready(3, { servedAt: at(4), closedAt: at(4) })]],
    ['where what was taken away is counted as served by now', [ready(3, { collected: sam(4), closedAt: at(5) })]],
    ['where one is presumed served', [presumed(1)]],
    ['where there is nothing', []],
  ])('%s', (_, courses) => {
    expect(holdUpText(5, ...courses)).toBeNull();
  });
});

describe('the first applicable reason wins', () => {
  const untaken = ready(3, { id: 'u', course: starters });
  const claimed = ready(2, { id: 'c', claim: sam(4) });
  const cooking = ticket({
    id: 'k',
    course: desserts,
    startedAt: at(1),
    lateAt: at(20),
    warnAt: null,
    veryLateAt: null,
  });
  const late = ticket({ id: 'l', course: desserts, lateAt: at(4) });
  const gone = ready(1, { id: 'g', course: starters, collected: sam(2) });

  it.each<[string, Ticket[]]>([
    ['untaken ST since 3', [gone, late, cooking, claimed, untaken]],
    ['waitsLate DE since 4', [gone, late, cooking, claimed]],
    ['waits DE since 1', [gone, cooking, claimed]],
    ['late DE since 4', [gone, late, cooking]],
    ['claimed MA since 4 by Sam', [gone, claimed]],
    ['collected ST since 2 by Sam', [gone, cooking]],
  ])('%s', (reason, courses) => {
    expect(holdUpText(5, ...courses)).toBe(reason);
    expect(holdUpText(5, ...courses.toReversed())).toBe(reason);
  });
});

describe('among courses with the same reason', () => {
  it('the one that has been ready longest wins', () => {
    expect(holdUpText(9, ready(5), ready(3, { course: starters }), ready(6, { course: desserts }))).toBe(
      'untaken ST since 3',
    );
  });

  it('the most late one wins, or else the one that is due first', () => {
    const claimed = ready(2, { claim: sam(4) });
    const courses = [ticket({ lateAt: at(9), course: starters }), ticket({ lateAt: at(7), course: desserts }), claimed];
    expect(holdUpText(10, ...courses)).toBe('waitsLate DE since 7');
    expect(holdUpText(5, ...courses)).toBe('waits DE since 0');
  });

  it('ready food also waits for a course without a limit', () => {
    const unknown = ticket({ startedAt: null, warnAt: null, lateAt: null, veryLateAt: null, course: desserts });
    expect(holdUpText(5, ready(2, { claim: sam(4) }), unknown)).toBe('waits DE since ?');
  });
});

it('a collected course waits for nothing, and is no longer late', () => {
  const gone = ready(1, { collected: sam(2) });
  expect(holdUpText(30, gone, ticket({ course: desserts, lateAt: at(40), veryLateAt: null }))).toBe(
    'collected MA since 2 by Sam',
  );
  expect(toneAt([gone], EVENING + 30 * 60_000)).toBe('calm');
});

it('a collection on this screen is marked as such', () => {
  expect(holdUpText(3, ready(1, { collected: { by: { id: HERE, name: 'Pass' }, at: at(2) } }))).toBe(
    'collected MA since 2 by us',
  );
});

it.each<[number, Ticket[], string]>([
  [5, [ticket()], 'calm'],
  [9, [ticket()], 'calm'],
  [10, [ticket()], 'late'],
  [5, [ticket(), ready(4)], 'ready'],
  [6, [ready(4)], 'ready-warn'],
  [8, [ready(4)], 'late'],
  [30, [ready(4, { servedAt: at(5), closedAt: at(5) })], 'calm'],
])('at minute %i it looks as bad as the worst of it: %#', (minutes, courses, tone) => {
  expect(toneAt(courses, EVENING + minutes * 60_000)).toBe(tone);
});
