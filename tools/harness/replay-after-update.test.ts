import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { KitchenEvent } from '../../contract/constants';
import type { Board } from '../../contract/live';
import { MINUTE_MS } from '../../lib/time';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { postDelivery } from '../pos-simulator/post-delivery';
import { buildServer } from './builds';
import { addSubscriptionAndScreens, type ChildServer, command, makeDataFolder, startServer } from './child-server';
import { readBoard } from './folded-board';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

/** One course, whose completion has its number as text. */
function deliveriesFrom(startedAt: number): { path: string; body: string }[] {
  const orderId = randomUUID();
  const delivery = (event: KitchenEvent, minutes: number, courseNumber: number | string) => ({
    path: `/webhooks/${event}`,
    body: JSON.stringify({
      event: { eventCounter: minutes, eventTimestamp: new Date(startedAt + minutes * MINUTE_MS).toISOString() },
      sender: { branchNumber: 1, workplaceNumber: 1 },
      tableOrder: { orderId, year: 2026, number: 85_214 },
      table: { number: 12, tableName: 'Smith', numberOfGuests: 4 },
      course: { courseNumber, name: 'Mains' },
    }),
  });
  return [
    delivery('kitchenStartCourse', 0, 3),
    delivery('kitchenCompleteCourse', 9, '3'),
    delivery('kitchenServeCourse', 11, 3),
  ];
}

async function start(program: string, folder: string): Promise<ChildServer> {
  const server = await startServer({ program, folder });
  cleanups.push(server.kill);
  return server;
}

/** Posts the deliveries one after the other. Resolves to the statuses. */
async function post(url: URL, deliveries: readonly { path: string; body: string }[]): Promise<unknown[]> {
  const receiver = { url, agent: new Agent(), subscriptionId: SUBSCRIPTION, key: KEY, now: () => performance.now() };
  const statuses: unknown[] = [];
  for (const { path, body } of deliveries) {
    const reply = await postDelivery({ path, body }, receiver);
    statuses.push('status' in reply ? reply.status : reply.failed);
  }
  return statuses;
}

type Course = Board['tickets'][number];
type Delivery = { outcome: string; pathEvent: string };

async function readState(url: URL, token: string) {
  const get = async (path: string) =>
    (await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}` } })).json();
  const { tickets, tables } = await readBoard(url, token);
  const { courses } = (await get('/api/v1/history/courses')) as { courses: Course[] };
  const { deliveries } = (await get('/api/v1/deliveries')) as { deliveries: Delivery[] };
  // Ids and versions depend on the time of arrival and the number of commits.
  const comparable = <Item extends object>(item: Item) => ({ ...item, id: null, version: null });
  return {
    tickets: tickets.map(comparable),
    tables: tables.map(comparable),
    courses: courses.map(comparable),
    deliveries: deliveries.map(({ outcome, pathEvent }) => `${pathEvent} ${outcome}`),
  };
}

it('a replay after an update applies deliveries that the older version could not parse', async () => {
  const [older, current] = [await buildServer('numbers-as-text-refused'), await buildServer()];
  cleanups.push(older.remove, current.remove);
  const [updated, fresh] = [makeDataFolder(), makeDataFolder()];
  cleanups.push(updated.remove, fresh.remove);
  const deliveries = deliveriesFrom(Date.now() - 14 * MINUTE_MS);

  const before = await start(older.main, updated.folder);
  const [token = ''] = await addSubscriptionAndScreens(updated.folder, ['api']);
  expect(await post(before.url, deliveries)).toEqual([200, 400, 200]);
  const missing = await readState(before.url, token);
  expect(missing.courses).toMatchObject([{ readyAt: null, measuredSeconds: null, marks: ['no-ready'] }]);
  await before.stop();

  const after = await start(current.main, updated.folder);
  expect((await readState(after.url, token)).courses).toEqual(missing.courses);
  expect(await command(updated.folder, 'deliveries replay', { outcome: 'unreadable' })).toEqual({
    replayed: 1,
    applied: 1,
  });
  const replayed = await readState(after.url, token);
  expect(replayed.courses).toMatchObject([{ measuredSeconds: 540, table: { number: '12' } }]);

  // The expected state: a current server that received the same deliveries.
  const other = await start(current.main, fresh.folder);
  const [otherToken = ''] = await addSubscriptionAndScreens(fresh.folder, ['api']);
  expect(await post(other.url, deliveries)).toEqual([200, 200, 200]);
  expect(replayed).toEqual(await readState(other.url, otherToken));
});
