import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type RawResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

export type Exchange = {
  /** Bytes to send; a number is a pause in ms. */
  pieces: Iterable<Buffer | number>;
  /** Stops after this many responses. */
  expected: number;
  /** How the sender ends: it stays connected, closes its half, or disconnects. */
  ending: 'stay' | 'finish' | 'reset';
  timeoutMs: number;
};

/** Sends bytes over a TCP connection and reads the responses. Does not throw if the connection breaks. */
export async function exchange(
  port: number,
  { pieces, expected, ending, timeoutMs }: Exchange,
): Promise<RawResponse[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = Buffer.alloc(0);
  let isClosed = false;
  let notify = () => {};
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    notify();
  });
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      isClosed = true;
      notify();
    });
  const readResponses = () => {
    received = Buffer.concat([received, ...chunks.splice(0)]);
    return parseResponses(received.toString('latin1'));
  };

  for (const piece of pieces) {
    if (isClosed) break;
    if (typeof piece === 'number') await wait(piece);
    else await write(socket, piece);
  }
  if (ending === 'finish') socket.end();
  if (ending === 'reset') socket.resetAndDestroy();
  const deadline = performance.now() + timeoutMs;
  while (!isClosed && readResponses().length < expected && performance.now() < deadline) {
    await Promise.race([new Promise<void>((resolve) => (notify = resolve)), wait(deadline - performance.now())]);
  }
  const responses = readResponses();
  socket.destroy();
  return responses;
}

/** Resolves when the operating system has accepted the bytes, or the connection is closed. */
function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) return resolve();
    const finish = () => {
      socket.off('close', finish);
      resolve();
    };
    socket.once('close', finish);
    socket.write(piece, finish);
  });
}

/** Parses the complete responses, without 100 Continue. */
function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return responses;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1] ?? Number.NaN);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < end + 4 + length) return responses;
    const body = rest.slice(end + 4, end + 4 + length);
    if (status !== 100) responses.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(end + 4 + length);
  }
}
