import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CourseDetails } from '../../contract/history';
import type { Ticket } from '../../contract/live';
import { ANY_COURSE } from '../testing/any-course';
import { addProgram } from '../testing/deliveries';
import { type EventFields, eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';
import { ticketKey } from './course-filter';

/** 22:00 in Amsterdam. */
const NOW = Date.UTC(2026, 5, 19, 20);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const order = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;

let server: RunningServer;
let token: string;
let all: Ticket[];

const post = (event: string, fields: EventFields) => server.post(event, eventBody(fields));
const detailsOf = async (id: string, branch = 1): Promise<CourseDetails | null> =>
  server.core.reader.read('course', { branch, key: ticketKey(id) ?? [0, 0, 0], now: NOW });
const idOf = (index: number, course: number, round = 1) => {
  const found = all.find(
    (ticket) => ticket.orderId === order(index) && ticket.course.number === course && ticket.round === round,
  );
  return found?.id ?? 'none';
};

beforeAll(async () => {
  server = await startServer(undefined, {}, NOW);
  token = await addProgram(server, [1, 2]);
  await server.command('setting set', { key: 'posTimeUnit', value: 'seconds' });
  const mains = { order: order(1), course: 3, at: NOW - 60 * MINUTE, expected: 600 };
  await post('kitchenStartCourse', mains);
  await post('kitchenStartCourse', mains);
  await post('kitchenCompleteCourse', { ...mains, at: NOW - 40 * MINUTE });
  await post('kitchenServeCourse', { ...mains, at: NOW - 33 * MINUTE });
  await post('kitchenStartCourse', { ...mains, at: NOW - 20 * MINUTE });
  await post('kitchenStartCourse', { ...mains, course: 2, at: NOW - 90 * MINUTE });
  // The same table earlier, on another day and in another branch; and an order at the counter.
  await post('kitchenStartCourse', { order: order(2), at: NOW - 8 * 60 * MINUTE });
  await post('kitchenStartCourse', { order: order(3), at: NOW - DAY });
  await post('kitchenStartCourse', { order: order(4), branch: 2, at: NOW - 60 * MINUTE });
  const counter = { orderId: order(5), year: 2026, number: 7, ticketNumber: 40 };
  await post('kitchenStartCourse', { order: null, number: null, table: null, cafeteria: counter, at: NOW - MINUTE });
  const courses = async (branch: number) =>
    (await (await server.get(`/api/v1/history/courses?branch=${branch}`, token)).json()).courses as Ticket[];
  all = [...(await courses(1)), ...(await courses(2))];
});
afterAll(() => server.stop());

describe('the details of a course', () => {
  it('has its times, and by how much it exceeded its limits', async () => {
    const details = await detailsOf(idOf(1, 3));
    expect(details).toMatchObject({ businessDay: '2026-06-19', ticket: { course: { number: 3 }, round: 1 } });
    expect(details?.overtime).toEqual({ isLate: true, cookingMs: 10 * MINUTE, passMs: 3 * MINUTE });
  });

  it('has every delivery about the course, of any round, in order of receipt: repeats too, byte by byte', async () => {
    const details = await detailsOf(idOf(1, 3));
    expect(details?.deliveryCount).toBe(5);
    expect(details?.deliveries.map(({ step, outcome, round }) => [step, outcome, round])).toEqual([
      [1, 'applied', 1],
      [1, 'repeat', 1],
      [2, 'applied', 1],
      [3, 'applied', 1],
      [1, 'applied', 2],
    ]);
    const body = eventBody({ order: order(1), course: 3, at: NOW - 60 * MINUTE, expected: 600 });
    expect(details?.deliveries[0]).toMatchObject({ body, bodyBase64: null });
    expect((await detailsOf(idOf(1, 3, 2)))?.deliveries).toHaveLength(5);
  });

  it('has the courses of its table on that business day: every party, and no other day, branch or table', async () => {
    const evening = (await detailsOf(idOf(1, 3)))?.tableCourses ?? [];
    expect(evening.map(({ orderId, course, round }) => [orderId, course.number, round])).toEqual([
      [order(2), 3, 1],
      [order(1), 2, 1],
      [order(1), 3, 1],
      [order(1), 3, 2],
    ]);
    expect((await detailsOf(idOf(3, 3)))?.tableCourses.map(({ orderId }) => orderId)).toEqual([order(3)]);
  });

  it('has only the courses of its order if that is a counter order', async () => {
    const counter = all.find(({ orderKind }) => orderKind === 'cafeteria');
    expect((await detailsOf(counter?.id ?? ''))?.tableCourses.map(({ id }) => id)).toEqual([counter?.id]);
  });

  it('is null for another branch, and for an unknown course', async () => {
    expect(await detailsOf(idOf(1, 3), 2)).toBeNull();
    expect(await detailsOf(idOf(1, 3), 77)).toBeNull();
    expect(await detailsOf('999-3-1')).toBeNull();
  });
});

describe('visits', () => {
  const tables = (overrides: object = {}, offset = 0, limit = 100) =>
    server.core.reader.read('listVisits', {
      filter: { ...ANY_COURSE, ...overrides, branch: 1, from: NOW - DAY, to: NOW, limit, cursor: null, now: NOW },
      offset,
    });
  const ordersOf = (found: Awaited<ReturnType<typeof tables>>) =>
    found.visits.map(({ courses }) => courses[0]?.ticket.orderId ?? courses[0]?.ticket.ticketNumber);

  it('are listed by order, the worst first, with their figures', async () => {
    const found = await tables();
    // Orders 1 (three courses), 2, 3 and 5 (one each); order 4 is of another branch.
    expect(found).toMatchObject({ total: 4, count: 6 });
    const ofOne = found.visits.find(({ courses }) => courses[0]?.ticket.orderId === order(1));
    // From its first start, 90 minutes ago, to its only serve, 33 minutes ago.
    expect(ofOne).toMatchObject({ lateCourses: 3, longestWaitMs: 57 * MINUTE, visitMs: 57 * MINUTE });
    // Mains: 10 late and 3 too long on the pass. Still cooking: starters 80 late, the second mains 10.
    expect(ofOne?.overMs).toBe((10 + 3 + 80 + 10) * MINUTE);
    const over = found.visits.map(({ overMs }) => overMs);
    expect(over).toEqual(over.toSorted((a, b) => b - a));
  });

  it('include all courses of an order, also those that the filter excludes', async () => {
    const found = await tables({ course: '2' });
    expect(found).toMatchObject({ total: 1, count: 1 });
    expect(found.visits[0]?.courses).toHaveLength(3);
    expect(await tables({ orderKind: 'cafeteria', course: '2' })).toMatchObject({ total: 0, count: 0, visits: [] });
  });

  it('are the same in pages as in one list', async () => {
    const whole = ordersOf(await tables());
    const pages = [...ordersOf(await tables({}, 0, 3)), ...ordersOf(await tables({}, 3, 3))];
    expect(pages).toEqual(whole);
  });
});
