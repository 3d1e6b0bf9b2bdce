import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { readFrames } from './frames';

/**
 * A network between a screen and the real server, which a test can spoil: over TCP, so that neither end can tell.
 * `no-sockets` lets HTTP through and ends every WebSocket; `silent` takes all bytes and passes none, as a firewall does
 * that has forgotten a connection: what was open then never works again; `down` refuses.
 */
export type Weather = 'fair' | 'no-sockets' | 'silent' | 'down';

export type ScreenProxy = {
  url: string;
  weather: (weather: Weather) => void;
  /** Another server answers at the same address from now on. */
  leadTo: (url: string) => void;
  /** Holds bytes up on their way, in ms. */
  delay: (ms: { toServer: number; toScreen: number }) => void;
  /** Is asked about every message that the server sends over a socket; false loses it. */
  passes: (isPassed: (message: string) => boolean) => void;
  /** How many sockets were tried. */
  tried: () => number;
  close: () => Promise<void>;
};

export async function openScreenProxy(target: string): Promise<ScreenProxy> {
  let address = target;
  let weather: Weather = 'fair';
  let delay = { toServer: 0, toScreen: 0 };
  let isPassed: (message: string) => boolean = () => true;
  let tried = 0;
  const open = new Set<{ ends: Socket[]; isWebSocket: boolean; isLost: boolean }>();

  const proxy = createServer((screen) => {
    if (weather === 'down') return screen.destroy();
    const server = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
    const connection = { ends: [screen, server], isWebSocket: false, isLost: weather === 'silent' };
    open.add(connection);
    const end = () => {
      open.delete(connection);
      for (const each of connection.ends) each.destroy();
    };
    for (const each of connection.ends) each.on('error', end).on('close', end);
    const toServer = delayed(server, () => delay.toServer);
    const toScreen = delayed(screen, () => delay.toScreen);
    const lose = lossy((message) => isPassed(message));

    screen.on('data', (bytes) => {
      if (connection.isLost) return;
      if (!connection.isWebSocket && /^GET \/socket\.io/.test(bytes.toString('latin1'))) {
        connection.isWebSocket = true;
        tried += 1;
        if (weather === 'no-sockets') return end();
      }
      toServer(bytes);
    });
    server.on('data', (bytes) => {
      if (connection.isLost) return;
      toScreen(connection.isWebSocket ? lose(bytes) : bytes);
    });
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));

  const cut = (isMeant: (connection: { isWebSocket: boolean }) => boolean) => {
    for (const connection of open) if (isMeant(connection)) for (const each of connection.ends) each.destroy();
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    weather(next) {
      weather = next;
      if (next === 'down') cut(() => true);
      if (next === 'no-sockets') cut(({ isWebSocket }) => isWebSocket);
      if (next === 'silent') for (const connection of open) connection.isLost = true;
    },
    leadTo(url) {
      address = url;
      cut(() => true);
    },
    delay(ms) {
      delay = ms;
    },
    passes(next) {
      isPassed = next;
    },
    tried: () => tried,
    async close() {
      cut(() => true);
      await new Promise((closed) => proxy.close(closed));
    },
  };
}

/** Writes to `end` after a while, in the order of arrival also when the while gets shorter. */
function delayed(end: Socket, ms: () => number): (bytes: Buffer) => void {
  let lastDue = 0;
  return (bytes) => {
    const now = performance.now();
    lastDue = Math.max(lastDue, now + ms());
    if (lastDue <= now) end.write(bytes);
    else setTimeout(() => end.writable && end.write(bytes), lastDue - now);
  };
}

/** What is left of a server's stream when the messages that do not pass are taken out; the upgrade's answer always passes. */
function lossy(isPassed: (message: string) => boolean): (bytes: Buffer) => Buffer {
  let isUpgraded = false;
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    let answer: Buffer = Buffer.alloc(0);
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return answer;
      isUpgraded = true;
      answer = rest.subarray(0, end + 4);
      rest = rest.subarray(end + 4);
    }
    const { frames, rest: left } = readFrames(rest);
    rest = left;
    return Buffer.concat([
      answer,
      ...frames.filter(({ text }) => text === null || isPassed(text)).map((frame) => frame.bytes),
    ]);
  };
}
