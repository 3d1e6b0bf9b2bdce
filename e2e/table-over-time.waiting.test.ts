import { randomUUID } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Board, Table, Ticket } from '../contract/live';
import type { Kitchen } from './actors/kitchen';
import { MAINS, type Pos } from './actors/pos';
import { type Room, watchRoom } from './actors/room';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

/** Each limit is set only after the checks of what holds before it passes. */
const LIMIT_MINUTES = '0.1';
const LIMIT_MS = 6_000;
/** A status on the page, in the API and in the database. */
const STATUS_TEXTS = {
  'TABLE-STATUS-OPEN': 'free',
  'TABLE-STATUS-TAKEN': 'taken',
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED': 'kitchen is late',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'ready to serve',
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'needs attention: food is waiting',
};

type Status = keyof typeof STATUS_TEXTS;
type Stored = { status: string; since: number };

/** Compares the status of a table in all places. */
async function watchStatuses(server: ServerProcess, kitchen: Kitchen, room: Room) {
  const { token } = await kitchen.getsLink([kitchen.branch], { view: 'ready', name: 'Sam' });
  const authorization = { Authorization: `Bearer ${token}` };
  const database = new Database(path.join(server.folder, 'heatlamp.db'), { readonly: true });

  const board = async (): Promise<Board> => {
    const answer = await fetch(`${server.url}/api/v1/board?branch=${kitchen.branch}`, { headers: authorization });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Board;
  };
  const deliveries = () =>
    (database.prepare('SELECT count(*) AS "count" FROM "Delivery"').get() as { count: number }).count;
  const stored = (number: string) =>
    database
      .prepare('SELECT "status", "since" FROM "TableState" WHERE "branch" = ? AND "number" = ?')
      .get(kitchen.branch, number) as Stored;

  return {
    deliveries,
    /** Expects this status of the table on the page, over HTTP and in the database. Resolves to the API's data. */
    async agree(number: string, status: Status): Promise<{ table: Table; tickets: Ticket[] }> {
      await room.sees(`Table ${number}`, STATUS_TEXTS[status]);
      const { tables, tickets } = await board();
      const table = tables.find((each) => each.number === number);
      expect(table?.status).toBe(status);
      const { status: storedStatus, since } = stored(number);
      expect([storedStatus, new Date(since).toISOString()]).toEqual([status, table?.since]);
      if (!table) throw new Error(`no table ${number}`);
      return { table, tickets: tickets.filter((ticket) => ticket.table?.number === number) };
    },
    async collects(ticket: Ticket | undefined) {
      const answer = await fetch(`${server.url}/api/v1/tickets/${ticket?.id}/notes`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ noteId: randomUUID(), kind: 'collect' }),
      });
      expect(answer.status).toBe(200);
    },
    close: () => database.close(),
  };
}

const setsShortLimit = (server: ServerProcess, { branch }: Pos, key: 'fallbackLate' | 'readyLate' | 'turnOver') =>
  server.heatlamp('setting', 'set', key, LIMIT_MINUTES, '--branch', String(branch));

const sinceMs = ({ since }: Table) => Date.parse(since ?? '');

test('a table changes its status when a limit passes, without a delivery, and after a delivery', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const room = watchRoom(await kitchen.opens('tables'));
  const statuses = await watchStatuses(server, kitchen, room);
  const party = pos.seats({ number: 12, tableName: 'de Vries', numberOfGuests: 4 });
  await pos.starts(party, MAINS);
  const taken = await statuses.agree('12', 'TABLE-STATUS-TAKEN');

  // Without a delivery: the kitchen's limit passes.
  const afterStart = statuses.deliveries();
  await setsShortLimit(server, pos, 'fallbackLate');
  const late = await statuses.agree('12', 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED');
  expect(late.table.since).toBe(late.tickets[0]?.lateAt);
  expect(sinceMs(late.table) - sinceMs(taken.table)).toBe(LIMIT_MS);
  expect(statuses.deliveries()).toBe(afterStart);

  await pos.completes(party, MAINS);
  const ready = await statuses.agree('12', 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED');
  expect(ready.table.since).toBe(ready.tickets[0]?.readyAt);

  // Without a delivery: the limit of the pass passes, even over a power cut.
  const afterComplete = statuses.deliveries();
  await setsShortLimit(server, pos, 'readyLate');
  await server.kill();
  await server.start();
  const waiting = await statuses.agree('12', 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');
  expect(waiting.table.since).toBe(waiting.tickets[0]?.lateAt);
  expect(sinceMs(waiting.table) - sinceMs(ready.table)).toBe(LIMIT_MS);
  expect(statuses.deliveries()).toBe(afterComplete);

  await pos.serves(party, MAINS);
  const served = await statuses.agree('12', 'TABLE-STATUS-TAKEN');
  expect(served.table.lastFoodAt).toBe(served.table.since);

  // Without a delivery: the table turns over, and a free table has no food status.
  const afterServe = statuses.deliveries();
  await setsShortLimit(server, pos, 'turnOver');
  const free = await statuses.agree('12', 'TABLE-STATUS-OPEN');
  expect(sinceMs(free.table) - sinceMs(served.table)).toBe(LIMIT_MS);
  expect(free.table).toMatchObject({ name: null, guests: null, courses: [], lastFoodAt: null });
  await expect(room.tile('Table 12')).not.toContainText('food');
  expect(statuses.deliveries()).toBe(afterServe);
  expect(room.reloads()).toBe(0);
  statuses.close();
});

test('collected food needs no action, even before the POS reports the serve', async ({ server, pos, kitchen }) => {
  const room = watchRoom(await kitchen.opens('tables'));
  const party = pos.seats({ number: 31, numberOfGuests: 2 });
  await pos.completes(party, MAINS, { minutesAgo: 5 });
  const statuses = await watchStatuses(server, kitchen, room);
  const { tickets } = await statuses.agree('31', 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');
  const before = statuses.deliveries();

  await statuses.collects(tickets[0]);
  const taken = await statuses.agree('31', 'TABLE-STATUS-TAKEN');
  await room.sees('Table 31', 'food just now', 'MA done');
  expect(taken.table.lastFoodAt).toBe(taken.tickets[0]?.collected?.at);
  expect(statuses.deliveries()).toBe(before);

  await server.kill();
  await server.start();
  await room.isLive();
  await statuses.agree('31', 'TABLE-STATUS-TAKEN');
  statuses.close();
});
