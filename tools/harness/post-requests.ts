import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import {
  type OnResponse,
  type Posting,
  REAL_TIME,
  type Receiver,
  sendDeliveries,
} from '../pos-simulator/post-delivery';
import { createRandom, pick } from '../pos-simulator/random';

const AT_ONCE = 8;

/** Of all ports together. */
const CONNECTIONS = 32;
/** A server may close a connection at the moment at which it is used again: node does after five seconds. */
const MAX_IDLE_MS = 2_000;

/** When a request started (`machineNow`), how many ms after it was due, and the ms until its response. */
type Posted = { startedAt: number; lateMs: number; latencyMs: number };

type Pool = { post: (request: Buffer) => Promise<void>; close: () => void };

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

/** Milliseconds of the machine's monotonic clock, comparable between processes. */
export function machineNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/**
 * Posts all requests over `connections` connections, each as soon as the previous response has arrived. Resolves to the
 * seconds from the first request to the last response, and the ms of each. @throws at the first invalid response
 */
export async function postClosedLoop(
  port: number,
  connections: number,
  requests: readonly Buffer[],
): Promise<{ seconds: number; latenciesMs: number[] }> {
  const pool = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  try {
    // One iterator for all connections: each takes the next request.
    const remaining = requests.values();
    const latenciesMs: number[] = [];
    const startedAt = machineNow();
    await Promise.all(
      pool.map(async ({ post }) => {
        for (const request of remaining) {
          const postedAt = machineNow();
          await post(request);
          latenciesMs.push(machineNow() - postedAt);
        }
      }),
    );
    return { seconds: (machineNow() - startedAt) / 1_000, latenciesMs };
  } finally {
    for (const { close } of pool) close();
  }
}

/**
 * Posts `perSecond` requests per second, independent of the responses (open loop), each to one of the ports. The latency
 * of a request includes waiting for a free connection. @throws at an invalid response
 */
export async function postAtRate(
  ports: readonly number[],
  perSecond: number,
  requests: Iterable<Buffer>,
): Promise<Posted[]> {
  const pools = ports.map((port) => createPool(port, Math.ceil(CONNECTIONS / ports.length)));
  const random = createRandom(1);
  try {
    const responses: Promise<Posted>[] = [];
    const firstAt = machineNow();
    for (const request of requests) {
      const dueAt = firstAt + (responses.length * 1_000) / perSecond;
      const delayMs = dueAt - machineNow();
      if (delayMs > 0) await wait(delayMs);
      responses.push(postOne(pick(random, pools), request, dueAt));
      // Responses are awaited at the end; an unhandled rejection would end the process before.
      responses.at(-1)?.catch(() => {});
    }
    return await Promise.all(responses);
  } finally {
    for (const { close } of pools) close();
  }
}

async function postOne({ post }: Pool, request: Buffer, dueAt: number): Promise<Posted> {
  const startedAt = machineNow();
  await post(request);
  return { startedAt, lateMs: startedAt - dueAt, latencyMs: machineNow() - startedAt };
}

/** At most `most` connections to a port, each with one request at a time. */
function createPool(port: number, most: number): Pool {
  const open: Connection[] = [];
  const free: { connection: Connection; since: number }[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opened = 0;

  async function connect(): Promise<Connection> {
    const connection = await openConnection(port);
    open.push(connection);
    return connection;
  }

  /** The connection that was used last, or another one, while there are few. */
  async function freeConnection(): Promise<Connection> {
    const last = free.pop();
    if (last?.connection.isOpen() && machineNow() - last.since < MAX_IDLE_MS) return last.connection;
    last?.connection.close();
    if (last) return connect();
    if (opened === most) return new Promise((resolve) => waiting.push(resolve));
    opened += 1;
    return connect();
  }

  return {
    async post(request) {
      const connection = await freeConnection();
      await connection.post(request);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push({ connection, since: machineNow() });
    },
    close() {
      for (const { close } of open) close();
    },
  };
}

/** What `postDelivery` needs for the subscription of the rigs. The caller destroys the agent. */
export function receiverAt(url: URL, connections: number): Receiver {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { url, agent, subscriptionId: SUBSCRIPTION, key: KEY, now: REAL_TIME.now };
}

/** Sends postings of the subscription of the rigs in order, each when it is due. Resolves to the ms that it took. */
export function sendAll(
  url: URL,
  postings: readonly Posting[],
  connections: number,
  onResponse: OnResponse = () => {},
): Promise<number> {
  return sendDeliveries(postings, { url, subscriptionId: SUBSCRIPTION, key: KEY, connections }, REAL_TIME, onResponse);
}

/** Posts deliveries in order over several connections. @throws if a response is not 200 */
export async function postAll(url: URL, deliveries: readonly { path: string; body: string }[]): Promise<void> {
  await sendAll(url, deliveries, AT_ONCE, (_, reply) => {
    if (!('status' in reply) || reply.status !== 200)
      throw new Error(`a delivery received ${'status' in reply ? reply.status : reply.failed}`);
  });
}
