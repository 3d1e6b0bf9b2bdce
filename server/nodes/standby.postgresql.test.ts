import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { type Postgresql, type Replica, startPostgresql, startReplica } from '../../tools/harness/postgresql';
import { openProxy, type TcpProxy } from '../../tools/harness/proxy';
import { newDataFolder } from '../testing/data-folder';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { openSocket } from '../testing/node-pair';
import { KEY, signedHeaders } from '../testing/pos-key';
import { send } from '../testing/requests';
import { type RunningServer, startServer } from '../testing/running-server';

const START = 'kitchenStartCourse';
const OTHER_KEY = { ...KEY, secret: Buffer.alloc(32, 7).toString('base64') };

let primary: Postgresql;
let standby: Replica;
let proxy: TcpProxy;
let first: RunningServer;
let second: RunningServer;
let ports: number[];
beforeAll(async () => {
  primary = await startPostgresql();
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const DATABASE_URL = await primary.createDatabase('heatlamp');
  first = await startServer(undefined, { SECRETS_KEY, DATABASE_URL });
  const address = new URL(DATABASE_URL);
  ports = [Number(address.port)];
  proxy = await openProxy(() => ports);
  address.port = String(proxy.port);
  second = await startServer(await newDataFolder('heatlamp-'), { SECRETS_KEY, DATABASE_URL: address.href });
  standby = await startReplica(primary);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await proxy.close();
  await standby.stop();
  await primary.stop();
});

it('sends its screens away from a server that can only be read, and takes them back once the address leads to the main one', async () => {
  const token = await addProgram(first, [1], 'kitchen');
  const client = openSocket(second, token);
  await new Promise((done) => client.once('board:snapshot', done));
  const closed = new Promise((done) => client.once('disconnect', done));
  await standby.pause();
  ports = [Number(new URL(standby.url('heatlamp')).port)];
  proxy.cut();
  await first.post(START, eventBody({ at: Date.now() - 60_000, order: 'unseen' }));
  await closed;
  expect((await second.get('/api/v1/board', token)).status).toBe(503);
  const body = eventBody({ at: Date.now() - 60_000, order: 'forged' });
  const forged = () =>
    send(`${second.url}/webhooks/${START}`, { headers: signedHeaders(body, { key: OTHER_KEY }), body });
  expect((await forged()).status).toBe(503);
  expect((await second.post(START, eventBody({ at: Date.now() - 60_000, order: 'kept' }))).status).toBe(200);
  ports = [Number(new URL(primary.url('heatlamp')).port)];
  proxy.cut();
  const board = await new Promise<Board>((done) => client.once('board:snapshot', done));
  expect(board.tickets.map(({ orderId }) => orderId)).toContain('unseen');
  await expect.poll(() => first.core.boards.branch(1)?.orders.size).toBe(2);
  // A check that takes long asks the POS to call again.
  await expect.poll(async () => (await forged()).status).toBe(400);
});
