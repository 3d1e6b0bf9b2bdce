import { expect, it, test } from 'vitest';
import { FULL, screensBodies, throughputBodies } from '../bench/compare';
import { parseCourses } from '../pos-simulator/parse-courses';
import { createRandom } from '../pos-simulator/random';
import { type Body, chainBodies, eventKey, keyOf, LiveEvening, type Posted, screenBodies } from './load-bodies';

const serving = { seed: 1, until: Date.parse('2026-06-19T20:00:00Z') };
const branches = chainBodies(serving);
const screens = screenBodies(serving);
const textOf = (bodies: readonly Body[]) => bodies.map(({ path, body }) => `${path} ${body}`).join('\n');
const newest = (bodies: readonly Body[]) => Math.max(...bodies.map(({ key }) => Number(key.split('/')[2])));

test('the same seed and instant give the same bodies, another seed gives others', () => {
  expect(textOf(screenBodies(serving)) === textOf(screens)).toBe(true);
  expect(textOf(screenBodies({ ...serving, seed: 2 })) === textOf(screens)).toBe(false);
});

test('there are enough bodies for a full run', () => {
  expect(branches.length).toBeGreaterThanOrEqual(throughputBodies(FULL.throughput));
  expect(screens.length).toBeGreaterThanOrEqual(screensBodies(FULL.screens));
});

test('the newest event is now, and none is in the future', () => {
  expect(newest(branches)).toBe(serving.until);
  expect(newest(screens)).toBe(serving.until);
});

test('the bodies for throughput contain repeats, and those for screens do not', () => {
  expect(new Set(branches.map(({ key }) => key)).size).toBeLessThan(branches.length);
  expect(new Set(screens.map(({ key }) => key)).size).toBe(screens.length);
});

const details = { tableOrder: { orderId: 'AB-1' }, course: { courseNumber: 2 } };
const event = { eventTimestamp: '2026-06-19T20:00:00.000+02:00' };

test('an event has the same key in every form of its body', () => {
  const key = keyOf('ab-1', '2', '2026-06-19T18:00:00.000Z');
  expect(eventKey({ event, ...details })).toBe(key);
  expect(eventKey({ event, kitchenServeCourse: details, ...details, course: { courseNumber: 9 } })).toBe(key);
  expect(eventKey({ event, ...details, tableOrder: null, cafeteriaOrder: { orderId: 'ab-1' } })).toBe(key);
});

test('another course, order or instant has another key', () => {
  const keys = [keyOf('a', 1, '2026-01-01T00:00:00Z'), keyOf('a', 2, '2026-01-01T00:00:00Z')];
  keys.push(keyOf('b', 1, '2026-01-01T00:00:00Z'), keyOf('a', 1, '2026-01-01T00:00:00.001Z'));
  expect(new Set(keys).size).toBe(4);
});

const NOW = Date.parse('2026-06-19T18:00:00Z');

function parsed(posted: readonly Posted[]) {
  return parseCourses(
    posted.map(({ pathEvent, body }) => ({ atMs: 0, event: pathEvent, path: `/webhooks/${pathEvent}`, body })),
  );
}

it('opens with a course on every table of every branch', () => {
  const courses = parsed(new LiveEvening(4).opening(NOW));
  expect(courses).toHaveLength(200);
  expect(courses.every(({ readyAt, servedAt }) => readyAt === null && servedAt === null)).toBe(true);
  expect(Math.min(...courses.map(({ startedAt }) => startedAt ?? 0))).toBe(NOW - 25 * 60_000);
});

it('completes each course, then serves it, then starts that of the next party', () => {
  const evening = new LiveEvening(1);
  const opening = evening.opening(NOW);
  const later = Array.from({ length: 150 }, (_, index) => evening.next(NOW + 1 + index));
  expect(new Set(later.slice(0, 50).map(({ pathEvent }) => pathEvent))).toEqual(new Set(['kitchenCompleteCourse']));
  expect(new Set(later.slice(50, 100).map(({ pathEvent }) => pathEvent))).toEqual(new Set(['kitchenServeCourse']));
  const courses = parsed([...opening, ...later]);
  expect(courses.filter(({ servedAt }) => servedAt !== null)).toHaveLength(50);
  expect(courses.filter(({ servedAt }) => servedAt === null)).toHaveLength(evening.open);
  expect(courses.every(({ round }) => round === 1)).toBe(true);
});

it('visits every table once in each turn, in an order that depends on the seed', () => {
  const turnOf = (seed: number) => {
    const evening = new LiveEvening(4, createRandom(seed));
    return Array.from({ length: evening.open }, () => evening.next(NOW));
  };
  const turn = turnOf(1);
  expect(new Set(turn.map(({ body }) => body)).size).toBe(200);
  expect(new Set(turn.slice(0, 4).map(({ branch }) => branch))).not.toEqual(new Set([1, 2, 3, 4]));
  expect(turnOf(1)).toEqual(turn);
  expect(turnOf(2)).not.toEqual(turn);
});
