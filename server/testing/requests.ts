import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type Sent = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Without a Content-Length. */
  isChunked?: boolean;
};

/** Sends one request over a new connection, with these headers only. */
export function send(url: string, { method = 'POST', headers = {}, body = '', isChunked = false }: Sent) {
  return new Promise<Reply>((answered, failed) => {
    const bytes = Buffer.from(body);
    const length = isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes.length) };
    const sent = request(url, { method, agent: false, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', failed);
      response.once('end', () =>
        answered({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.once('error', failed);
    sent.end(bytes);
  });
}

/** A TCP connection that sends bytes unchanged. */
type RawConnection = {
  write: (bytes: string | Uint8Array) => void;
  /** Closes the sending half. */
  end: () => void;
  destroy: () => void;
  /** The received text after this many answers, or after the server has closed. */
  answers: (count: number) => Promise<string>;
  /** The received text as soon as there is any. */
  firstText: () => Promise<string>;
  /** The received text after the server has closed. */
  all: () => Promise<string>;
};

export function openConnection(url: string): RawConnection {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let isOver = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    notify();
  });
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      isOver = true;
      notify();
    });
  const until = (isEnough: () => boolean) =>
    new Promise<string>((resolve) => {
      const listener = () => {
        if (!isOver && !isEnough()) return;
        listeners.delete(listener);
        resolve(received);
      };
      listeners.add(listener);
      listener();
    });
  return {
    write: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    answers: (count) => until(() => received.split('HTTP/1.1 ').length > count && received.endsWith('}')),
    firstText: () => until(() => received !== ''),
    all: () => until(() => false),
  };
}
