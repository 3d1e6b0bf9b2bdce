import type { Board, Table, Ticket } from '../contract/live';
import { hiresColleague } from './actors/colleague';
import type { Kitchen } from './actors/kitchen';
import { MAINS, type Pos } from './actors/pos';
import { type Room, watchRoom } from './actors/room';
import type { ServerProcess } from './server-process';
import { expect, test } from './test';

/** Each limit is set only after the checks of what holds before it passes. */
const LIMIT_MINUTES = '0.1';
const LIMIT_MS = 6_000;
/** A status in the API, and on the page. */
const STATUS_TEXTS = {
  'TABLE-STATUS-OPEN': 'free',
  'TABLE-STATUS-TAKEN': 'taken',
  'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED': 'kitchen is late',
  'TABLE-STATUS-ORDER-READY-TO-BE-SERVED': 'ready to serve',
  'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED': 'needs attention: food is waiting',
};

type Status = keyof typeof STATUS_TEXTS;

/** Compares the status of a table on the page and over HTTP. */
async function watchStatuses(server: ServerProcess, kitchen: Kitchen, room: Room) {
  const { token } = await kitchen.getsLink([kitchen.branch], { view: 'ready', name: 'Sam' });
  const headers = { Authorization: `Bearer ${token}` };
  /** Expects this status of the table in both places. Resolves to the API's data. */
  return async (number: string, status: Status): Promise<{ table: Table; tickets: Ticket[] }> => {
    await room.sees(`Table ${number}`, STATUS_TEXTS[status]);
    const answer = await fetch(`${server.url}/api/v1/board?branch=${kitchen.branch}`, { headers });
    const { tables, tickets } = (await answer.json()) as Board;
    const table = tables.find((each) => each.number === number);
    expect(table?.status).toBe(status);
    if (!table) throw new Error(`no table ${number}`);
    return { table, tickets: tickets.filter((ticket) => ticket.table?.number === number) };
  };
}

const setsShortLimit = (server: ServerProcess, { branch }: Pos, key: 'fallbackLate' | 'readyLate' | 'turnOver') =>
  server.heatlamp('setting', 'set', key, LIMIT_MINUTES, '--branch', String(branch));

const sinceMs = ({ since }: Table) => Date.parse(since ?? '');

test('a table changes its status when a limit passes, without a delivery, and after a delivery', {
  tag: '@thorough',
}, async ({ server, pos, kitchen }) => {
  const room = watchRoom(await kitchen.opens('tables'));
  const agree = await watchStatuses(server, kitchen, room);
  const party = pos.seats({ number: 12, tableName: 'de Vries', numberOfGuests: 4 });
  await pos.starts(party, MAINS);
  const taken = await agree('12', 'TABLE-STATUS-TAKEN');

  // Without a delivery: the kitchen's limit passes.
  await setsShortLimit(server, pos, 'fallbackLate');
  const late = await agree('12', 'TABLE-STATUS-TAKEN-AND-TIME-LIMIT-REACHED');
  expect(late.table.since).toBe(late.tickets[0]?.lateAt);
  expect(sinceMs(late.table) - sinceMs(taken.table)).toBe(LIMIT_MS);

  await pos.completes(party, MAINS);
  const ready = await agree('12', 'TABLE-STATUS-ORDER-READY-TO-BE-SERVED');
  expect(ready.table.since).toBe(ready.tickets[0]?.readyAt);

  // Without a delivery: the limit of the pass passes, even over a power cut.
  await setsShortLimit(server, pos, 'readyLate');
  await server.kill();
  await server.start();
  const waiting = await agree('12', 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');
  expect(waiting.table.since).toBe(waiting.tickets[0]?.lateAt);
  expect(sinceMs(waiting.table) - sinceMs(ready.table)).toBe(LIMIT_MS);

  await pos.serves(party, MAINS);
  const served = await agree('12', 'TABLE-STATUS-TAKEN');
  expect(served.table.lastFoodAt).toBe(served.table.since);

  // Without a delivery: the table turns over, and a free table has no food status.
  await setsShortLimit(server, pos, 'turnOver');
  const free = await agree('12', 'TABLE-STATUS-OPEN');
  expect(sinceMs(free.table) - sinceMs(served.table)).toBe(LIMIT_MS);
  expect(free.table).toMatchObject({ name: null, guests: null, courses: [], lastFoodAt: null });
  await expect(room.tile('Table 12')).not.toContainText('food');
  expect(room.reloads()).toBe(0);
});

test('collected food needs no action, even before the POS reports the serve', async ({ server, pos, kitchen }) => {
  const room = watchRoom(await kitchen.opens('tables'));
  const party = pos.seats({ number: 31, numberOfGuests: 2 });
  await pos.completes(party, MAINS, { minutesAgo: 5 });
  const agree = await watchStatuses(server, kitchen, room);
  const sam = await hiresColleague(server, kitchen, 'Sam');
  await agree('31', 'TABLE-STATUS-TAKEN-AND-ACTION-REQUIRED');

  await sam.collects(party, MAINS);
  const taken = await agree('31', 'TABLE-STATUS-TAKEN');
  await room.sees('Table 31', 'food just now', 'MA done');
  expect(taken.table.lastFoodAt).toBe(taken.tickets[0]?.collected?.at);

  await server.kill();
  await server.start();
  await room.isLive();
  await agree('31', 'TABLE-STATUS-TAKEN');
});
