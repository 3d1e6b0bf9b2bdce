import { expect, it } from 'vitest';
import { parseCourses } from '../../pos-simulator/parse-courses';
import { createRandom } from '../../pos-simulator/random';
import { LiveEvening, type Posted } from './live-evening';

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
