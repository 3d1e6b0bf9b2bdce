import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Board, BoardHead } from '../../contract/live';
import type { SetUp } from '../../contract/set-up';
import { newestDeliveries } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { signedIn } from '../testing/managers';
import { type RunningServer, startServer } from '../testing/running-server';

/** A test course ends by itself. */
const NOW = Date.now();

let server: RunningServer;
let owner: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await startServer(undefined, {}, NOW);
  for (const view of ['kitchen', 'pickup', 'api']) {
    const added = await server.command<{ token: string }>('screen add', { name: view, branches: [1], view });
    tokens.set(view, added.token);
  }
  owner = await signedIn(server, { name: 'Olga', role: 'owner' });
  await server.post('kitchenStartCourse', eventBody({ at: NOW - 60_000 }));
});
afterAll(() => server.stop());

const begin = (branch: number) =>
  fetch(`${server.url}/api/v1/branches/${branch}/test-course`, {
    method: 'POST',
    body: '{}',
    headers: { Cookie: owner },
  });
const board = async (view: string) => (await (await server.get('/api/v1/board', tokens.get(view))).json()) as Board;
const setUp = async () =>
  (await (await fetch(`${server.url}/api/v1/setup`, { headers: { Cookie: owner } })).json()) as SetUp;

/** Everything that a manager or a program can read about the branch. */
async function everything() {
  const read = async (path: string) => (await server.get(path, tokens.get('api'))).json();
  const { serverTime: _, practice: __, ...shown } = await board('api');
  return {
    shown,
    history: await read('/api/v1/history/courses'),
    report: await read('/api/v1/history/summary?groupBy=none'),
    live: ((await read('/api/v1/live')) as { branches: { cooking: unknown; oldest: unknown }[] }).branches.map(
      ({ cooking, oldest }) => ({ cooking, oldest }),
    ),
    deliveries: await newestDeliveries(server, tokens.get('api') ?? ''),
    counts: ((await read('/api/v1/deliveries/counts')) as { lastDay: unknown }).lastDay,
    gaps: await server.command('deliveries replay', { outcome: 'unreadable' }),
  };
}

it('[F26][F26b] a test course is beside the board of every screen, and nothing else knows of it', async () => {
  const before = await everything();
  expect(await (await begin(1)).json()).toEqual({ step: 'cooking', seenOn: [] });
  expect(await board('kitchen')).toMatchObject({
    tickets: [{ table: { number: '12' } }],
    practice: { kind: 'test', tickets: [{ table: { number: 'TEST' } }] },
  });
  expect((await board('pickup')).practice).toMatchObject({ tickets: [{ ticketNumber: 0, table: null }], tables: [] });
  expect(await everything()).toEqual(before);
  expect((await begin(2)).status).toBe(404);
});

it('[F26] sockets learn of it with the next head, and the page for owners learns who has drawn it', async () => {
  const token = tokens.get('kitchen') ?? '';
  const socket = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  const heads: BoardHead[] = [];
  socket.on('board:head', (head: BoardHead) => void heads.push(head));
  await new Promise((resolve) => socket.once('board:snapshot', resolve));
  const ticketIds = [(await board('kitchen')).practice?.tickets[0]?.id ?? ''];
  await vi.waitFor(
    () => expect(heads.some(({ practice }) => practice?.tickets[0]?.id === ticketIds[0])).toBe(true),
    60_000,
  );
  await socket.emitWithAck('board:painted', { ticketIds, dataAgeMs: 0 });
  const { branches, screens } = await setUp();
  const wall = screens.find(({ name }) => name === 'kitchen');
  expect(branches[0]?.test?.seenOn).toEqual([wall?.id]);
  socket.disconnect();
});

it('[F26a] one that runs goes on; it ends by itself, and by a restart', async () => {
  server.setNow(NOW + 60_000);
  expect((await setUp()).branches[0]?.test?.step).toBe('gone');
  expect(await board('kitchen')).not.toHaveProperty('practice');
  await begin(1);
  server.setNow(NOW + 69_000);
  expect(await (await begin(1)).json()).toEqual({ step: 'ready', seenOn: [] });
  server = await server.restart();
  expect((await setUp()).branches[0]?.test).toBeNull();
  expect(await board('kitchen')).not.toHaveProperty('practice');
});
