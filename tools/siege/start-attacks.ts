import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { SUBSCRIPTION } from '../../server/testing/pos-key';
import { newStart } from './trusted-attacks';
import { every, type Findings, keepOpen, post, request, type Target } from './web-socket';

const TIMEOUT_MS = 20_000;
const BURST = 300;
/** From four addresses, a few more than strangers may have open. */
const HELD_EACH = 130;

/** The `index`-th other address of this machine (Linux). */
const address = (index: number) => `127.0.1.${index}`;

/** Keeps this many connections open from each of these many addresses. */
async function fromAddresses(target: Target, addresses: number, each: number, begin: Parameters<typeof keepOpen>[2]) {
  const all = Array.from({ length: addresses }, (_, index) => keepOpen(target, each, begin, address(1 + index)));
  const found = await Promise.all(all);
  const sum = (count: (findings: Findings) => number) => found.reduce((total, one) => total + count(one), 0);
  return { leaks: sum(({ leaks }) => leaks), serverErrors: sum(({ serverErrors }) => serverErrors) };
}

const idleConnections = (target: Target) =>
  fromAddresses(target, 4, HELD_EACH, (socket) => {
    socket.write(request('GET', '/'));
    every(socket, 20_000, () => request('GET', '/'));
  });

/** Sends a request over a new connection. Resolves to the start of the response; empty if the connection was closed. */
export function sendOnce(port: number, bytes: string | Buffer, from: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => socket.write(bytes));
    const settle = (answer: string) => {
      clearTimeout(timer);
      resolve(answer);
      socket.destroy();
    };
    const timer = setTimeout(() => settle(''), timeoutMs);
    socket.on('error', () => {});
    socket.once('data', (data) => settle(data.toString('latin1')));
    socket.once('close', () => settle(''));
  });
}

/**
 * What strangers do to a server that has just started, so that it knows nobody yet: neither the POS nor the screens have
 * connected when these begin.
 */
export const START_ATTACKS = {
  'start: 130 connections from each of four addresses, a request every 20 s': idleConnections,
  'start: the same with 128 open files': idleConnections,
  'start: 300 deliveries at once from a new till, each over a connection of its own': async (target) => {
    const sent = Array.from({ length: BURST }, () => sendOnce(target.port, newStart(), address(1), TIMEOUT_MS));
    const statuses = (await Promise.all(sent)).map((answer) => answer.slice(9, 12) || 'closed');
    const acknowledged = statuses.filter((status) => status === '200').length;
    const findings = { leaks: 0, serverErrors: 0, acknowledged };
    return acknowledged === BURST
      ? findings
      : { ...findings, failure: `of ${BURST} deliveries at once, ${acknowledged} were answered 200` };
  },
  'start: pipelined pages over 240 connections from four addresses': (target) =>
    fromAddresses(target, 4, 60, (socket) => {
      const many = request('GET', '/login').repeat(10);
      socket.write(many);
      every(socket, 1_000, () => many);
    }),
  'start: 1,600 posts a second with a known id and wrong signatures, from 40 addresses': (target) =>
    fromAddresses(target, 40, 4, (socket) =>
      every(socket, 100, () =>
        post('/webhooks/kitchenStartCourse', '{"event":{}}', {
          'X-Service-Subscription-Id': SUBSCRIPTION,
          'X-Service-Signature': randomBytes(32).toString('base64'),
        }),
      ),
    ),
} satisfies Record<string, (target: Target) => Promise<Findings>>;

/** The limits of open files with which some of these start the server. */
export const OPEN_FILES: Partial<Record<string, number>> = { 'start: the same with 128 open files': 128 };
