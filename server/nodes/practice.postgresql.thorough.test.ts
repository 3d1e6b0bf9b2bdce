import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Board, BoardHead, Ticket } from '../../contract/live';
import type { SetUp } from '../../contract/set-up';
import { openProxy, type TcpProxy } from '../../tools/harness/proxy';
import { readRows } from '../testing/data-folder';
import { eventBody } from '../testing/events';
import { inTurn } from '../testing/in-turn';
import { signedIn } from '../testing/managers';
import { type Nodes, openSocket, startNodes } from '../testing/node-pair';
import type { RunningServer } from '../testing/running-server';

const SECOND = 1_000;
/** The next evening: sessions expire in a few days, and a secret is valid from its creation on. */
const DAY = 86_400_000;
const SIX = Math.ceil(Date.now() / DAY) * DAY + 17 * 3_600_000;
const OF_PRACTICE = ['Delivery', 'Order', 'CourseEvent', 'TicketAction', 'CourseTicket', 'TableState'];

let nodes: Nodes;
let first: RunningServer;
let second: RunningServer;
let token: string;
let owner: string;
let clock = SIX;
let proxy: TcpProxy | null = null;
beforeAll(async () => {
  nodes = await startNodes(SIX);
  ({ first, second } = nodes);
  ({ token } = await first.command<{ token: string }>('screen add', { name: 'sam', branches: [1], view: 'ready' }));
  owner = await signedIn(first, { name: 'Olga', role: 'owner' });
});
afterAll(async () => {
  await nodes.stop();
  await proxy?.close();
});

function pass(ms: number): void {
  clock += ms;
  nodes.setNow(clock);
}

