import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientFrame } from '../../tools/harness/proxy';
import { addProgram } from '../testing/deliveries';
import { eventBody } from '../testing/events';
import { type RunningServer, startServer } from '../testing/running-server';

let server: RunningServer;
let socket: Socket;
beforeEach(async () => {
  server = await startServer();
  // Large enough that the answers to all requests that a screen may send are more than its connection holds.
  const courses = Array.from({ length: 40 }, (_, course) => course + 1);
  const name = '李'.repeat(200);
  const deliveries = courses.map((course) => eventBody({ at: Date.now() - 60_000, course, name, abbreviation: name }));
  for (const body of deliveries) await server.post('kitchenStartCourse', body);
});
afterEach(async () => {
  socket.destroy();
  await server.stop();
});

function receives(text: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (bytes: Buffer) => {
      if (!bytes.toString('latin1').includes(text)) return;
      socket.off('data', listen);
      resolve();
    };
    socket.on('data', listen);
  });
}

const isConnected = () => [...server.core.presence.list()].length > 0;

it('disconnects a screen that reads nothing but keeps sending requests and pings', async () => {
  const token = await addProgram(server, [1], 'kitchen');
  const { port, host } = new URL(server.url);
  socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await receives('0{"sid"');
  socket.write(clientFrame(`40${JSON.stringify({ token })}`));
  await receives('board:snapshot');
  socket.pause();
  const question = clientFrame('421["board:resync",{"epoch":"none","version":0}]');
  const questions = Buffer.concat(Array.from({ length: 100 }, () => question));
  const from = performance.now();
  while (isConnected() && performance.now() - from < 120_000) {
    if (socket.writable) socket.write(Buffer.concat([clientFrame('3'), questions]));
    await wait(20);
  }
  expect(isConnected()).toBe(false);
  expect(server.warnings).toContain('a screen that reads too slowly was disconnected');
});
