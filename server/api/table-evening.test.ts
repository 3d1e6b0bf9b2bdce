import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Table, Ticket } from '../../contract/live';
import { type EventFields, eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

type Evening = { table: Table; courses: Ticket[] };

/** 22:00 in Amsterdam. */
const NOW = Date.UTC(2026, 5, 19, 20);
const HOUR = 3_600_000;

let server: RunningServer;
let token: string;
beforeEach(async () => {
  server = await startServer(undefined, {}, NOW);
  ({ token } = await server.command<{ token: string }>('screen add', {
    name: 'tablet',
    branches: [1],
    view: 'tables',
  }));
});
afterEach(() => server.stop());

const post = (event: string, fields: EventFields) => server.post(event, eventBody(fields));

async function evening(table: string): Promise<Evening> {
  const answer = await server.get(`/api/v1/tables/${table}/evening`, token);
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return answer.json();
}

it('returns all courses of a table since the cut-off, oldest first, of every party', async () => {
  const order = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;
  await post('kitchenStartCourse', { at: NOW - 19 * HOUR, order: order(1) });
  await post('kitchenStartCourse', { at: NOW - HOUR, order: order(3), course: 2 });
  await post('kitchenStartCourse', { at: NOW - 8 * HOUR, order: order(2) });
  await post('kitchenServeCourse', { at: NOW - 7 * HOUR, order: order(2) });
  await post('kitchenStartCourse', { at: NOW - HOUR, order: order(4), table: { number: 12, subNumber: 1 } });

  const { table, courses } = await evening('12/2');
  expect(courses.map(({ orderId }) => orderId)).toEqual([order(2), order(3)]);
  expect(table).toMatchObject({ number: '12', subNumber: '2', status: 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED' });
  expect(table.courses.map(({ number }) => number)).toEqual([2]);
  expect((await evening('12/1')).courses.map(({ orderId }) => orderId)).toEqual([order(4)]);
});

it('returns the courses of those who are at a table after the cut-off, also if these began before it', async () => {
  const CUT_OFF = Date.UTC(2026, 5, 20, 2);
  const MINUTE = HOUR / 60;
  const order = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;
  server.setNow(CUT_OFF + 3 * MINUTE);
  await post('kitchenServeCourse', { at: NOW, order: order(1) });
  await post('kitchenStartCourse', { at: CUT_OFF - 40 * MINUTE, order: order(2), course: 1 });
  await post('kitchenServeCourse', { at: CUT_OFF - 5 * MINUTE, order: order(2), course: 1 });
  const { table, courses } = await evening('12/2');
  expect(table.courses.map(({ number }) => number)).toEqual([1]);
  expect(courses.map(({ orderId }) => orderId)).toEqual([order(2)]);
  // Once they have left, it has nothing of the new day.
  server.setNow(CUT_OFF + HOUR);
  await expect.poll(async () => (await evening('12/2')).table.status).toBe('TABLE-STATUS-OPEN');
  expect((await evening('12/2')).courses).toEqual([]);
});

it('finds a table by a number beyond 2^53, and no table without courses', async () => {
  await post('kitchenStartCourse', { at: NOW - HOUR, table: { number: '900719925474099312345' } });
  expect((await evening('900719925474099312345/1')).courses).toHaveLength(1);
  for (const none of ['900719925474099312344/1', '900719925474099312345/2', '1/1'])
    expect((await server.get(`/api/v1/tables/${none}/evening`, token)).status).toBe(404);
});
