import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Board } from '../../contract/live';
import { type Postgresql, type Replica, startPostgresql, startReplica } from '../../tools/harness/postgresql';
import { openProxy, type TcpProxy } from '../../tools/harness/proxy';
import type { Summary } from '../reports/summary';
import { newDataFolder } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { openSocket } from '../testing/node-pair';
import { type RunningServer, startServer } from '../testing/running-server';

const START = 'kitchenStartCourse';
const SECRETS_KEY = randomBytes(32).toString('base64');

let primary: Postgresql;
let standby: Replica;
let nodes: { proxy: TcpProxy; lead: (to: string | null) => void; server: RunningServer }[];
beforeAll(async () => {
  primary = await startPostgresql();
  const url = await primary.createDatabase('heatlamp');
  nodes = [];
  for (const folder of [undefined, await newDataFolder('heatlamp-')]) {
    let ports = [portOf(url)];
    const proxy = await openProxy(() => ports);
    const address = new URL(url);
    address.port = String(proxy.port);
    const lead = (to: string | null) => {
      ports = to === null ? [] : [portOf(to)];
      proxy.cut();
    };
    const server = await startServer(folder, { SECRETS_KEY, DATABASE_URL: address.href });
    nodes.push({ proxy, lead, server });
  }
  await nodes[0]?.server.post(START, eventBody({ at: at(), order: 'before' }));
  standby = await startReplica(primary);
});
afterAll(async () => {
  for (const { server, proxy } of nodes.toReversed()) {
    await server.stop();
    await proxy.close();
  }
  await standby.stop();
  await primary.stop();
});

const portOf = (url: string) => Number(new URL(url).port);
const at = () => Date.now() - 60_000;
const ordersOf = ({ core }: RunningServer) =>
  [...(core.boards.branch(1)?.orders.values() ?? [])].map(({ names }) => names.orderId).toSorted();

it('reads everything again from a standby that took over and lacks the last commits, also where their number is the same', async () => {
  const [first, second] = nodes;
  if (!first || !second) throw new Error('there are two nodes');
  const wish = { name: 'w', branches: [1], view: 'kitchen' };
  const { token } = await first.server.command<{ token: string }>('screen add', wish);
  const program = await addProgram(first.server);
  const coursesIn = async ({ server }: { server: RunningServer }) => {
    const answer = await server.get('/api/v1/history/summary?groupBy=course', program);
    return ((await answer.json()) as Summary).groups.map(({ key }) => key);
  };
  await expect.poll(() => ordersOf(second.server)).toEqual(['before']);
  await standby.detach();
  await first.server.post(START, eventBody({ at: at(), order: 'lost', course: 5 }));
  await expect.poll(() => ordersOf(second.server)).toEqual(['before', 'lost']);
  for (const node of nodes) expect(await coursesIn(node)).toEqual(['3', '5']);
  await standby.promote();
  // Both connect again by a delivery, before they have noticed that they were cut off.
  for (const { lead } of nodes) lead(standby.url('heatlamp'));
  const next = eventBody({ at: at(), order: 'next', course: 6 });
  expect((await first.server.post(START, next)).status).toBe(200);
  const again = eventBody({ at: at(), order: 'lost', course: 7 });
  expect((await second.server.post(START, again)).status).toBe(200);
  await expect.poll(() => ordersOf(first.server)).toEqual(['before', 'lost', 'next']);
  await expect.poll(() => ordersOf(second.server)).toEqual(['before', 'lost', 'next']);
  for (const node of nodes) expect(await coursesIn(node)).toEqual(['3', '6', '7']);
  const board = await new Promise<Board>((done) => openSocket(second.server, token).once('board:snapshot', done));
  expect(board.tickets.map(({ orderId }) => orderId).toSorted()).toEqual(['before', 'lost', 'next']);
});

it('gives boards another epoch at a start on a standby that took over while no node ran, and only then', async () => {
  const before = await startServer(undefined, { SECRETS_KEY, DATABASE_URL: await primary.createDatabase('alone') });
  await before.post(START, eventBody({ at: at(), order: 'before' }));
  const successor = await startReplica(primary);
  onTestFinished(successor.stop);
  await successor.detach();
  await before.post(START, eventBody({ at: at(), order: 'lost' }));
  const lost = before.core.boards.branch(1)?.row;
  await before.close();
  await successor.promote();
  const env = { SECRETS_KEY, DATABASE_URL: successor.url('alone') };
  const after = await startServer(before.dataDir, env);
  await after.post(START, eventBody({ at: at(), order: 'next' }));
  const next = after.core.boards.branch(1)?.row;
  expect(next?.version).toBe(lost?.version);
  expect(next?.epoch).not.toBe(lost?.epoch);
  await after.post(START, eventBody({ at: at(), order: 'first', branch: 2 }));
  const epochsOf = ({ core }: RunningServer) => core.boards.branches().map(({ row }) => row.epoch);
  const epochs = epochsOf(after);
  const again = await after.restart();
  onTestFinished(again.stop);
  expect(epochsOf(again)).toEqual(epochs);
});
