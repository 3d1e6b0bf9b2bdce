import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '../../contract/live';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let client: Socket;
let token: string;
let id: number;
beforeEach(async () => {
  server = await startServer();
  ({ id, token } = await server.command<{ id: number; token: string }>('screen add', {
    name: 'program',
    branches: [1],
    view: 'api',
  }));
  client = io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true });
});
afterEach(async () => {
  client.disconnect();
  await server.stop();
});

const nextBoard = () => new Promise<Board>((resolve) => client.once('board:snapshot', resolve));
const nextReason = () => new Promise<string>((resolve) => client.once('disconnect', resolve));

it('a standard client reconnects by itself after an orderly restart, and receives later events', async () => {
  const before = await nextBoard();
  const reason = nextReason();
  const after = nextBoard();
  server = await server.restart(Number(new URL(server.url).port));
  expect(await reason).toBe('transport close');
  expect((await after).epoch).toBe(before.epoch);

  const changed = new Promise((resolve) => client.once('board:changed', resolve));
  await server.post('kitchenStartCourse', eventBody({ at: Date.now(), order: randomUUID() }));
  expect(await changed).toMatchObject({ tickets: [{ state: 'KITCHEN-TICKET-STATE-STARTED' }] });
});

it('a standard client that is revoked does not reconnect', async () => {
  await nextBoard();
  const reason = nextReason();
  await server.command('screen revoke', { id });
  expect(await reason).toBe('io server disconnect');
  expect(client.active).toBe(false);
});
