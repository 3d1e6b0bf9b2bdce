import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { readFrames, textFrame } from './frames';
import { openSlowLine } from './slow-line';

/**
 * Faults of the proxy between a screen and the real server. `no-sockets` ends every WebSocket and lets HTTP through,
 * `no-http` the reverse. `silent` accepts all bytes and forwards none, like a firewall that lost the state of a
 * connection: connections open at that time never work again. `mute` does so only with what the screen sends. `down`
 * refuses connections.
 */
export type NetworkFault = 'none' | 'no-sockets' | 'no-http' | 'silent' | 'mute' | 'down';

export type ScreenProxy = {
  url: string;
  setFault: (fault: NetworkFault) => void;
  /** Connects screens to another server from now on. */
  leadTo: (url: string) => void;
  /** Delays bytes, in ms. */
  delay: (ms: { toServer: number; toScreen: number }) => void;
  /** Limits the rate to the screen; the other bytes wait. */
  trickle: (bytesPerSecond: number | null) => void;
  /** Closes one half of every open connection without notifying the other end. */
  halve: (ends: 'screen' | 'server') => void;
  /** Filters the server's messages on sockets: those for which it returns false are lost. */
  passes: (isPassed: (message: string) => boolean) => void;
  /** Sends a message to the screen in the name of the server, over the newest socket. */
  receive: (message: string) => void;
  /** Number of sockets that the screen tried to open. */
  tried: () => number;
  close: () => Promise<void>;
};

type Connection = {
  screen: Socket;
  server: Socket;
  isWebSocket: boolean;
  /** Forwards nothing in either direction, without closing. */
  isLost: boolean;
  /** Forwards nothing from the screen. */
  isMute: boolean;
  say: (bytes: Buffer) => void;
};

export async function openScreenProxy(target: string): Promise<ScreenProxy> {
  let address = target;
  let fault: NetworkFault = 'none';
  let delay = { toServer: 0, toScreen: 0 };
  let bytesPerSecond: number | null = null;
  let isPassed: (message: string) => boolean = () => true;
  let tried = 0;
  const open = new Set<Connection>();

  const end = (connection: Connection) => {
    open.delete(connection);
    connection.screen.destroy();
    connection.server.destroy();
  };

  const proxy = createServer((screen) => {
    if (fault === 'down') return screen.destroy();
    const server = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
    const toServer = openSlowLine(server, () => ({ delayMs: delay.toServer, bytesPerSecond: null }));
    const toScreen = openSlowLine(screen, () => ({ delayMs: delay.toScreen, bytesPerSecond }));
    const lose = lossy((message) => isPassed(message));
    const isLost = fault === 'silent';
    const connection = { screen, server, isWebSocket: false, isLost, isMute: fault === 'mute', say: toScreen.write };
    open.add(connection);
    const ended = (line: { end: () => void }) => {
      if (!connection.isLost) line.end();
    };
    screen.on('error', () => {}).on('close', () => ended(toServer));
    server.on('error', () => {}).on('close', () => ended(toScreen));
    // Each end learns that the other closed after the bytes that are still under way.
    screen.on('close', () => server.destroyed && open.delete(connection));
    server.on('close', () => screen.destroyed && open.delete(connection));

    screen.on('data', (bytes) => {
      if (connection.isLost || connection.isMute) return;
      if (!connection.isWebSocket && /^GET \/socket\.io/.test(bytes.toString('latin1'))) {
        connection.isWebSocket = true;
        tried += 1;
      }
      if (fault === (connection.isWebSocket ? 'no-sockets' : 'no-http')) return end(connection);
      toServer.write(bytes);
    });
    server.on('data', (bytes) => {
      if (!connection.isLost) toScreen.write(connection.isWebSocket ? lose(bytes) : bytes);
    });
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));

  const cut = (isMeant: (connection: Connection) => boolean) => {
    for (const connection of [...open]) if (isMeant(connection)) end(connection);
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    setFault(next) {
      fault = next;
      if (next === 'down') cut(() => true);
      if (next === 'no-sockets') cut(({ isWebSocket }) => isWebSocket);
      if (next === 'no-http') cut(({ isWebSocket }) => !isWebSocket);
      for (const connection of open) {
        if (next === 'silent') connection.isLost = true;
        if (next === 'mute') connection.isMute = true;
      }
    },
    leadTo(url) {
      address = url;
      cut(() => true);
    },
    delay(ms) {
      delay = ms;
    },
    trickle(next) {
      bytesPerSecond = next;
    },
    halve(ends) {
      for (const connection of open) {
        connection.isLost = true;
        connection[ends].destroy();
      }
    },
    passes(next) {
      isPassed = next;
    },
    receive(message) {
      const last = [...open].findLast(({ isWebSocket, isLost }) => isWebSocket && !isLost);
      last?.say(textFrame(message));
    },
    tried: () => tried,
    async close() {
      cut(() => true);
      await new Promise((closed) => proxy.close(closed));
    },
  };
}

/** Removes the lost messages from the server's stream. The response to the upgrade always passes. */
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
