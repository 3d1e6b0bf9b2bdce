import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type RawAnswer = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** What came back on a connection. */
export type ReceivedAnswers = { answers: RawAnswer[]; isClosed: boolean };

export type Talk = {
  /** What is sent, piece by piece; a number is a pause in ms. */
  pieces: Iterable<Buffer | number>;
  /** Stops after this many answers. */
  expected: number;
  /** How the sender ends: it stays connected, closes its half, or disconnects. */
  ending: 'stay' | 'finish' | 'reset';
  patienceMs: number;
};

/** Talks to a server over a TCP connection. Never throws: a broken connection is a result. */
export async function talk(port: number, { pieces, expected, ending, patienceMs }: Talk): Promise<ReceivedAnswers> {
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
  const listen = () => {
    received = Buffer.concat([received, ...chunks.splice(0)]);
    return readAnswers(received.toString('latin1'));
  };

  for (const piece of pieces) {
    if (isClosed) break;
    if (typeof piece === 'number') await wait(piece);
    else await write(socket, piece);
  }
  if (ending === 'finish') socket.end();
  if (ending === 'reset') socket.resetAndDestroy();
  const deadline = performance.now() + patienceMs;
  while (!isClosed && listen().length < expected && performance.now() < deadline) {
    await Promise.race([new Promise<void>((resolve) => (notify = resolve)), wait(deadline - performance.now())]);
  }
  const answers = listen();
  socket.destroy();
  return { answers, isClosed };
}

/** Resolves when the system has accepted the bytes, or the connection is closed. */
function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((done) => {
    if (socket.destroyed || !socket.writable) return done();
    const finish = () => {
      socket.off('close', finish);
      done();
    };
    socket.once('close', finish);
    socket.write(piece, finish);
  });
}

/** The complete answers in the received bytes, without 100 Continue. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1] ?? Number.NaN);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < end + 4 + length) return answers;
    const body = rest.slice(end + 4, end + 4 + length);
    if (status !== 100) answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(end + 4 + length);
  }
}
