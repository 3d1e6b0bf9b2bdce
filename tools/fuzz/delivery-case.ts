import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY, SUBSCRIPTION } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { between, pick, type Random } from '../pos-simulator/random';
import { fuzzedBody, MAX_BODY_BYTES, oddText } from './fuzzed-body';

export type RawResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

type Exchange = {
  /** Bytes to send; a number is a pause in ms. */
  pieces: Iterable<Buffer | number>;
  /** Stops after this many responses. */
  expected: number;
  /** How the sender ends: it stays connected, closes its half, or disconnects. */
  ending: 'stay' | 'finish' | 'reset';
  timeoutMs: number;
};

/** A delivery with its permitted outcomes. */
export type Sent = {
  body: Buffer;
  /** Whether its signature is valid. */
  isSigned: boolean;
  /** Whether it must, may or must not be stored. */
  stored: 'must' | 'may' | 'never';
};

/** The bytes that one connection sends, and the expected outcome. */
export type DeliveryCase = {
  kind: string;
  pieces: Iterable<Buffer | number>;
  ending: 'stay' | 'finish' | 'reset';
  sent: Sent[];
  /** A response may be missing, because the sender stopped or the server disconnected it. */
  allowsNoResponse: boolean;
  timeoutMs: number;
};

export type ValidDelivery = { path: string; body: string };

export const RESPONSE_TIMEOUT_MS = 60_000;
export const NOISE_TIMEOUT_MS = 1_500;

export type Head = { method: string; path: string; version: string; lines: readonly (readonly [string, string])[] };

/** Not a name of the server: what the POS posts is accepted under any. */
export const HOST = 'kitchen';

/** The head of a valid request of the POS. */
export function validHead(path: string, body: Buffer): Head {
  return {
    method: 'POST',
    path,
    version: 'HTTP/1.1',
    lines: [
      ['Host', HOST],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
      ['X-Service-Subscription-Id', SUBSCRIPTION],
      ['X-Service-Signature', sign(body, KEY)],
    ],
  };
}