const post = (node: RunningServer, path: string, body: object, headers: Record<string, string>) =>
  fetch(`${node.url}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers });
const manages = (node: RunningServer, path: string, body = {}) =>
  post(node, `/branches/1/${path}`, body, { Cookie: owner });
async function act(node: RunningServer, kind: string, { id }: Ticket) {
  const answer = await post(node, `/tickets/${id}/actions`, { actionId: randomUUID(), kind }, authorization());
  return (await answer.json()) as { ticket: Ticket; code?: string };
}
const authorization = () => ({ Authorization: `Bearer ${token}` });
const practiceOn = async (node: RunningServer) =>
  ((await (await node.get('/api/v1/board', token)).json()) as Board).practice;
const ticketOn = async (node: RunningServer, table = 'P1') =>
  (await practiceOn(node))?.tickets.find((ticket) => ticket.table?.number === table);
async function shownTicket(node: RunningServer): Promise<Ticket> {
  await expect.poll(() => ticketOn(node)).toBeDefined();
  return (await ticketOn(node)) as Ticket;
}

it('[F28] shows a practice service on all nodes, takes actions on each, and ends it from any', async () => {
  expect((await manages(first, 'practice', { language: 'fr' })).status).toBe(200);
  pass(90 * SECOND);
  const ticket = await shownTicket(second);
  expect(ticket).toEqual(await ticketOn(first));
  expect(ticket.course.name).toBe('Entrée');
  expect(await (await manages(second, 'practice')).json()).toMatchObject({ code: 'running' });

  const claimed = await act(second, 'claim', ticket);
  expect(claimed.ticket).toMatchObject({ claim: { by: { name: 'sam' } } });
  await expect.poll(() => ticketOn(first)).toEqual(claimed.ticket);
  const collected = await act(first, 'collect', ticket);
  await expect.poll(() => ticketOn(second)).toEqual(collected.ticket);

  // Also a node that starts meanwhile.
  const third = await nodes.start();
  await expect.poll(() => ticketOn(third)).toEqual(collected.ticket);
  expect((await manages(third, 'practice/stop')).status).toBe(200);
  for (const node of [first, second, third])
    await expect.poll(() => practiceOn(node)).toMatchObject({ ended: 'stopped', tickets: [] });
  expect(await act(first, 'undo', ticket)).toMatchObject({ code: 'unknown' });
  for (const table of OF_PRACTICE) expect(await readRows(first.dataDir, `SELECT * FROM "${table}"`), table).toEqual([]);
});

it('[F28b] notifies the sockets of another node at once when a practice begins and when real work ends it', async () => {
  const socket = openSocket(second, token);
  const head = (isWanted: (head: BoardHead) => boolean) =>
    new Promise((done) => socket.on('board:head', (each) => isWanted(each) && done(each)));
  await new Promise((done) => socket.once('board:snapshot', done));
  const begun = head(({ practice }) => practice?.ended === null);
  await manages(first, 'practice');
  await begun;
  const ended = head(({ practice }) => practice?.ended === 'real-work');
  await first.post('kitchenStartCourse', eventBody({ at: clock }));
  await ended;
  for (const node of [first, second]) await expect.poll(() => practiceOn(node)).toMatchObject({ ended: 'real-work' });
  pass(SECOND);
  await second.post('kitchenCompleteCourse', eventBody({ at: clock }));
  await first.post('kitchenServeCourse', eventBody({ at: clock + 1 }));
});

it('[F28b] goes on on a node that learns of the last real serve after the practice began', async () => {
  pass(70 * SECOND);
  await first.post('kitchenStartCourse', eventBody({ at: clock, order: 'last' }));
  await expect.poll(() => second.core.practices.report(1).openCourses).toBe(1);
  // In turn with its other work: meanwhile the second node follows nothing.
  await inTurn(second, async () => {
    await first.post('kitchenServeCourse', eventBody({ at: clock + 1, order: 'last' }));
    await first.core.queue.committed();
    pass(SECOND);
    expect((await manages(first, 'practice')).status).toBe(200);
    await expect.poll(() => second.core.practices.of(1)).toMatchObject({ ended: null });
  });
  await expect.poll(() => second.core.practices.report(1).openCourses).toBe(0);
  expect(await practiceOn(second)).toMatchObject({ ended: null });
  await manages(second, 'practice/stop');
});

it('[F28b] ends with the node on which it began, and is back if that comes back', async () => {
  const address = new URL(first.core.config.databaseUrl ?? '');
  const port = Number(address.port);
  proxy = await openProxy(() => [port]);
  address.port = String(proxy.port);
  const third = await nodes.start(address.href);
  expect((await manages(third, 'practice')).status).toBe(200);
  pass(30 * SECOND);
  const ticket = await shownTicket(second);
  proxy.setFault('frozen');
  for (const node of [first, second]) await expect.poll(() => practiceOn(node)).toBeUndefined();
  expect(await act(second, 'claim', ticket)).toMatchObject({ code: 'unknown' });
  proxy.cut();
  for (const node of [first, second]) await expect.poll(() => ticketOn(node)).toEqual(ticket);
  await manages(second, 'practice/stop');
  await expect.poll(() => practiceOn(third)).toMatchObject({ ended: 'stopped' });
});

it('[F28b] does not end where the clock of another node is behind, but with a delivery there', async () => {
  pass(70 * SECOND);
  const repeat = eventBody({ at: clock - 60 * SECOND, order: 'last' });
  await inTurn(second, async () => {
    await first.post('kitchenServeCourse', repeat);
    await first.core.queue.committed();
    // With another name, the second node reads the branch as a whole.
    await first.command('branch set', { number: 1, name: 'Centre' });
  });
  const deliveredIn = ({ core }: RunningServer) => core.boards.branch(1)?.deliveredIn ?? 0;
  await expect.poll(() => deliveredIn(second)).toBeGreaterThanOrEqual(deliveredIn(first));
  second.setNow(clock - 50);
  expect((await manages(first, 'practice')).status).toBe(200);
  await expect.poll(() => practiceOn(second)).toMatchObject({ ended: null });
  await second.post('kitchenServeCourse', repeat);
  await expect.poll(() => deliveredIn(first)).toBe(deliveredIn(second));
  for (const node of [first, second]) await expect.poll(() => practiceOn(node)).toMatchObject({ ended: 'real-work' });
  pass(70 * SECOND);
});

it('[F26] shows a test course on all nodes, and counts the screens of each that have drawn it', async () => {
  const reportOn = async (node: RunningServer) => {
    const setUp = await fetch(`${node.url}/api/v1/setup`, { headers: { Cookie: owner } });
    return ((await setUp.json()) as SetUp).branches[0]?.test;
  };
  expect((await manages(first, 'test-course')).status).toBe(200);
  await expect.poll(() => ticketOn(second, 'TEST')).toBeDefined();
  const socket = openSocket(second, token);
  await new Promise((done) => socket.once('board:snapshot', done));
  const ticketIds = [(await ticketOn(second, 'TEST'))?.id ?? ''];
  await socket.emitWithAck('board:painted', { ticketIds, dataAgeMs: 0 });
  socket.disconnect();
  await expect.poll(() => reportOn(first)).toEqual({ step: 'cooking', seenOn: [expect.any(Number)] });
  pass(30 * SECOND);
  for (const node of [first, second]) expect(await reportOn(node)).toMatchObject({ step: 'gone' });
});
