import { connect, type Socket } from 'node:net';
import { sign } from '../../../server/webhooks/sign';
import { KEY } from '../pos-key';

/** A connection that is kept alive and carries one request at a time. */
export type Connection = {
  /** Resolves when the answer is complete. @throws unless it is a 200 with `{}` and a valid signature */
  post: (request: Buffer) => Promise<void>;
  /** Whether it is open. */
  isOpen: () => boolean;
  close: () => void;
};

const CONNECTS_WITHIN_MS = 5_000;
const RIGHT_BODY = '{}';
const RIGHT_SIGNATURE = sign(Buffer.from(RIGHT_BODY), KEY);

type Pending = { done: () => void; failed: (error: Error) => void };

/** Opens one to this machine. A bare socket: node's own HTTP client would be busier than the server it measures. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  let pending: Pending | null = null;
  let answer = '';
  const end = (error: Error) => {
    const broken = pending;
    pending = null;
    broken?.failed(error);
  };
  socket.on('data', (chunk) => {
    answer += chunk;
    if (!isComplete(answer)) return;
    const whole = answer;
    answer = '';
    const answered = pending;
    pending = null;
    const problem = problemOf(whole);
    if (problem === null) answered?.done();
    else answered?.failed(new Error(problem));
  });
  socket.once('error', end);
  socket.once('close', () => end(new Error('the server closed the connection')));
  return {
    post: (request) =>
      new Promise((done, failed) => {
        if (socket.destroyed) return failed(new Error('the connection is closed'));
        pending = { done, failed };
        socket.write(request);
      }),
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no connection to port ${port} within ${CONNECTS_WITHIN_MS} ms`));
    }, CONNECTS_WITHIN_MS);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function isComplete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, head)) ?? [];
  return length !== undefined && answer.length >= head + 4 + Number(length);
}

/** Null for the expected answer. */
function problemOf(answer: string): string | null {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  if (!head.startsWith('HTTP/1.1 200 '))
    return `a delivery was answered ${head.split('\r\n')[0]} ${body.slice(0, 200)}`;
  if (body !== RIGHT_BODY) return `a delivery was answered ${body.slice(0, 200)}`;
  const [, signature] = /\r\nx-service-signature: *(\S+)/i.exec(head) ?? [];
  return signature === RIGHT_SIGNATURE ? null : 'an answer was not signed, or wrongly';
}
