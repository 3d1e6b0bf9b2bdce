import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { type BoardSocket, watchLink } from './board-connection';
import { RED_MS } from './freshness';
import { createViewStore } from './live-view';

it('a socket that has just connected again has time for its first message on a slow line', async () => {
  const http = createServer();
  const server = new Server(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket: BoardSocket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    reconnectionDelay: 1,
  });
  let now = 1_000;
  const link = watchLink(socket, createViewStore(), () => now);
  const connects = () => new Promise<void>((connected) => socket.once('connect', () => connected()));
  await connects();
  const heard = new Promise((resolve) => socket.onAny(resolve));
  server.emit('board:head', {});
  await heard;

  now += 60_000;
  const again = connects();
  link.leaveSilentSocket();
  expect(socket.connected).toBe(false);
  await again;
  now += RED_MS - 1;
  link.leaveSilentSocket();
  expect(socket.connected).toBe(true);
  now += 1;
  link.leaveSilentSocket();
  expect(socket.connected).toBe(false);

  socket.disconnect();
  await server.close();
});
