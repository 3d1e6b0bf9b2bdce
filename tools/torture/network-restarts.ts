import { copyFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveStore } from '../../components/live/live-store';
import { HOUR_MS } from '../../lib/time';
import { type ChildServer, command } from '../harness/child-server';
import { residentMegabytes } from '../harness/process-figures';
import { clientFrame } from '../harness/screen-proxy';
import { between } from '../pos-simulator/random';
import { activeNow, setServerClock } from './active-clock';
import { differenceOf, type Scenario, type ScenarioContext, type Screen, UP_TO_DATE_WITHIN_MS } from './network-screen';

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

/** Timers show seconds. */
const MAX_CLOCK_ERROR_MS = 500;

export const CLOCKS: readonly Scenario[] = [
  { name: "a page's clock jumps an hour", run: jumpClock },
  { name: 'a page sleeps', run: pauseScreen },
  { name: "the server's clock is set", run: changeServerClock, skipsFold: true },
];

const CHECK_INTERVAL_MS = 25;
/** Higher than the promise of docs/performance.md, which is for fewer screens. */
const MAX_MEGABYTES = 300;

export const RESTARTS: readonly Scenario[] = [
  { name: 'killed, all screens back at once', run: killAndReconnect },
  { name: 'set back to an older database', run: restoreOlderDatabase },
];

async function killAndReconnect({
  kitchen,
  client,
  screens,
  server,
  restart,
  random,
  addViolation,
  figure,
}: ScenarioContext): Promise<void> {
  const { token } = await kitchen.addScreen();
  const { href: url } = server().url;
  const stores = Array.from({ length: screens }, () =>
    client.createLiveStore({ url, branch: kitchen.branch, token, monotonicNow: () => performance.now() }),
  );
  const linkCounts = () => {
    const kinds = stores.map((store) => store.view().link.kind);
    return ['socket', 'http', 'none']
      .map((kind) => `${kind} ${kinds.filter((each) => each === kind).length}`)
      .join(', ');
  };
  const waitUntilAllUpToDate = async (withinMs: number) => {
    const from = activeNow();
    for (;;) {
      const board = await kitchen.readBoard();
      // The board may be unchanged, so a screen must also be connected.
      const disconnection = (store: LiveStore) => (store.view().link.kind === 'none' ? 'not connected' : null);
      const differences = stores
        .map((store) => disconnection(store) ?? differenceOf(store, board))
        .filter((each) => each !== null);
      if (differences.length === 0) return activeNow() - from;
      if (activeNow() - from > withinMs)
        throw new Error(
          `${differences.length} of ${screens} screens were not up to date after ${withinMs} ms: ${differences[0]}; connections: ${linkCounts()}`,
        );
      await wait(CHECK_INTERVAL_MS);
    }
  };
  try {
    await waitUntilAllUpToDate(60_000);
    let maxMegabytes = 0;
    await restart(() => wait(between(random, 500, 20_000)));
    const watching = setInterval(() => {
      maxMegabytes = Math.max(maxMegabytes, residentMegabytes(server().pid));
    }, 50);
    const reconnected = waitUntilAllUpToDate(UP_TO_DATE_WITHIN_MS);
    const elapsedMs = await reconnected.finally(() => clearInterval(watching));
    figure(`ms until ${screens} screens were up to date`, elapsedMs);
    figure(`MB resident with ${screens} screens that reconnect`, maxMegabytes);
    if (maxMegabytes > MAX_MEGABYTES) addViolation(`the server used ${Math.round(maxMegabytes)} MB`);
    await kitchen.changeBoard(3);
    figure(`ms until a change was on ${screens} screens`, await waitUntilAllUpToDate(UP_TO_DATE_WITHIN_MS));
  } finally {
    for (const store of stores) store.close();
  }
}

/** Restores an older database file: the same epoch, a lower version, and different changes after it. */
async function restoreOlderDatabase({
  kitchen,
  folder,
  restart,
  screen,
  waitUntilUpToDate,
}: ScenarioContext): Promise<void> {
  const pair: Screen[] = [await screen({ name: 'one' }), await screen({ name: 'another' })];
  const file = path.join(folder, 'heatlamp.db');
  const copy = `${file}.kept`;
  await restart(async () => copyDatabase(file, copy));
  await waitUntilUpToDate(pair);
  await kitchen.changeBoard(6);
  await waitUntilUpToDate(pair);
  await restart(async () => copyDatabase(copy, file));
  await waitUntilUpToDate(pair);
  await kitchen.changeBoard(2);
  await waitUntilUpToDate(pair);
}

/** Copies the database together with its write-ahead log. */
function copyDatabase(from: string, to: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${to}${part}`, { force: true });
  for (const part of ['', '-wal'])
    try {
      copyFileSync(`${from}${part}`, `${to}${part}`);
    } catch (error) {
      if (part === '') throw error;
    }
}

/** Waits until the screen knows the server's time and is live. */
async function waitUntilClockIsRight(
  { store, monitor, name }: Screen,
  serverNow: () => number,
  context: ScenarioContext,
): Promise<void> {
  const from = activeNow();
  const errorMs = () => Math.abs((store.serverNow() ?? 0) - serverNow());
  while (errorMs() > MAX_CLOCK_ERROR_MS || monitor.level() !== 'live') {
    if (activeNow() - from > UP_TO_DATE_WITHIN_MS)
      return context.addViolation(`${name} is ${Math.round(errorMs())} ms off and ${monitor.level()}`);
    await wait(20);
  }
  context.figure('ms until clocks were correct', activeNow() - from);
  context.figure('remaining error of clocks, ms', errorMs());
}

async function jumpClock(context: ScenarioContext): Promise<void> {
  let aheadMs = 0;
  const one = await context.screen({ monotonicNow: () => performance.now() + aheadMs });
  for (const jump of [HOUR_MS, between(context.random, 10_000, 4 * HOUR_MS)]) {
    await waitUntilClockIsRight(one, Date.now, context);
    aheadMs += jump;
    await context.kitchen.changeBoard();
    await waitUntilClockIsRight(one, Date.now, context);
    await context.waitUntilUpToDate([one]);
  }
}

/** The clock stops and messages are delayed, as on a sleeping tablet. */
async function pauseScreen(context: ScenarioContext): Promise<void> {
  let pausedMs = 0;
  let pausedAt: number | null = null;
  const one = await context.screen({ monotonicNow: () => (pausedAt ?? performance.now()) - pausedMs });
  await waitUntilClockIsRight(one, Date.now, context);
  one.network.delay({ toServer: 0, toScreen: 8_000 });
  pausedAt = performance.now();
  await context.kitchen.changeBoard(2);
  await wait(between(context.random, 4_000, 7_000));
  pausedMs += performance.now() - pausedAt;
  pausedAt = null;
  one.network.delay({ toServer: 0, toScreen: 0 });
  await waitUntilClockIsRight(one, Date.now, context);
  await context.waitUntilUpToDate([one]);
}

async function changeServerClock(context: ScenarioContext): Promise<void> {
  const one = await context.screen({ skipsClosed: true });
  for (const aheadMs of [HOUR_MS, -HOUR_MS, between(context.random, -60_000, 60_000), 0]) {
    await setServerClock(context.server(), aheadMs);
    // The next head announces the change, and one or two requests correct the clock.
    await wait(2_100);
    await waitUntilClockIsRight(one, () => Date.now() + aheadMs, context);
    await context.kitchen.changeBoard();
    await context.waitUntilUpToDate([one]);
  }
}

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
