import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One direction of a connection. Bytes arrive in order, followed by the end of the connection. */
type ThrottledStream = { write: (bytes: Buffer) => void; end: () => void };

const CHECK_INTERVAL_MS = 50;

/** A complete WebSocket frame and its text; null if it is not a text frame. */
type Frame = { bytes: Buffer; text: string | null };

const TEXT = 0x81;

/**
 * Faults of the network between clients, such as screens or nodes, and a server. `no-sockets` closes WebSockets and
 * forwards HTTP, `no-http` the reverse. `silent` forwards nothing on the open and new connections, like a firewall that
 * lost their state; they never recover. `mute` does so only for the bytes from the client. `frozen` discards all bytes
 * while it lasts, as a half-open link does. `down` refuses connections.
 */
export type NetworkFault = 'none' | 'no-sockets' | 'no-http' | 'silent' | 'mute' | 'frozen' | 'down';

/** A TCP proxy on a port of its own. */
export type TcpProxy = {
  port: number;
  url: string;
  setFault: (fault: NetworkFault) => void;
  /** Closes all connections and ends a freeze; with a port, only the connections to it. */
  cut: (port?: number) => void;
  /** Delays bytes, in ms. */
  delay: (ms: { toServer: number; toScreen: number }) => void;
  /** Limits the rate to the screen; null for no limit. */
  limitRate: (bytesPerSecond: number | null) => void;
  /** Closes one half of every open connection without notifying the other end. */
  halfClose: (side: 'screen' | 'server') => void;
  /** Drops the server's WebSocket messages for which the predicate returns false. */
  filterMessages: (shouldPass: (message: string) => boolean) => void;
  /** Sends a message as the server to the screen, over the newest WebSocket. */
  sendToScreen: (message: string) => void;
  /** Number of WebSockets that the screen tried to open. */
  socketAttempts: () => number;
  close: () => Promise<void>;
};

/** A proxy of one screen. `setTarget` closes all connections, and forwards new ones to another server. */
export type ScreenProxy = TcpProxy & { setTarget: (url: string) => void };

type Connection = {
  screen: Socket;
  /** Null until it is connected. */
  server: Socket | null;
  port: number;
  isWebSocket: boolean;
  /** Forwards nothing in either direction, without closing. */
  isLost: boolean;
  /** Forwards nothing from the screen. */
  isMute: boolean;
  writeToScreen: (bytes: Buffer) => void;
};

export async function openScreenProxy(target: string): Promise<ScreenProxy> {
  let port = Number(new URL(target).port);
  const proxy = await openProxy(() => [port]);
  return {
    ...proxy,
    setTarget(url) {
      port = Number(new URL(url).port);
      proxy.cut();
    },
  };
}

/** A new connection goes to the first of the ports on loopback that accepts it. */
export async function openProxy(targetsOf: () => readonly number[]): Promise<TcpProxy> {
  let fault: NetworkFault = 'none';
  let delayMs = { toServer: 0, toScreen: 0 };
  let bytesPerSecond: number | null = null;
  let shouldPass = (_: string) => true;
  let socketAttempts = 0;
  const open = new Set<Connection>();

  function end(connection: Connection): void {
    open.delete(connection);
    connection.screen.destroy();
    connection.server?.destroy();
  }
  const endAll = (which: (connection: Connection) => boolean) => {
    for (const connection of [...open]) if (which(connection)) end(connection);
  };

  /** Connects a screen to a server, and keeps the connection until both ends are closed. */
  async function forward(screen: Socket): Promise<void> {
    const toScreen = throttle(screen, () => ({ delayMs: delayMs.toScreen, bytesPerSecond }));
    const connection: Connection = {
      ...{ screen, server: null, port: 0, isWebSocket: false },
      ...{ isLost: fault === 'silent', isMute: fault === 'mute', writeToScreen: toScreen.write },
    };
    open.add(connection);
    screen.on('error', () => {});
    const connected = await connectToFirst(targetsOf());
    if (connected === null || screen.destroyed) {
      connected?.server.destroy();
      return end(connection);
    }
    const { server } = Object.assign(connection, connected);
    const toServer = throttle(server, () => ({ delayMs: delayMs.toServer, bytesPerSecond: null }));
    const filterBytes = messageFilter((message) => shouldPass(message));
    const ended = (line: { end: () => void }) => {
      if (!connection.isLost) line.end();
    };
    screen.on('close', () => ended(toServer));
    server.on('error', () => {}).on('close', () => ended(toScreen));
    // Each end is closed only after the delayed bytes, so the connection is removed when both are closed.
    screen.on('close', () => server.destroyed && open.delete(connection));
    server.on('close', () => screen.destroyed && open.delete(connection));
    screen.on('data', (bytes) => {
      if (fault === 'frozen' || connection.isLost || connection.isMute) return;
      if (!connection.isWebSocket && /^GET \/socket\.io/.test(bytes.toString('latin1', 0, 20))) {
        connection.isWebSocket = true;
        socketAttempts += 1;
      }
      if (fault === (connection.isWebSocket ? 'no-sockets' : 'no-http')) return end(connection);
      toServer.write(bytes);
    });
    server.on('data', (bytes) => {
      if (fault === 'frozen' || connection.isLost) return;
      toScreen.write(connection.isWebSocket ? filterBytes(bytes) : bytes);
    });
    screen.resume();
  }

  const proxy = createServer({ pauseOnConnect: true }, (screen) => {
    if (fault === 'down') screen.destroy();
    else void forward(screen);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    ...{ port, url: `http://127.0.0.1:${port}` },
    setFault(next) {
      fault = next;
      if (next === 'down') endAll(() => true);
      if (next === 'no-sockets') endAll(({ isWebSocket }) => isWebSocket);
      if (next === 'no-http') endAll(({ isWebSocket }) => !isWebSocket);
      for (const connection of open) {
        if (next === 'silent') connection.isLost = true;
        if (next === 'mute') connection.isMute = true;
      }
    },
    cut(to) {
      if (to === undefined && fault === 'frozen') fault = 'none';
      endAll((connection) => to === undefined || connection.port === to);
    },
    delay(ms) {
      delayMs = ms;
    },
    limitRate(next) {
      bytesPerSecond = next;
    },
    halfClose(side) {
      for (const connection of open) {
        connection.isLost = true;
        connection[side]?.destroy();
      }
    },
    filterMessages(next) {
      shouldPass = next;
    },
    sendToScreen(message) {
      const last = [...open].findLast(({ isWebSocket, isLost }) => isWebSocket && !isLost);
      last?.writeToScreen(textFrame(message));
    },
    socketAttempts: () => socketAttempts,
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      endAll(() => true);
      await closed;
    },
  };
}

