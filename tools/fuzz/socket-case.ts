import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { clientFrame } from '../harness/proxy';
import { firstOf, openSocket } from '../harness/wait';
import { orderId } from '../pos-simulator/orders';
import { between, pick, type Random } from '../pos-simulator/random';
import { oddName, oddText } from './fuzzed-body';

const RESPONSE_TIMEOUT_MS = 60_000;
/** A larger handshake ends the connection (docs/contract.md). */
const LARGEST_HANDSHAKE = 8 * 1024;
const EVENTS = ['board:resync', 'clock:ping', 'board:painted', 'ticket:action'];
const REFUSED = ['no-token', 'unknown', 'revoked', 'branch', 'too-old'];

/** Sends odd messages over a socket, or odd handshakes or frames. Resolves to the violations. */
export async function fuzzSocket(
  url: URL,
  token: string,
  knownIds: readonly string[],
  random: Random,
): Promise<string[]> {
  const chance = random();
  if (chance < 0.25) return handshake(url, token, random);
  if (chance < 0.4) return rawFrames(url, token, random);
  return messages(url, token, knownIds, random);
}

async function handshake(url: URL, token: string, random: Random): Promise<string[]> {
  const auth = pick<Record<string, unknown>>(random, [
    { token: socketValue(random) },
    { token, branch: socketValue(random) },
    { token, contract: socketValue(random) },
    { token, build: socketValue(random) },
    { [oddName(random)]: socketValue(random), token },
    {},
  ]);
  const socket = openSocket(url.href, auth);
  const received = await firstOf(socket, ['connect', 'connect_error', 'disconnect'], RESPONSE_TIMEOUT_MS);
  socket.disconnect();
  if (received === null) return ['a handshake received no response'];
  if (received.name === 'connect') return [];
  if (received.name === 'disconnect')
    return Buffer.byteLength(JSON.stringify(auth)) > LARGEST_HANDSHAKE
      ? []
      : [`a handshake was disconnected: ${String(received.value)}`];
  const { data } = received.value as { data?: { code?: string } };
  return data?.code !== undefined && REFUSED.includes(data.code)
    ? []
    : [`a handshake was refused with an undocumented error: ${String(received.value)} ${JSON.stringify(data)}`];
}

/** Sends messages and waits for each acknowledgement. The socket must stay connected. */
async function messages(url: URL, token: string, knownIds: readonly string[], random: Random): Promise<string[]> {
  const socket = openSocket(url.href, { token });
  const violations: string[] = [];
  try {
    if ((await firstOf(socket, ['connect'], RESPONSE_TIMEOUT_MS))?.name !== 'connect')
      return ['a screen could not connect'];
    for (let remaining = between(random, 1, 6); remaining > 0; remaining -= 1) {
      const event = random() < 0.85 ? pick(random, EVENTS) : emittable(oddName(random));
      const payload = random() < 0.7 ? [messageFor(event, knownIds, random)] : manyValues(random);
      const isKnown = EVENTS.includes(event);
      const response = (await socket
        .timeout(RESPONSE_TIMEOUT_MS)
        .emitWithAck(event, ...payload)
        .catch(() => null)) as { error?: { code?: string } } | null;
      if (response === null || typeof response !== 'object')
        violations.push(`${event} was acknowledged with ${String(response)}`);
      else if (!isKnown && response.error?.code !== 'contract')
        violations.push(`the unknown event ${event} was accepted`);
      if (random() < 0.2) socket.emit(event, ...payload);
    }
    const pong = await socket
      .timeout(RESPONSE_TIMEOUT_MS)
      .emitWithAck('clock:ping')
      .catch(() => null);
    if (typeof pong?.serverTime !== 'string')
      violations.push('a screen received no response to clock:ping after odd messages');
  } finally {
    socket.disconnect();
  }
  return violations;
}

/** Replaces names that the Socket.IO client refuses to send. */
function emittable(name: string): string {
  return ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].includes(name)
    ? 'x'
    : name;
}

function messageFor(event: string, knownIds: readonly string[], random: Random): unknown {
  const odd = <Value>(value: Value) => (random() < 0.35 ? socketValue(random) : value);
  if (event === 'board:resync') return { epoch: odd(orderId(random)), version: odd(between(random, 0, 50)) };
  if (event === 'board:painted')
    return {
      ticketIds: odd([pick(random, knownIds)]),
      dataAgeMs: odd(12),
      device: odd({ sound: odd('on'), wakeLock: 'held', clockOffsetMs: odd(3) }),
    };
  const kind = pick(random, ['claim', 'collect', 'hide', 'recall', 'undo']);
  return { actionId: odd(orderId(random)), kind: odd(kind), ticketId: odd(pick(random, knownIds)) };
}

function manyValues(random: Random): unknown[] {
  return Array.from({ length: between(random, 0, 4) }, () => socketValue(random));
}

/** A value that Socket.IO can serialize. */
function socketValue(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => oddText(random),
    () => pick(random, [0, -1, 1.5, 2 ** 31, 2 ** 53, Number.MAX_VALUE, null, true, false]),
    () => ({ [oddName(random)]: oddText(random) }),
    () => JSON.parse('{"__proto__":{"polluted":true}}'),
    () => Array.from({ length: between(random, 0, 3_000) }, (_, index) => index),
    () => Buffer.alloc(between(random, 0, 2_000), 1),
    () => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
    // Four of these fit into the largest message that the server reads.
    () => 'y'.repeat(between(random, 1_000, 15_000)),
  ])();
}

/** Sends invalid frames. The server may disconnect the sender, but must keep running. */
async function rawFrames(url: URL, token: string, random: Random): Promise<string[]> {
  const socket = connect({ port: Number(url.port), host: url.hostname });
  socket.on('error', () => {});
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  if (random() < 0.7) socket.write(clientFrame(`40${JSON.stringify({ token })}`));
  for (let remaining = between(random, 1, 8); remaining > 0; remaining -= 1) socket.write(oddFrame(random));
  await wait(30);
  socket.destroy();
  return [];
}

const PACKETS = [
  ...['40', '41', '42', '42[]', '42["clock:ping"]', '420["clock:ping"]', '4299999999999["x"]', '43', '43[]', '44{}'],
  ...['45', '451-["a",{"_placeholder":true,"num":0}]', '4599999-["a"]', '46', '2', '3', '5', '6', '9', '', '4', '42{'],
  ...['42["__proto__",{}]', '42[null]', '42[{"a":1}]', '42[["x"]]', '40/admin,', '42/admin,["x"]', '450-', '42[1e400]'],
];

function oddFrame(random: Random): Buffer {
  const chance = random();
  if (chance < 0.7) return clientFrame(pick(random, PACKETS));
  if (chance < 0.8) return clientFrame(`42["board:painted","${'z'.repeat(between(random, 1, 200_000))}"]`);
  const noise = Array.from({ length: between(random, 2, 60) }, () => between(random, 0, 255));
  return chance < 0.9 ? Buffer.from(noise) : Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
}
