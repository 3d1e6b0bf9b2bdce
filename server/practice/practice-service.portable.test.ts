import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import type { AuditList } from '../../contract/audit';
import type { Board, BoardHead, Ticket } from '../../contract/live';
import type { PracticeStatus } from '../../contract/set-up';
import { startHeartbeat } from '../clock/heartbeat';
import { readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

/** The next evening: sessions expire in a few days, and a secret is valid from its creation on. */
const DAY = 86_400_000;
const SIX = Math.ceil(Date.now() / DAY) * DAY + 17 * 3_600_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const open: RunningServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});

/** A restaurant with a wall, two tablets, a board for guests, a program, and a manager. */
async function restaurant() {
  let server = await startServer(undefined, {}, SIX);
  open.push(server);
  const tokens = new Map<string, string>();
  for (const [name, view] of [
    ['wall', 'kitchen'],
    ['sam', 'ready'],
    ['kim', 'tables'],
    ['counter', 'pickup'],
    ['program', 'api'],
  ] as const) {
    const added = await server.command<{ token: string }>('screen add', { name, branches: [1], view });
    tokens.set(name, added.token);
  }
  const Cookie = await signedIn(server, { name: 'Mia', role: 'manager', branches: [1] });
  const tokenOf = (name: string) => tokens.get(name) ?? '';
  const send = (path: string, body: object, headers: Record<string, string>) =>
    fetch(`${server.url}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const act = async (screen: string, kind: string, { id }: Pick<Ticket, 'id'>, actionId = randomUUID()) => {
    const answer = await send(
      `/tickets/${id}/actions`,
      { actionId, kind },
      { Authorization: `Bearer ${tokenOf(screen)}` },
    );
    return (await answer.json()) as { ticket: Ticket; code?: string };
  };
  const board = async (screen: string) => (await (await server.get('/api/v1/board', tokenOf(screen))).json()) as Board;
  return {
    server: () => server,
    tokenOf,
    board,
    act,
    setNow: (at: number) => server.setNow(at),
    start: (body: object = {}) => send('/branches/1/practice', body, { Cookie }),
    stop: () => send('/branches/1/practice/stop', {}, { Cookie }),
    status: async () =>
      (await (
        await fetch(`${server.url}/api/v1/branches/1/practice`, { headers: { Cookie } })
      ).json()) as PracticeStatus,
    read: async (path: string) => (await server.get(`/api/v1${path}`, tokenOf('program'))).text(),
    /** A course of table 12 from its start, three seconds long. */
    async serves(at: number) {
      const steps = { kitchenStartCourse: 0, kitchenCompleteCourse: 2 * SECOND, kitchenServeCourse: 3 * SECOND };
      for (const [event, after] of Object.entries(steps)) {
        server.setNow(at + after);
        await server.post(event, eventBody({ at: at + after, counter: after }));
      }
    },
    async restart(at: number) {
      await server.close();
      open.splice(open.indexOf(server), 1);
      server = await startServer(server.dataDir, {}, at);
      open.push(server);
    },
  };
}
type Restaurant = Awaited<ReturnType<typeof restaurant>>;

const ticketAt = ({ practice }: Board, table: string) => {
  const found = practice?.tickets.find((ticket) => ticket.table?.number === table);
  if (!found) throw new Error(`no ticket of ${table}`);
  return found;
};

/** A practice of 25 seconds with actions of two tablets and the wall. */
async function practises({ start, stop, board, act, setNow, read }: Restaurant, from: number) {
  setNow(from);
  expect((await start({ speed: 4 })).status).toBe(200);
  setNow(from + 24 * SECOND);
  const first = ticketAt(await board('wall'), 'P1');
  await act('sam', 'claim', first);
  await act('sam', 'collect', first);
  await act('wall', 'hide', ticketAt(await board('wall'), 'P2'));
  // What is read meanwhile must not stay anywhere either.
  expect(await read('/history/courses')).not.toContain('practice');
  setNow(from + 25 * SECOND);
  expect((await stop()).status).toBe(200);
}

const STORED = [
  ...['Delivery', 'Order', 'CourseEvent', 'TicketAction', 'CourseTicket', 'TableState', 'Branch', 'Gap'],
  ...['Setting', 'Subscription', 'SubscriptionSecret', 'Pairing'],
];

async function stored(restaurant: Restaurant) {
  // After the gap that a start may store.
  await restaurant.server().core.queue.run(async () => {});
  const rows = STORED.map(async (table) => {
    const all = await readRows(restaurant.server().dataDir, `SELECT * FROM "${table}"`);
    return [
      table,
      all.map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).sort(),
    ];
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Everything that can be read about an evening, as text. */
async function outputOf({ read, server, tokenOf }: Restaurant) {
  const paths = [
    '/history/courses',
    '/history/courses.csv',
    ...['course', 'party', 'none'].flatMap((by) => [
      `/history/summary?groupBy=${by}`,
      `/history/summary.csv?groupBy=${by}`,
    ]),
  ];
  const texts = await Promise.all(paths.map(read));
  const { gaps } = JSON.parse(await read('/deliveries')) as { gaps: unknown };
  const counts = (await (await fetch(`${server().url}/metrics`)).text())
    .split('\n')
    .filter((line) => /^heatlamp_(deliveries|courses|tickets|open)/.test(line));
  const live = JSON.parse(await read('/live')) as { branches: { pace: unknown; cooking: unknown; gaps: unknown }[] };
  const board = (await (await server().get('/api/v1/board', tokenOf('program'))).json()) as Board;
  return {
    texts,
    gaps: JSON.stringify(gaps),
    counts: counts.filter((line) => !line.includes('seconds')),
    live: live.branches.map(({ pace, cooking }) => JSON.stringify({ pace, cooking })),
    board: JSON.stringify([board.version, board.tickets, board.tables, board.gaps, board.wall]),
  };
}

it('[F28] an evening with practices before and after it leaves the same history, reports, gaps and database', async () => {
  const [practised, plain] = [await restaurant(), await restaurant()];
  const later = SIX + 10 * MINUTE;
  const before = await stored(practised);
  await practises(practised, SIX);
  expect(await stored(practised)).toEqual(before);

  for (const each of [practised, plain]) {
    await each.serves(SIX + 30 * SECOND);
    // Nobody listens for ten minutes after a delivery, which is a gap.
    await each.restart(later);
  }
  const evening = await stored(practised);
  expect(evening).toMatchObject({ Gap: [expect.anything()], CourseTicket: [expect.anything()] });
  await practises(practised, later);
  expect(await stored(practised)).toEqual(evening);

  for (const { setNow } of [practised, plain]) setNow(later + 26 * SECOND);
  const [withPractice, without] = [await outputOf(practised), await outputOf(plain)];
  expect(withPractice).toEqual(without);
  expect(without.texts.every((text) => text.includes('12') || text.includes('count'))).toBe(true);
  expect(without.gaps).toContain('down');
});

it('[F28b] it does not begin beside real courses, and the first real delivery ends it on every screen at once', async () => {
  const { server, start, status, board, serves, setNow, tokenOf, act } = await restaurant();
  await server().post('kitchenStartCourse', eventBody({ at: SIX }));
  const refused = await start();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'open',
    detail: expect.stringContaining('one real course is open'),
  });
  await serves(SIX + SECOND);
  expect((await start({ speed: 2, language: 'de' })).status).toBe(200);
  expect(await (await start()).json()).toMatchObject({ code: 'running' });
  setNow(SIX + 9 * SECOND);
  expect(await status()).toMatchObject({ openCourses: 0, practice: { speed: 2, by: 'Mia', ended: null, left: 12 } });
  const shown = await board('sam');
  expect(shown.practice).toMatchObject({ kind: 'service', ended: null });
  expect(ticketAt(shown, 'P1')).toMatchObject({ course: { name: 'Vorspeise' }, table: { name: 'Übung' } });

  const socket = io(server().url, {
    ...{ transports: ['websocket'], auth: { token: tokenOf('wall') }, forceNew: true, reconnection: false },
  });
  const ended = new Promise<BoardHead>((done) => {
    socket.on('board:head', (head: BoardHead) => head.practice?.ended && done(head));
  });
  await new Promise((resolve) => socket.once('board:snapshot', resolve));
  await server().post('kitchenStartCourse', eventBody({ at: SIX + 9 * SECOND, course: 2 }));
  expect((await ended).practice).toMatchObject({ ended: 'real-work', tickets: [], tables: [] });
  socket.disconnect();
  expect((await board('counter')).practice).toMatchObject({ ended: 'real-work' });
  expect(await act('sam', 'claim', ticketAt(shown, 'P1'))).toMatchObject({ code: 'unknown' });
  setNow(SIX + 70 * SECOND);
  expect(await board('wall')).not.toHaveProperty('practice');
  expect((await status()).practice).toBeNull();
});

it('[F28b] it ends with a delivery that is no later than the last one, and not when the clock dates that one back', async () => {
  const { server, start, board, serves, setNow } = await restaurant();
  await serves(SIX + 3 * MINUTE);
  const { core } = server();
  setNow(SIX);
  expect((await start()).status).toBe(200);
  const heartbeat = startHeartbeat({ ...core, listenedUntil: null }, 2);
  heartbeat.begin();
  await expect.poll(() => core.boards.branch(1)?.row.lastDeliveryAt).toBe(SIX);
  await heartbeat.end(SIX);
  expect((await board('wall')).practice).toMatchObject({ ended: null });
  await server().post('kitchenServeCourse', eventBody({ at: SIX + 3 * MINUTE + 3 * SECOND, counter: 3_000 }));
  expect((await board('wall')).practice).toMatchObject({ ended: 'real-work' });
});

it('[F28b] it ends when its time is over, by a manager, and with the server, and the audit log knows who did it', async () => {
  const each = await restaurant();
  const { server, start, stop, status, board, setNow, restart } = each;
  await start({ speed: 4 });
  setNow(SIX + 194 * SECOND);
  expect((await board('wall')).practice).toMatchObject({ ended: null });
  setNow(SIX + 195 * SECOND);
  expect((await board('wall')).practice).toMatchObject({ ended: 'over', tickets: [] });
  await start();
  await stop();
  await stop();
  expect((await status()).practice).toMatchObject({ ended: 'stopped', left: 0 });
  expect((await board('sam')).practice).toMatchObject({ ended: 'stopped' });
  await start();
  await restart(SIX + 200 * SECOND);
  expect(await board('wall')).not.toHaveProperty('practice');
  const Cookie = await signedIn(server(), { name: 'Olga', role: 'owner' });
  const log = await fetch(`${server().url}/api/v1/audit?kind=change&by=Mia`, { headers: { Cookie } });
  const { entries } = (await log.json()) as AuditList;
  expect(entries.map(({ action, branch, after }) => [action, branch, after])).toEqual([
    ['practice-started', 1, { speed: 1 }],
    ['practice-stopped', 1, null],
    ['practice-started', 1, { speed: 1 }],
    ['practice-started', 1, { speed: 4 }],
  ]);
});

it('[F28c] actions have the effects and refusals of real ones, on every screen', async () => {
  const { start, board, act, setNow, server, tokenOf } = await restaurant();
  await start();
  setNow(SIX + 90 * SECOND);
  const first = ticketAt(await board('sam'), 'P1');
  const actionId = randomUUID();
  expect((await act('sam', 'claim', first, actionId)).ticket).toMatchObject({ claim: { by: { name: 'sam' } } });
  expect((await act('sam', 'claim', first, actionId)).ticket).toMatchObject({ claim: { by: { name: 'sam' } } });
  expect(await act('sam', 'collect', first, actionId)).toMatchObject({ code: 'used' });
  expect(ticketAt(await board('kim'), 'P1')).toMatchObject({ claim: { by: { name: 'sam' } } });
  expect(await act('kim', 'claim', first)).toMatchObject({ code: 'claimed' });
  expect(await act('kim', 'undo', first)).toMatchObject({ code: 'not-yours' });
  expect((await act('kim', 'collect', first)).ticket).toMatchObject({ collected: { by: { name: 'kim' } } });
  expect((await act('kim', 'undo', first)).ticket).toMatchObject({ collected: null });
  expect(await act('counter', 'claim', first)).toMatchObject({ code: 'view' });
  expect(await act('sam', 'claim', { id: '9999999999-1-1' })).toMatchObject({ code: 'unknown' });
  const visit = await server().get('/api/v1/tables/P1/1/evening', tokenOf('kim'));
  expect(await visit.json()).toMatchObject({ table: { number: 'P1' }, courses: [{ id: first.id }] });
});

it('[F28b][F28c] the action that closes the last course is answered as taken, and ends the practice', async () => {
  const { start, board, act, setNow } = await restaurant();
  await start();
  setNow(SIX + 720 * SECOND);
  const last = ticketAt(await board('sam'), 'P3');
  expect(last.presumedServed).not.toBeNull();
  expect((await act('sam', 'confirm-served', last)).ticket).toMatchObject({ id: last.id, closedBy: 'screen' });
  expect((await board('sam')).practice).toMatchObject({ ended: 'over', tickets: [] });
});

it('[F28d] guests see the counter ticket without what staff did with it', async () => {
  const { start, board, act, setNow } = await restaurant();
  await start();
  setNow(SIX + 330 * SECOND);
  const atCounter = (await board('wall')).practice?.tickets.find(({ orderKind }) => orderKind === 'cafeteria');
  if (!atCounter) throw new Error('no counter ticket');
  await act('sam', 'claim', atCounter);
  expect((await board('counter')).practice).toMatchObject({
    tickets: [{ ticketNumber: 7, table: null, claim: null, readyAt: expect.any(String) }],
    tables: [],
  });
});
