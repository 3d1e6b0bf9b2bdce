import { describe, expect, it } from 'vitest';
import { toIso } from '../../domain/fact';
import { generateService, type Service } from './generate-service';
import { readDeliveries, readTruth } from './option-values';
import { type ParsedCourse, parseCourses } from './parse-courses';
import { compareCourses } from './truth';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const small = { orders: 25, tables: 6, minutes: 60 };

function parse(deliveries: Service['deliveries']) {
  return parseCourses(deliveries).map((course: ParsedCourse) => ({
    ...course,
    startedAt: toIso(course.startedAt),
    readyAt: toIso(course.readyAt),
    servedAt: toIso(course.servedAt),
  }));
}

describe('generateService', () => {
  it('generates the same service for the same seed only', () => {
    expect(generateService(7, small)).toEqual(generateService(7, small));
    expect(generateService(8, small)).not.toEqual(generateService(7, small));
  });

  it('has, for 200 seeds, the truth that follows from the bodies by rules 3 to 7', () => {
    for (const seed of seeds) {
      const { deliveries, truth } = generateService(seed, small);
      const { differences } = compareCourses(truth.courses, parse(deliveries));
      expect(differences, `seed ${seed}`).toEqual([]);
      expect(truth.deliveries).toBe(deliveries.length);
    }
  });

  it('has, for 200 seeds, each course and round once and its steps in order', () => {
    for (const seed of seeds) {
      const { courses } = generateService(seed, small).truth;
      const keys = courses.map((course) => `${course.orderId} ${course.courseNumber} ${course.round}`);
      expect(new Set(keys).size, `seed ${seed}`).toBe(courses.length);
      for (const { startedAt, readyAt, servedAt } of courses) {
        const instants = [startedAt, readyAt, servedAt].filter((instant) => instant !== null);
        expect(instants.length, `seed ${seed}`).toBeGreaterThan(0);
        expect(instants, `seed ${seed}`).toEqual([...instants].sort());
      }
    }
  });

  it('has, for 200 seeds, the truth of a strange service', () => {
    for (const seed of seeds) {
      const { deliveries, truth } = generateService(seed, { ...small, strange: true });
      const { differences } = compareCourses(truth.courses, parse(deliveries));
      expect(differences, `seed ${seed}`).toEqual([]);
      expect(truth.deliveries).toBe(deliveries.length);
    }
  });

  it('has every deviation in a strange evening', () => {
    const { deliveries } = generateService(1, { strange: true });
    const texts = deliveries.map(({ body }) => body);
    for (const sign of [
      '"actualPreparationTime":0',
      '"tableOrder":{"orderId":"00000000-',
      '"table":{"tableName":',
      '"sequenceNumber":"third"',
      '"expectedPreparationTime":"soon"',
      '"name":{',
      '"eventCounter":7.5',
      '"numberOfGuests":"four"',
      '"scanCode":{',
    ])
      expect(texts.filter((text) => text.includes(sign)).length, sign).toBeGreaterThan(2);
    const lastOf = (workplace: number) =>
      deliveries.findLast(({ body }) => body.includes(`"workplaceNumber":${workplace}}`))?.atMs ?? 0;
    expect(lastOf(1) - lastOf(4)).toBeGreaterThan(60 * 60_000);
  });

  it('delivers in order of arrival, and no event before it happened', () => {
    for (const seed of seeds.slice(0, 20)) {
      const { deliveries, truth } = generateService(seed, small);
      const arrivals = deliveries.map(({ atMs }) => atMs);
      expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
      for (const { atMs, body } of deliveries) {
        const happenedAt = Date.parse(JSON.parse(body).event.eventTimestamp) - Date.parse(truth.opensAt);
        expect(atMs).toBeGreaterThan(happenedAt);
      }
    }
  });

  it('without faults sends every step once, on its own path, at top level', () => {
    const { deliveries, truth } = generateService(3, { faults: false });
    expect(deliveries).toHaveLength(truth.courses.length * 3);
    for (const { event, path, body } of deliveries) {
      expect(path).toBe(`/webhooks/${event}`);
      expect(JSON.parse(body)).toHaveProperty('course.courseNumber', expect.any(Number));
    }
  });

  it('has every fault in two evenings', () => {
    const deliveries = [1, 2].flatMap((seed) => generateService(seed, { orders: 300, tables: 90 }).deliveries);
    const bodies = deliveries.map(({ body }) => body);
    expect(new Set(bodies).size).toBeLessThan(bodies.length);
    expect(deliveries.some(({ event, path }) => !path.endsWith(event))).toBe(true);
    for (const sign of [
      '"isRush":true',
      '"cafeteriaOrder":null',
      '"tableOrder":null',
      '"kitchenServeCourse":{',
      '"year":"2026"',
      '"ticketNumber":40',
    ]) {
      expect(
        bodies.some((body) => body.includes(sign)),
        sign,
      ).toBe(true);
    }
  });

  it.each([
    ['seconds', 1_080],
    ['minutes', 18],
    ['milliseconds', 1_080_000],
  ] as const)('writes preparation times in %s', (unit, mains) => {
    const { deliveries } = generateService(4, { unit, faults: false });
    const expected = deliveries.map(({ body }) => JSON.parse(body).course.expectedPreparationTime);
    expect(expected).toContain(mains);
  });

  it('writes every time stamp with the offset of the start', () => {
    const { deliveries, truth } = generateService(5, { ...small, start: '2026-12-31T23:30:00-03:00' });
    for (const { body } of deliveries) expect(JSON.parse(body).event.eventTimestamp).toMatch(/\.\d{3}-03:00$/);
    expect(truth).toMatchObject({ date: '2026-12-31', opensAt: '2027-01-01T02:30:00.000Z' });
    expect(() => generateService(5, { start: 'tonight' })).toThrow(RangeError);
  });
});

describe('the recorded Friday evening', () => {
  it('has a truth that equals the result of the rules for its bodies', () => {
    const fixture = `${import.meta.dirname}/fixtures/friday-evening`;
    const { differences } = compareCourses(
      readTruth(`${fixture}.truth.json`).courses,
      parse(readDeliveries(`${fixture}.jsonl`)),
    );
    expect(differences).toEqual([]);
  });
});