async function connectToFirst(ports: readonly number[]): Promise<{ server: Socket; port: number } | null> {
  for (const port of ports) {
    const server = connect(port, '127.0.0.1');
    const isConnected = await once(server, 'connect').then(
      () => true,
      () => false,
    );
    if (isConnected) return { server, port };
  }
  return null;
}

/** Removes dropped messages from the server's bytes. The response to the upgrade always passes. */
function messageFilter(shouldPass: (message: string) => boolean): (bytes: Buffer) => Buffer {
  let isUpgraded = false;
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    let response: Buffer = Buffer.alloc(0);
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return response;
      isUpgraded = true;
      response = rest.subarray(0, end + 4);
      rest = rest.subarray(end + 4);
    }
    const { frames, rest: remaining } = readFrames(rest);
    rest = remaining;
    return Buffer.concat([
      response,
      ...frames.filter(({ text }) => text === null || shouldPass(text)).map((frame) => frame.bytes),
    ]);
  };
}

/**
 * The complete frames in bytes from a server, and the remaining bytes. Servers do not mask (RFC 6455, 5.1), and ours
 * does not compress.
 */
function readFrames(stream: Buffer): { frames: Frame[]; rest: Buffer } {
  const frames: Frame[] = [];
  let rest = stream;
  for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
    frames.push(frame);
    rest = rest.subarray(frame.bytes.length);
  }
  return { frames, rest };
}

function firstFrame(stream: Buffer): Frame | null {
  if (stream.length < 2) return null;
  const short = stream.readUInt8(1);
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (stream.length < start) return null;
  const length = short === 127 ? Number(stream.readBigUInt64BE(2)) : short === 126 ? stream.readUInt16BE(2) : short;
  if (stream.length < start + length) return null;
  const bytes = stream.subarray(0, start + length);
  return { bytes, text: bytes[0] === TEXT ? bytes.toString('utf8', start) : null };
}

/** A text frame of a server. */
function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([header(bytes.length, 0), bytes]);
}

/** A frame of a client, masked with zeros, which leave the payload as it is. `head` has the final bit and the opcode. */
export function clientFrame(payload: string, head = TEXT): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([header(bytes.length, 0x80, head), Buffer.alloc(4), bytes]);
}

function header(length: number, mask: number, head = TEXT): Buffer {
  const bytes = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  bytes[0] = head;
  bytes[1] = mask | (bytes.length === 2 ? length : bytes.length === 4 ? 126 : 127);
  if (bytes.length === 4) bytes.writeUInt16BE(length, 2);
  if (bytes.length === 10) bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}

/**
 * Writes to `target` with delay and limited rate. `limits` is called continuously, so that changes take effect at once,
 * also for waiting bytes.
 */
function throttle(target: Socket, limits: () => { delayMs: number; bytesPerSecond: number | null }): ThrottledStream {
  const waiting: { bytes: Buffer; arrivedAt: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pumpedAt = performance.now();
  /** Number of bytes that may be written now; not an integer. */
  let credit = 0;
  let hasEnded = false;

  function pump(): void {
    timer = undefined;
    const now = performance.now();
    const { bytesPerSecond, delayMs } = limits();
    const earned = ((now - pumpedAt) * (bytesPerSecond ?? 0)) / 1_000;
    credit = bytesPerSecond === null ? Number.POSITIVE_INFINITY : (Number.isFinite(credit) ? credit : 0) + earned;
    pumpedAt = now;
    for (let [first] = waiting; first && first.arrivedAt + delayMs <= now && credit >= 1; [first] = waiting) {
      const piece = first.bytes.subarray(0, Math.min(first.bytes.length, Math.floor(credit)));
      if (target.writable) target.write(piece);
      credit -= piece.length;
      first.bytes = first.bytes.subarray(piece.length);
      if (first.bytes.length === 0) waiting.shift();
    }
    const [next] = waiting;
    if (next) timer = setTimeout(pump, Math.min(Math.max(1, next.arrivedAt + delayMs - now), CHECK_INTERVAL_MS));
    else if (hasEnded) target.destroy();
  }

  return {
    write(bytes) {
      const now = performance.now();
      // An idle stream accumulates no credit.
      if (waiting.length === 0) [pumpedAt, credit] = [now, 0];
      waiting.push({ bytes, arrivedAt: now });
      if (timer === undefined) pump();
    },
    end() {
      hasEnded = true;
      if (timer === undefined) pump();
    },
  };
}
