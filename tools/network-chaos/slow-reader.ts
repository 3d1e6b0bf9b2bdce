import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '../harness/child-server';
import { command } from '../harness/control';
import { clientFrame } from '../harness/network/frames';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { type Scenario, type ScenarioContext, UP_TO_DATE_WITHIN_MS } from './scenario';

const READERS = 4;
const REQUEST_INTERVAL_MS = 20;
/** Each request is for a snapshot, the largest response. */
const REQUESTS_PER_WRITE = 10;
const PONG_INTERVAL_MS = 1_000;
const MAX_GROWTH_MB = 120;
const RECEIVE_TIMEOUT_MS = 10_000;
const DISCONNECT_WITHIN_MS = 20_000;

export const SLOW_READERS: readonly Scenario[] = [
  { name: 'a screen stops reading', run: (context) => stopReading(context, false) },
  { name: 'a screen stops reading and goes on asking', run: (context) => stopReading(context, true) },
];

/** Screens keep their connection open without reading. The server must disconnect them, and others are not affected. */
async function stopReading(context: ScenarioContext, keepsRequesting: boolean): Promise<void> {
  const { kitchen, folder, server, screen, waitUntilUpToDate, addViolation, figure } = context;
  const other = await screen({ name: 'another' });
  await kitchen.changeBoard(40);
  const api = { name: 'api', branches: [kitchen.branch], view: 'api' };
  const { token } = await command<{ token: string }>(folder, 'screen add', api);
  const before = residentMegabytes(server().pid);
  const ids: number[] = [];
  const readers: (() => void)[] = [];
  let maxMegabytes = before;
  const watching = setInterval(() => {
    maxMegabytes = Math.max(maxMegabytes, residentMegabytes(server().pid));
  }, 50);
  try {
    for (let left = READERS; left > 0; left -= 1) {
      const reader = await kitchen.addScreen();
      ids.push(reader.id);
      readers.push(await openReader(server().url, reader.token, keepsRequesting));
    }
    const from = performance.now();
    let left = READERS;
    while (left > 0 && performance.now() - from < DISCONNECT_WITHIN_MS) {
      await kitchen.changeBoard();
      await waitUntilUpToDate([other]);
      const connected = await connectedScreens(server(), token);
      // Else the others would count as disconnected at once.
      if (!connected.has(other.store.view().screen?.id ?? 0)) throw new Error('a screen that reads is not listed');
      left = ids.filter((id) => connected.has(id)).length;
      await wait(100);
    }
    figure('s until a screen that does not read is disconnected', (performance.now() - from) / 1_000);
    if (left > 0)
      addViolation(`${left} screens that do not read are still connected after ${DISCONNECT_WITHIN_MS / 1_000} s`);
    figure('MB growth while screens do not read', maxMegabytes - before);
    if (maxMegabytes - before > MAX_GROWTH_MB)
      addViolation(
        `the server grew by ${Math.round(maxMegabytes - before)} MB for ${READERS} screens that do not read`,
      );
    for (const id of ids) await command(folder, 'screen revoke', { id });
    await other.waitUntilUpToDate(UP_TO_DATE_WITHIN_MS);
  } finally {
    clearInterval(watching);
    for (const close of readers) close();
  }
}

/** Opens a screen that stops reading after its first board. Resolves to a function that closes it. */
async function openReader({ port, hostname, host }: URL, token: string, keepsRequesting: boolean): Promise<() => void> {
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => {});
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await waitForText(socket, '0{"sid"');
  socket.write(clientFrame(`40${JSON.stringify({ token })}`));
  await waitForText(socket, 'board:snapshot');
  socket.pause();
  const timers: NodeJS.Timeout[] = [];
  if (keepsRequesting) {
    timers.push(setInterval(() => socket.write(clientFrame('3')), PONG_INTERVAL_MS));
    const resyncRequest = clientFrame('421["board:resync",{"epoch":"none","version":0}]');
    const requests = Buffer.concat(Array.from({ length: REQUESTS_PER_WRITE }, () => resyncRequest));
    timers.push(setInterval(() => socket.writable && socket.write(requests), REQUEST_INTERVAL_MS));
  }
  return () => {
    for (const timer of timers) clearInterval(timer);
    socket.destroy();
  };
}

function waitForText(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`a screen never received ${text}`)), RECEIVE_TIMEOUT_MS);
    const onData = (bytes: Buffer) => {
      if (!bytes.toString('latin1').includes(text)) return;
      clearTimeout(timer);
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData);
  });
}

async function connectedScreens({ url }: ChildServer, token: string): Promise<Set<number>> {
  const response = await fetch(new URL('/api/v1/live', url), { headers: { Authorization: `Bearer ${token}` } });
  const { branches } = (await response.json()) as { branches: { screens: { id: number; isConnected: boolean }[] }[] };
  return new Set(
    branches.flatMap(({ screens }) => screens.flatMap(({ id, isConnected }) => (isConnected ? [id] : []))),
  );
}
