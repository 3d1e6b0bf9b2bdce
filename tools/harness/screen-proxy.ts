import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Delay of each byte in ms, and the rate; null for no limit. */
type Limits = { delayMs: number; bytesPerSecond: number | null };

/** One direction of a connection. Bytes arrive in order, followed by the end of the connection. */
type ThrottledStream = { write: (bytes: Buffer) => void; end: () => void };

const CHECK_INTERVAL_MS = 50;

/** A complete WebSocket frame and its text; null if it is not a text frame. */
type Frame = { bytes: Buffer; text: string | null };

const TEXT = 0x81;

/**
 * Faults of the network between a screen and the server. `no-sockets` closes WebSockets and forwards HTTP, `no-http`
 * the reverse. `silent` forwards nothing on the open and new connections, like a firewall that lost their state; they
 * never recover. `mute` does so only for the bytes from the screen. `down` refuses connections.
 */
export type NetworkFault = 'none' | 'no-sockets' | 'no-http' | 'silent' | 'mute' | 'down';

export type ScreenProxy = {
  url: string;
  setFault: (fault: NetworkFault) => void;
  /** Closes all connections, and forwards new ones to another server. */
  setTarget: (url: string) => void;
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

type Connection = {
  screen: Socket;
  server: Socket;
  isWebSocket: boolean;
  /** Forwards nothing in either direction, without closing. */
  isLost: boolean;
  /** Forwards nothing from the screen. */
  isMute: boolean;
  writeToScreen: (bytes: Buffer) => void;
};

/** What happens to connections. */
type Conditions = {
  target: string;
  fault: NetworkFault;
  delay: { toServer: number; toScreen: number };
  bytesPerSecond: number | null;
  shouldPass: (message: string) => boolean;
};

export async function openScreenProxy(target: string): Promise<ScreenProxy> {
  const conditions: Conditions = {
    target,
    fault: 'none',
    delay: { toServer: 0, toScreen: 0 },
    bytesPerSecond: null,
    shouldPass: () => true,
  };
  let socketAttempts = 0;
  const open = new Set<Connection>();

  const proxy = createServer((screen) => {
    if (conditions.fault === 'down') screen.destroy();
    else
      forward(screen, conditions, open, () => {
        socketAttempts += 1;
      });
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));

  const cut = (shouldEnd: (connection: Connection) => boolean) => {
    for (const connection of [...open]) if (shouldEnd(connection)) end(connection, open);
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    setFault(next) {
      conditions.fault = next;
      if (next === 'down') cut(() => true);
      if (next === 'no-sockets') cut(({ isWebSocket }) => isWebSocket);
      if (next === 'no-http') cut(({ isWebSocket }) => !isWebSocket);
      for (const connection of open) {
        if (next === 'silent') connection.isLost = true;
        if (next === 'mute') connection.isMute = true;
      }
    },
    setTarget(url) {
      conditions.target = url;
      cut(() => true);
    },
    delay(ms) {
      conditions.delay = ms;
    },
    limitRate(next) {
      conditions.bytesPerSecond = next;
    },
    halfClose(side) {
      for (const connection of open) {
        connection.isLost = true;
        connection[side].destroy();
      }
    },
    filterMessages(next) {
      conditions.shouldPass = next;
    },
    sendToScreen(message) {
      const last = [...open].findLast(({ isWebSocket, isLost }) => isWebSocket && !isLost);
      last?.writeToScreen(textFrame(message));
    },
    socketAttempts: () => socketAttempts,
    async close() {
      cut(() => true);
      await new Promise((closed) => proxy.close(closed));
    },
  };
}

/** Connects a screen to the server, and adds the connection to `open` until both ends are closed. */
function forward(screen: Socket, conditions: Conditions, open: Set<Connection>, onWebSocket: () => void): void {
  const server = connect({ port: Number(new URL(conditions.target).port), host: '127.0.0.1' });
  const toServer = throttle(server, () => ({ delayMs: conditions.delay.toServer, bytesPerSecond: null }));
  const toScreen = throttle(screen, () => ({
    delayMs: conditions.delay.toScreen,
    bytesPerSecond: conditions.bytesPerSecond,
  }));
  const filterBytes = messageFilter((message) => conditions.shouldPass(message));
  const connection: Connection = {
    screen,
    server,
    isWebSocket: false,
    isLost: conditions.fault === 'silent',
    isMute: conditions.fault === 'mute',
    writeToScreen: toScreen.write,
  };
  open.add(connection);
  const ended = (line: { end: () => void }) => {
    if (!connection.isLost) line.end();
  };
  screen.on('error', () => {}).on('close', () => ended(toServer));
  server.on('error', () => {}).on('close', () => ended(toScreen));
  // Each end is closed only after the delayed bytes, so the connection is removed when both are closed.
  screen.on('close', () => server.destroyed && open.delete(connection));
  server.on('close', () => screen.destroyed && open.delete(connection));

  screen.on('data', (bytes) => {
    if (connection.isLost || connection.isMute) return;
    if (!connection.isWebSocket && /^GET \/socket\.io/.test(bytes.toString('latin1'))) {
      connection.isWebSocket = true;
      onWebSocket();
    }
    if (conditions.fault === (connection.isWebSocket ? 'no-sockets' : 'no-http')) return end(connection, open);
    toServer.write(bytes);
  });
  server.on('data', (bytes) => {
    if (!connection.isLost) toScreen.write(connection.isWebSocket ? filterBytes(bytes) : bytes);
  });
}

function end(connection: Connection, open: Set<Connection>): void {
  open.delete(connection);
  connection.screen.destroy();
  connection.server.destroy();
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
function throttle(target: Socket, limits: () => Limits): ThrottledStream {
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
