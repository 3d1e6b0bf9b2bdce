import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '../harness/child-server';
import { command } from '../harness/control';
import { clientFrame } from '../harness/network/frames';
import { residentMegabytes } from '../harness/servers/resident-memory';
import { RIGHT_WITHIN_MS, type Scenario, type Stage } from './scenario';

const READERS = 4;
const ASKS_EVERY_MS = 20;
/** In one go: a snapshot is the longest that a screen can ask for. */
const QUESTIONS_AT_ONCE = 10;
const SAYS_THAT_IT_LIVES_EVERY_MS = 1_000;
const GROWS_AT_MOST_MB = 120;
const RECEIVES_WITHIN_MS = 10_000;
const LET_GO_WITHIN_MS = 20_000;

export const SLOW_READERS: readonly Scenario[] = [
  { name: 'a screen stops reading', play: (stage) => stopReading(stage, false) },
  { name: 'a screen stops reading and goes on asking', play: (stage) => stopReading(stage, true) },
];

/** Its socket is open and it takes nothing: what is kept for it must have an end, and nobody else notices. */
async function stopReading(stage: Stage, goesOnAsking: boolean): Promise<void> {
  const { kitchen, folder, server, screen, areRight, broke, figure } = stage;
  const other = await screen({ name: 'another' });
  await kitchen.changes(40);
  const api = { name: 'api', branches: [kitchen.branch], view: 'api' };
  const { token } = await command<{ token: string }>(folder, 'screen add', api);
  const before = residentMegabytes(server().pid);
  const ids: number[] = [];
  const readers: (() => void)[] = [];
  for (let left = READERS; left > 0; left -= 1) {
    const reader = await kitchen.addScreen();
    ids.push(reader.id);
    readers.push(await openReader(server().url, reader.token, goesOnAsking));
  }
  let mostMegabytes = before;
  const watching = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(server().pid));
  }, 50);
  try {
    const from = performance.now();
    let left = READERS;
    while (left > 0 && performance.now() - from < LET_GO_WITHIN_MS) {
      await kitchen.changes();
      await areRight([other]);
      const connected = await connectedScreens(server(), token);
      left = ids.filter((id) => connected.has(id)).length;
      await wait(100);
    }
    figure('s until a screen that does not read is let go', (performance.now() - from) / 1_000);
    if (left > 0) broke(`${left} screens that read nothing are still connected after ${LET_GO_WITHIN_MS / 1_000} s`);
    figure('MB more while screens do not read', mostMegabytes - before);
    if (mostMegabytes - before > GROWS_AT_MOST_MB)
      broke(`the server grew by ${Math.round(mostMegabytes - before)} MB for ${READERS} screens that read nothing`);
    for (const id of ids) await command(folder, 'screen revoke', { id });
    await other.isRight(RIGHT_WITHIN_MS);
  } finally {
    clearInterval(watching);
    for (const close of readers) close();
  }
}

/** A screen as far as its first board; then it reads no more. Resolves to its end, when it has stopped. */
async function openReader({ port, hostname, host }: URL, token: string, goesOnAsking: boolean): Promise<() => void> {
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => {});
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await receives(socket, '0{"sid"');
  socket.write(clientFrame(`40${JSON.stringify({ token })}`));
  await receives(socket, 'board:snapshot');
  socket.pause();
  const timers: NodeJS.Timeout[] = [];
  if (goesOnAsking) {
    timers.push(setInterval(() => socket.write(clientFrame('3')), SAYS_THAT_IT_LIVES_EVERY_MS));
    const question = clientFrame('421["board:resync",{"epoch":"none","version":0}]');
    const questions = Buffer.concat(Array.from({ length: QUESTIONS_AT_ONCE }, () => question));
    timers.push(setInterval(() => socket.writable && socket.write(questions), ASKS_EVERY_MS));
  }
  return () => {
    for (const timer of timers) clearInterval(timer);
    socket.destroy();
  };
}

function receives(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, failed) => {
    const timer = setTimeout(() => failed(new Error(`a screen never received ${text}`)), RECEIVES_WITHIN_MS);
    const listen = (bytes: Buffer) => {
      if (!bytes.toString('latin1').includes(text)) return;
      clearTimeout(timer);
      socket.off('data', listen);
      resolve();
    };
    socket.on('data', listen);
  });
}

async function connectedScreens({ url }: ChildServer, token: string): Promise<Set<number>> {
  const response = await fetch(new URL('/api/v1/live', url), { headers: { Authorization: `Bearer ${token}` } });
  const { branches } = (await response.json()) as { branches: { screens: { id: number; isConnected: boolean }[] }[] };
  return new Set(
    branches.flatMap(({ screens }) => screens.flatMap(({ id, isConnected }) => (isConnected ? [id] : []))),
  );
}