export function writeHead({ method, path, version, lines }: Head): Buffer {
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} ${version}\r\n${text}\r\n`, 'latin1');
}

/** Replaces the headers of the same names; null removes a header. */
export function withLines(head: Head, changes: Readonly<Record<string, string | null>>): Head {
  const kept = head.lines.filter(([name]) => !(name in changes));
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { ...head, lines: [...kept, ...added] };
}

export function requestOf(head: Head, body: Buffer): Buffer {
  return Buffer.concat([writeHead(head), body]);
}

export function storable(body: Buffer): Sent {
  return { body, isSigned: true, stored: body.length <= MAX_BODY_BYTES ? 'must' : 'never' };
}

/** A case whose sender stays connected and gets a response, unless `how` says otherwise. */
export function caseOf(
  kind: string,
  pieces: DeliveryCase['pieces'],
  sent: Sent[],
  how: Partial<DeliveryCase> = {},
): DeliveryCase {
  return { kind, pieces, sent, ending: 'stay', allowsNoResponse: false, timeoutMs: RESPONSE_TIMEOUT_MS, ...how };
}

/** A body with a valid signature, and whether it must, may or must not be stored. */
export const signed = (body: Buffer, stored: Sent['stored']): Sent[] => [{ body, isSigned: true, stored }];

/** A valid or an odd body, to the right path and with a valid signature. */
export function plain({ path, body: valid }: ValidDelivery, random: Random): DeliveryCase {
  const body = fuzzedBody(valid, random);
  const request = requestOf(validHead(path, body), body);
  return caseOf('body', [request], [storable(body)], { allowsNoResponse: isLarge(body) });
}

const isLarge = (body: Buffer) => body.length > MAX_BODY_BYTES;

/** A delivery of a sender without the secret. */
export function unsigned({ path, body: valid }: ValidDelivery, random: Random): DeliveryCase {
  const body = random() < 0.5 ? Buffer.from(valid) : fuzzedBody(valid, random);
  const right = sign(body, KEY);
  const id = 'X-Service-Subscription-Id';
  const signature = 'X-Service-Signature';
  const head = withLines(
    validHead(path, body),
    pick(random, [
      { [id]: null, [signature]: null },
      { [signature]: null },
      { [id]: null },
      { [signature]: '' },
      { [id]: '' },
      { [signature]: sign(Buffer.concat([body, Buffer.from(' ')]), KEY) },
      { [signature]: Buffer.from(right, 'base64').toString('hex') },
      { [signature]: right.slice(0, -2) },
      { [signature]: `${right.slice(0, -2)}${right.at(-2) === 'A' ? 'B' : 'A'}=` },
      { [signature]: right.toLowerCase() === right ? 'x' : right.toLowerCase() },
      { [signature]: 'A'.repeat(between(random, 1, 5_000)) },
      { [signature]: sign(body, { ...KEY, secretEncoding: 'utf8' }) },
      { [signature]: sign(body, { ...KEY, secret: '' }) },
      {
        [id]: pick(random, [
          '__proto__',
          'constructor',
          randomUUID(),
          'heatlamp2',
          `${SUBSCRIPTION}\t`.repeat(2),
          '%00',
        ]),
      },
    ]),
  );
  const sent: Sent[] = [{ body, isSigned: false, stored: 'never' }];
  return caseOf('unsigned', [requestOf(head, body)], sent, { allowsNoResponse: isLarge(body) });
}

/** Headers that are odd, repeated, many or huge. */
export function headers({ path, body: valid }: ValidDelivery, random: Random): DeliveryCase {
  const body = Buffer.from(valid);
  const head = validHead(path, body);
  const signature = sign(body, KEY);
  const accepted = (changes: Record<string, string | null>) => ({
    head: withLines(head, changes),
    stored: 'must' as const,
  });
  const chance = (changed: Head) => ({ head: changed, stored: 'may' as const });
  const prepend = (...lines: [string, string][]): Head => ({ ...head, lines: [...lines, ...head.lines] });
  const many = Array.from({ length: between(random, 50, 3_000) }, (_, index): [string, string] => [`X-${index}`, 'y']);
  const brand = pick(random, ['Brand', 'a', 'A-B-C', 'x'.repeat(200), '0', 'b_r.a~n!d', 'Service-Subscription-Id']);
  const changed = pick(random, [
    () => accepted({ 'Content-Type': null }),
    () =>
      accepted({
        'Content-Type': pick(random, ['text/plain', 'application/json; charset=utf-8', '', 'x'.repeat(2_000)]),
      }),
    () => accepted({ 'Content-Encoding': 'identity' }),
    () => chance(withLines(head, { 'Content-Encoding': pick(random, ['gzip', 'br', 'deflate', '', 'x']) })),
    () => accepted({ Host: null }),
    () => accepted({ Expect: pick(random, ['100-continue', 'magic']) }),
    () => accepted({ Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAEAAEAA' }),
    () => accepted({ Connection: 'Upgrade', Upgrade: 'websocket' }),
    () => ({ head: { ...head, version: 'HTTP/1.0' }, stored: 'must' as const }),
    () => accepted({ Accept: '*/*', 'User-Agent': latin1Text(oddText(random)) }),
    () =>
      accepted({
        ...{ 'X-Service-Subscription-Id': null, 'X-Service-Signature': null },
        ...{ [`X-${brand}-Subscription-Id`]: SUBSCRIPTION, [`X-${brand}-Signature`]: signature },
      }),
    () => chance(prepend(['X-Service-Signature', signature])),
    () => chance(prepend(['X-Service-Subscription-Id', SUBSCRIPTION])),
    () => chance(prepend(['X-Other-Subscription-Id', SUBSCRIPTION], ['X-Other-Signature', 'AAAA'])),
    () => chance(prepend(['Content-Length', String(between(random, 0, 2 * body.length))])),
    () => chance(prepend(['Content-Type', 'text/plain'])),
    () => chance(prepend(['X-Huge', 'x'.repeat(pick(random, [8_000, 16_000, 20_000, 200_000]))])),
    () => chance(prepend(...many)),
    () => chance(prepend([latin1Text(oddText(random)), latin1Text(oddText(random))])),
    () => chance(prepend(['Transfer-Encoding', pick(random, ['chunked', 'gzip', 'identity', 'chunked, chunked'])])),
  ])();
  const mayFail = { allowsNoResponse: true, timeoutMs: NOISE_TIMEOUT_MS };
  const how = changed.stored === 'must' ? {} : mayFail;
  return caseOf('headers', [requestOf(changed.head, body)], signed(body, changed.stored), how);
}

/** Removes characters that a header cannot contain. */
function latin1Text(text: string): string {
  return text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);
}

/** Other paths and methods, and valid bodies on the path of another event. */
export function addressed({ path, body: valid }: ValidDelivery, random: Random): DeliveryCase {
  const body = Buffer.from(valid);
  const event = path.replace('/webhooks/', '');
  const chance = random();
  if (chance < 0.3) {
    const other = pick(random, ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse', 'scanCode', 'x']);
    const requests = [path, `/webhooks/${other}`].map((each) => requestOf(validHead(each, body), body));
    return caseOf('replayed', [Buffer.concat(requests)], [storable(body), storable(body)]);
  }
  if (chance < 0.65) {
    const target = pick(random, [
      ...[`//webhooks/${event}`, `/a/b/webhooks/${event}`, `/webhooks/${event}/`, `/webhooks/${event}?x=%00&y[]=1`],
      ...[`http://else.example/webhooks/${event}`, '/webhooks/%00', '/webhooks/%2F%2E%2E', '/webhooks/%E0%A4%A'],
      ...[`/webhooks/${'e'.repeat(3_000)}`, '/webhooks/__proto__', '/webhooks/constructor', '/webhooks/%ed%a0%80'],
      ...[`/x?/webhooks/${event}`, '/webhooks/', '/webhook/x', '/', '*', `/webhooks/${event}/more`, '/webhooks//x'],
    ]);
    const isWebhook = /^(?:http:\/\/[^/]+)?[^?]*\/webhooks\/[^/?]+\/?(?:\?|$)/.test(target);
    const sent = signed(body, isWebhook ? 'must' : 'never');
    return caseOf('path', [requestOf(validHead(target, body), body)], sent, { allowsNoResponse: !isWebhook });
  }
  const method = pick(random, ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'KITCHEN', 'post']);
  const request = requestOf({ ...validHead(path, body), method }, body);
  const how = { timeoutMs: NOISE_TIMEOUT_MS, allowsNoResponse: true };
  return caseOf('method', [request], signed(body, 'never'), how);
}

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
