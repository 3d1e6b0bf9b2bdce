import { connect, type Socket } from 'node:net';
import { KEY } from '../../../server/testing/pos-key';
import { sign } from '../../../server/webhooks/sign';

/** A keep-alive connection that carries one request at a time. */
export type Connection = {
  /** Resolves after the response. @throws unless it is a 200 with the body `{}` and a valid signature */
  post: (request: Buffer) => Promise<void>;
  isOpen: () => boolean;
  close: () => void;
};

const CONNECT_TIMEOUT_MS = 60_000;
const EXPECTED_BODY = '{}';
const EXPECTED_SIGNATURE = sign(Buffer.from(EXPECTED_BODY), KEY);

type Pending = { resolve: () => void; reject: (error: Error) => void };

/** Connects to a port on loopback. Uses a plain socket, because node's HTTP client needs more time than the server. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await connectTo(port);
  let pending: Pending | null = null;
  let response = '';
  const end = (error: Error) => {
    const failed = pending;
    pending = null;
    failed?.reject(error);
  };
  socket.on('data', (chunk) => {
    response += chunk;
    if (!isComplete(response)) return;
    const complete = response;
    response = '';
    const current = pending;
    pending = null;
    const problem = problemOf(complete);
    if (problem === null) current?.resolve();
    else current?.reject(new Error(problem));
  });
  socket.once('error', end);
  socket.once('close', () => end(new Error('the server closed the connection')));
  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'));
        pending = { resolve, reject };
        socket.write(request);
      }),
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no connection to port ${port} within ${CONNECT_TIMEOUT_MS} ms`));
    }, CONNECT_TIMEOUT_MS);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

function isComplete(response: string): boolean {
  const head = response.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(response.slice(0, head)) ?? [];
  return length !== undefined && response.length >= head + 4 + Number(length);
}

/** Null for the expected response. */
function problemOf(response: string): string | null {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  if (!head.startsWith('HTTP/1.1 200 ')) return `a delivery received ${head.split('\r\n')[0]} ${body.slice(0, 200)}`;
  if (body !== EXPECTED_BODY) return `a delivery received ${body.slice(0, 200)}`;
  const [, signature] = /\r\nx-service-signature: *(\S+)/i.exec(head) ?? [];
  return signature === EXPECTED_SIGNATURE ? null : 'a response has no valid signature';
}
