import { describe, expect, it } from 'vitest';
import { localMinute } from '../../domain/business-day';
import { toIso } from '../../domain/fact';
import { type ParsedCourse, parseCourses } from '../pos-simulator/parse-courses';
import { compareCourses } from '../pos-simulator/truth';
import { type GeneratedDay, generateHistory, type HistoryOptions, TIME_ZONE } from './generate-history';

const fortnight: HistoryOptions = { courses: 7_000, years: 14 / 365.25, branches: 2, seed: 5, until: '2026-03-30' };

function parse({ deliveries }: GeneratedDay) {
  const posted = deliveries.map(({ pathEvent, body, receivedAt }) => ({
    atMs: receivedAt,
    event: pathEvent,
    path: `/webhooks/${pathEvent}`,
    body,
  }));
  return parseCourses(posted).map((course: ParsedCourse) => ({
    ...course,
    startedAt: toIso(course.startedAt),
    readyAt: toIso(course.readyAt),
    servedAt: toIso(course.servedAt),
  }));
}

describe('generateHistory', () => {
  const days = [...generateHistory(fortnight)];

  it('has exactly the requested courses, each in its own order', () => {
    const truths = days.flatMap(({ truth }) => truth());
    const names = truths.map(({ orderId, courseNumber, round }) => `${orderId}/${courseNumber}/${round}`);
    expect(new Set(names).size).toBe(fortnight.courses);
    expect(days.reduce((sum, { courses }) => sum + courses, 0)).toBe(fortnight.courses);
  });

  it('agrees with a parser that shares no code with the generator', () => {
    for (const day of days) expect(compareCourses(day.truth(), parse(day)).differences, day.day).toEqual([]);
  });

  it('is received in order, each day before the next', () => {
    const received = days.flatMap(({ deliveries }) => deliveries.map(({ receivedAt }) => receivedAt));
    expect(received).toEqual(received.toSorted((a, b) => a - b));
  });

  it('is the same for the same seed', () => {
    const again = [...generateHistory(fortnight)];
    expect(again.map(({ deliveries }) => deliveries)).toEqual(days.map(({ deliveries }) => deliveries));
  });

  it.each([1, 7, 300, 999])('has %i courses, also in few services', (courses) => {
    const generated = [...generateHistory({ ...fortnight, courses })];
    expect(generated.flatMap(({ truth }) => truth())).toHaveLength(courses);
  });

  it('continues the order numbers of a branch from service to service', () => {
    const ofBranch = days.flatMap(({ truth }) => truth()).filter(({ branch }) => branch === 1);
    const numbers = new Set(ofBranch.map(({ orderNumber }) => orderNumber));
    expect(Math.max(...numbers)).toBe(numbers.size);
  });

  it('opens at the same local time before and after the clocks change', () => {
    const first = days.map(({ truth }) => truth().map(({ startedAt }) => Date.parse(startedAt ?? '9999')));
    const minutes = first.map((starts) => localMinute(Math.min(...starts), TIME_ZONE));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(11 * 60 + 30);
    expect(Math.max(...minutes)).toBeLessThan(12 * 60 + 30);
  });

  it('has faults: missing steps, repeats, late deliveries, screens that are cleared at once', () => {
    const truths = days.flatMap(({ truth }) => truth());
    for (const step of ['startedAt', 'readyAt', 'servedAt'] as const) {
      expect(truths.filter((course) => course[step] === null).length).toBeGreaterThan(50);
    }
    const deliveries = days.flatMap((day) => day.deliveries);
    expect(deliveries.length - new Set(deliveries.map(({ body }) => body)).size).toBeGreaterThan(200);
    const clears = days.filter(({ truth }) => hasBulk(truth().map(({ servedAt, orderId }) => [servedAt, orderId])));
    expect(clears.length).toBeGreaterThan(3);
    expect(new Set(truths.map(({ orderKind }) => orderKind))).toEqual(new Set(['table', 'cafeteria']));
    expect(new Set(truths.map(({ table }) => table?.numberOfGuests)).size).toBeGreaterThan(8);
  });
});

/** At least six steps of at least three orders within five seconds (SPEC.md, F14). */
function hasBulk(steps: [at: string | null, order: string][]): boolean {
  const presses = steps
    .flatMap(([at, order]) => (at === null ? [] : [{ at: Date.parse(at), order }]))
    .sort((a, b) => a.at - b.at);
  return presses.some(({ at }) => {
    const together = presses.filter((other) => other.at >= at && other.at <= at + 5_000);
    return together.length >= 6 && new Set(together.map(({ order }) => order)).size >= 3;
  });
}
