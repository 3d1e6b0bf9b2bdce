import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../contract/live';
import { at, EVENING, ready, ticket } from '../testing/tickets';
import { timelineOf, visitsOf } from './visits';

const minute = (minutes: number) => EVENING + minutes * 60_000;
const served = (id: string, from: number, readyAt: number, to: number, overrides: Partial<Ticket> = {}): Ticket =>
  ready(readyAt, { id, startedAt: at(from), servedAt: at(to), closedAt: at(to), closedBy: 'pos', ...overrides });

function lineOf(tickets: Ticket[], now: number) {
  const [visit] = visitsOf(tickets, minute(now));
  if (!visit) throw new Error('no visit');
  return timelineOf(visit, minute(now));
}

describe('a visit of two courses', () => {
  const line = lineOf([served('1-2-1', 2, 12, 15), served('1-3-1', 30, 48, 51)], 90);

  it('lies between round times', () => {
    expect(line.ticks.map(({ at: instant }) => (instant - EVENING) / 60_000)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(line.ticks.map(({ place }) => place)).toEqual([0, 16.67, 33.33, 50, 66.67, 83.33, 100]);
    expect(line.now).toBeNull();
  });

  it('has a bar for the kitchen and one for the pass, which touch', () => {
    const [starters, mains] = line.rows;
    expect(starters).toMatchObject({
      cooking: { from: 3.33, length: 16.67, minutes: 10, late: null, isOpen: false },
      waiting: { from: 20, length: 5, minutes: 3 },
      expected: 20,
      food: 25,
    });
    expect(mains).toMatchObject({ cooking: { from: 50, length: 30, minutes: 18 }, waiting: { from: 80, minutes: 3 } });
  });

  it('marks the part beyond the expected time', () => {
    expect(line.rows[1]).toMatchObject({
      expected: 66.67,
      cooking: { late: { from: 66.67, length: 13.33, minutes: 8 } },
    });
  });

  it('shows the time between the servings', () => {
    expect(line.gaps).toEqual([{ from: 25, length: 60, minutes: 36, until: minute(51), isOpen: false }]);
  });
});

describe('an open visit', () => {
  it('ends after now, and its last gap is open while courses are pending', () => {
    const line = lineOf([served('1-2-1', 0, 9, 10), ticket({ id: '1-3-1', startedAt: at(18), lateAt: at(28) })], 22);
    expect(line.now).toBe(73.33);
    expect(line.gaps).toEqual([{ from: 33.33, length: 40, minutes: 12, until: minute(22), isOpen: true }]);
    expect(line.rows[1]).toMatchObject({ cooking: { isOpen: true, late: null }, expected: 93.33, food: null });
  });

  it('has no gap before the first serving, nor once everything is on the table', () => {
    expect(lineOf([ticket()], 8).gaps).toEqual([]);
    expect(lineOf([served('1-2-1', 0, 9, 10)], 60).gaps).toEqual([]);
  });
});

it('courses served within two minutes are one serving', () => {
  const together = [served('1-2-1', 0, 9, 10), served('1-3-1', 0, 9, 11.9), served('1-4-1', 20, 30, 31.9)];
  expect(lineOf(together, 60).gaps).toMatchObject([{ minutes: 20 }]);
});

it('a visit of one moment has a length, and a whole day has few marks', () => {
  const moment = served('1-2-1', 7, 7, 7, { startedAt: null, readyAt: null });
  expect(lineOf([moment], 60).ticks.map(({ place }) => place)).toEqual([0, 100]);
  expect(lineOf([moment], 60).rows[0]).toMatchObject({ cooking: null, waiting: null, food: 40 });
  const day = lineOf([served('1-2-1', 0, 10, 1400)], 1430);
  expect(day.ticks.length).toBeLessThanOrEqual(8);
  expect(day.rows[0]?.waiting?.from).toBeGreaterThan(0);
});
