import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { clientFrame } from '../harness/proxy';

/** Another address of this machine (Linux) than that of the POS. */
const STRANGER = '127.0.0.66';
const RETRY_MS = 50;

/** A guest's name on the board. A response to an attacker that contains it is a leak. */
export const SECRET_NAME = 'Van der Geheim';

export type Target = {
  port: number;
  /** The token of a paired tablet. */
  tablet: string;
  /** The `Cookie` header of a signed-in manager. */
  session: string;
  /** Epoch ms. */
  until: number;
};

/**
 * Number of responses that contained the name, and that reported an error of the server. `failure` is what else the
 * attacker got, `acknowledged` how many of its own deliveries were accepted and must be stored.
 */
export type Findings = { leaks: number; serverErrors: number; failure?: string; acknowledged?: number };

/** Without 503, with which a busy server refuses requests. */
const SERVER_ERROR = /HTTP\/1\.1 5(?!03)\d\d [^\r]*/;

/** The handshake of a socket, before Socket.IO's own. */
export const UPGRADE = request('GET', '/socket.io/?EIO=4&transport=websocket', {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
});

/** A message of Socket.IO. */
export function message(event: string, ...values: unknown[]): Buffer {
  return clientFrame(`42${JSON.stringify([event, ...values])}`);
}

/** Socket.IO's handshake with the token of a screen. */
export function connectFrame(token: string): Buffer {
  return clientFrame(`40${JSON.stringify({ token })}`);
}

/** A request as it is sent. */
export function request(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** A request with a body of JSON. */
export function post(path: string, body: string, headers: Record<string, string> = {}): string {
  const length = String(Buffer.byteLength(body));
  return request('POST', path, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers }, body);
}

/** Writes the result of `next` every `ms` while the connection is open. Null writes nothing. */
export function every(socket: Socket, ms: number, next: () => string | Buffer | null): void {
  const timer = setInterval(() => {
    const bytes = next();
    if (bytes !== null && socket.writable) socket.write(bytes);
  }, ms);
  socket.once('close', () => clearInterval(timer));
}

/** Sends the requests one after the other, over and over: each as soon as part of a response has arrived. */
export function inTurn(requests: readonly string[]): (socket: Socket) => void {
  return (socket) => {
    let sent = 0;
    const next = () => socket.writable && socket.write(requests[sent++ % requests.length] ?? '');
    next();
    socket.on('data', next);
  };
}

/** Keeps this many connections open until the time is over, and opens closed ones again. To open none is a failure. */
export async function keepOpen(
  { port, until }: Target,
  count: number,
  begin: (socket: Socket) => void,
  from = STRANGER,
): Promise<Findings> {
  const findings: Findings = { leaks: 0, serverErrors: 0 };
  let opened = 0;
  const read = (text: string) => {
    if (text.includes(SECRET_NAME)) findings.leaks += 1;
    if (SERVER_ERROR.test(text)) findings.serverErrors += 1;
  };
  const one = async () => {
    while (Date.now() < until) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => {
        opened += 1;
        begin(socket);
      });
      socket.on('error', () => {});
      socket.on('data', (bytes) => read(bytes.toString('latin1')));
      const closed = new Promise<void>((done) => socket.once('close', () => done()));
      await Promise.race([closed, wait(until - Date.now())]);
      socket.destroy();
      await wait(RETRY_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  return opened > 0 ? findings : { ...findings, failure: `no connection from ${from} could be opened` };
}
