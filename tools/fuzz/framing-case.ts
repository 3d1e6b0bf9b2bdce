import { KEY } from '../../server/testing/pos-key';
import { sign } from '../../server/webhooks/sign';
import { between, pick, type Random } from '../pos-simulator/random';
import {
  caseOf,
  type DeliveryCase,
  NOISE_TIMEOUT_MS,
  requestOf,
  type Sent,
  signed,
  storable,
  type ValidDelivery,
  validHead,
  withLines,
  writeHead,
} from './delivery-case';
import { fuzzedBody } from './fuzzed-body';

/** Longer than the server's timeouts for headers (10 s) and bodies (15 s). */
const SLOW_TIMEOUT_MS = 22_000;
const MEGABYTE = 1024 * 1024;

const mayBreakOff = { allowsNoResponse: true, timeoutMs: NOISE_TIMEOUT_MS } as const;

/** The same request with different framing: chunked, in small pieces, truncated, longer or shorter than declared. */
export function framed({ path, body: good }: ValidDelivery, random: Random): DeliveryCase {
  const body = random() < 0.7 ? Buffer.from(good) : fuzzedBody(good, random).subarray(0, 100_000);
  const head = validHead(path, body);
  const request = requestOf(head, body);
  const chunkedHead = withLines(head, { 'Content-Length': null, 'Transfer-Encoding': 'chunked' });
  const [never, may] = [signed(body, 'never'), signed(body, 'may')];
  const breaksOff = { ending: pick(random, ['stay', 'finish', 'reset'] as const), ...mayBreakOff };
  const truncated = request.subarray(0, between(random, 1, request.length - 1));
  const length = (bytes: number) => requestOf(withLines(head, { 'Content-Length': String(bytes) }), body);
  const tooShort = Math.max(0, body.length - between(random, 1, 40));
  const chunks = [writeHead(chunkedHead), ...chunksOf(body, random)];
  const invalid = [writeHead(chunkedHead), Buffer.from(pick(random, INVALID_CHUNKS)), body];
  return pick(random, [
    caseOf('chunked', chunks, [storable(body)]),
    caseOf('small pieces', smallPieces(request, random), [storable(body)]),
    // A truncated body must not be stored, unless it is empty.
    caseOf('truncated', [truncated], body.length === 0 ? may : never, breaksOff),
    caseOf('truncated', chunks.slice(0, -1), never, breaksOff),
    caseOf('too long', [length(tooShort)], may, breaksOff),
    caseOf('too short', [length(body.length + between(random, 1, 900))], never, breaksOff),
    caseOf('invalid chunk', invalid, never, breaksOff),
    caseOf('trailing bytes', [request, noise(random)], [storable(body)]),
  ]);
}

const INVALID_CHUNKS = [
  'zz\r\n',
  '-1\r\n',
  'ffffffffffffffffff\r\n',
  '0x10\r\n',
  '\r\n\r\n',
  `5;${'x'.repeat(20_000)}`,
  '1\n',
];

/** Several requests in one write, some of them wrongly signed. */
export function pipelined(deliveries: readonly ValidDelivery[], random: Random): DeliveryCase {
  const sent: Sent[] = [];
  const pieces = deliveries.map(({ path, body: good }) => {
    const body = random() < 0.6 ? Buffer.from(good) : fuzzedBody(good, random).subarray(0, 20_000);
    const isSigned = random() < 0.7;
    const head = validHead(path, body);
    sent.push({ body, isSigned, stored: isSigned ? 'must' : 'never' });
    return requestOf(isSigned ? head : withLines(head, { 'X-Service-Signature': sign(Buffer.from('x'), KEY) }), body);
  });
  return caseOf('pipelined', [Buffer.concat(pieces)], sent);
}

/** A body of up to 50 MB, with a Content-Length or chunked without an end. */
export function huge({ path }: ValidDelivery, random: Random, isSigned: boolean): DeliveryCase {
  const size = pick(random, [1, 2, 5, 17, 50]) * MEGABYTE;
  const body = Buffer.alloc(size, 'a');
  const isChunked = random() < 0.5;
  const good = withLines(validHead(path, Buffer.alloc(0)), {
    ...{ 'X-Service-Signature': isSigned ? sign(body, KEY) : 'AAAA' },
    ...(isChunked ? { 'Content-Length': null, 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(size) }),
  });
  const sent: Sent[] = [{ body: Buffer.alloc(0), isSigned: false, stored: 'never' }];
  const pieces = [writeHead(good), ...slices(body, isChunked)];
  return caseOf('huge', pieces, sent, { allowsNoResponse: true });
}

function slices(body: Buffer, isChunked: boolean): Buffer[] {
  const step = 256 * 1024;
  return Array.from({ length: body.length / step }, (_, index) => {
    const slice = body.subarray(index * step, (index + 1) * step);
    return isChunked ? Buffer.concat([Buffer.from(`${step.toString(16)}\r\n`), slice, Buffer.from('\r\n')]) : slice;
  });
}

/** Bytes that are not HTTP. */
export function garbage(random: Random): DeliveryCase {
  const ending = pick(random, ['stay', 'finish', 'reset'] as const);
  return caseOf('garbage', [noise(random)], [], { ending, ...mayBreakOff });
}

function noise(random: Random): Buffer {
  return pick(random, [
    () => Buffer.from(Array.from({ length: between(random, 1, 2_000) }, () => between(random, 0, 255))),
    () => Buffer.from('16030100a5010000a10303', 'hex'),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    () => Buffer.from('GET / HTTP/9.9\r\n\r\n'),
    () => Buffer.from('\r\n'.repeat(between(random, 1, 500))),
    () => Buffer.from(`GET /${'x'.repeat(between(random, 1, 100_000))}`),
    () => Buffer.from('CONNECT else.example:443 HTTP/1.1\r\nHost: else.example\r\n\r\n'),
    () => Buffer.from('POST /webhooks/x HTTP/1.1\r\nHost: a\r\n b\r\n\tc: d\r\n\r\n'),
  ])();
}

/** A sender that stops in the middle of a request and stays connected. */
export function slow({ path, body: good }: ValidDelivery, random: Random): DeliveryCase {
  const body = Buffer.from(good);
  const request = requestOf(validHead(path, body), body);
  const length = random() < 0.5 ? writeHead(validHead(path, body)).length - 3 : request.length - 1;
  const pieces = [request.subarray(0, length >> 1), 1_000, request.subarray(length >> 1, length)];
  return caseOf('slow', pieces, signed(body, 'never'), { timeoutMs: SLOW_TIMEOUT_MS });
}

function chunksOf(body: Buffer, random: Random): Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const to = Math.min(body.length, from + between(random, 1, Math.max(1, body.length >> 1)));
    const extension = random() < 0.1 ? ';name="value"' : '';
    const size = (to - from).toString(16);
    chunks.push(Buffer.from(`${size}${extension}\r\n`), body.subarray(from, to), Buffer.from('\r\n'));
    from = to;
  }
  return [...chunks, Buffer.from('0\r\n\r\n')];
}

/** The bytes in small pieces, with pauses between some of them. */
function smallPieces(bytes: Buffer, random: Random): (Buffer | number)[] {
  const pieces: (Buffer | number)[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = from + between(random, 1, Math.max(2, bytes.length >> 3));
    pieces.push(bytes.subarray(from, to));
    if (random() < 0.2) pieces.push(1);
    from = to;
  }
  return pieces;
}
