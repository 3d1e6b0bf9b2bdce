import { randomUUID } from 'node:crypto';
import { sign } from '../../server/webhooks/sign';
import { KEY, SUBSCRIPTION } from '../harness/pos-key';
import { between, pick, type Random } from '../pos-simulator/random';
import { oddText } from './odd-values';
import { strangeBody } from './strange-body';

/** A delivery with its permitted outcomes. */
export type Sent = {
  body: Buffer;
  /** Whether it has the valid signature of these bytes. */
  isSigned: boolean;
  /** Whether it must, may or must not be stored. */
  stored: 'must' | 'may' | 'never';
};

/** What is sent on one connection. */
export type DeliveryCase = {
  kind: string;
  pieces: Iterable<Buffer | number>;
  ending: 'stay' | 'finish' | 'reset';
  sent: Sent[];
  /** An answer may be missing: the sender stopped, or the server disconnected it. */
  mayBeSilent: boolean;
  patienceMs: number;
};

export type Good = { path: string; body: string };

const PATIENCE_MS = 20_000;
const NOISE_PATIENCE_MS = 1_500;
const LARGEST_BODY = 256 * 1024;

export type Head = { method: string; path: string; version: string; lines: readonly (readonly [string, string])[] };

/** A complete and well-formed request of the POS. */
export function goodHead(path: string, body: Buffer): Head {
  return {
    method: 'POST',
    path,
    version: 'HTTP/1.1',
    lines: [
      ['Host', 'kitchen'],
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

/** The head with these lines instead of those of the same name; null removes a line. */
export function withLines(head: Head, changes: Readonly<Record<string, string | null>>): Head {
  const kept = head.lines.filter(([name]) => !(name in changes));
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { ...head, lines: [...kept, ...added] };
}

export function requestOf(head: Head, body: Buffer): Buffer {
  return Buffer.concat([writeHead(head), body]);
}

export function storable(body: Buffer): Sent {
  return { body, isSigned: true, stored: body.length <= LARGEST_BODY ? 'must' : 'never' };
}

const stays = { ending: 'stay', mayBeSilent: false, patienceMs: PATIENCE_MS } as const;

/** A valid or an odd delivery with the right address and signature. */
export function plain({ path, body: good }: Good, random: Random): DeliveryCase {
  const body = strangeBody(good, random);
  const sent = [storable(body)];
  return { kind: 'body', pieces: [requestOf(goodHead(path, body), body)], sent, ...stays, mayBeSilent: isLarge(body) };
}

const isLarge = (body: Buffer) => body.length > LARGEST_BODY;

/** A sender without the secret. */
export function unsigned({ path, body: good }: Good, random: Random): DeliveryCase {
  const body = random() < 0.5 ? Buffer.from(good) : strangeBody(good, random);
  const right = sign(body, KEY);
  const id = 'X-Service-Subscription-Id';
  const signature = 'X-Service-Signature';
  const head = withLines(
    goodHead(path, body),
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
  return { kind: 'unsigned', pieces: [requestOf(head, body)], sent, ...stays, mayBeSilent: isLarge(body) };
}

/** Headers that are odd, repeated, many or huge. */
export function headers({ path, body: good }: Good, random: Random): DeliveryCase {
  const body = Buffer.from(good);
  const head = goodHead(path, body);
  const signature = sign(body, KEY);
  const taken = (changes: Record<string, string | null>) => ({
    head: withLines(head, changes),
    stored: 'must' as const,
  });
  const chance = (changed: Head, stored: Sent['stored'] = 'may') => ({ head: changed, stored });
  const more = (...lines: [string, string][]): Head => ({ ...head, lines: [...lines, ...head.lines] });
  const many = Array.from({ length: between(random, 50, 3_000) }, (_, index): [string, string] => [`X-${index}`, 'y']);
  const brand = pick(random, ['Brand', 'a', 'A-B-C', 'x'.repeat(200), '0', 'b_r.a~n!d', 'Service-Subscription-Id']);
  const changed = pick(random, [
    () => taken({ 'Content-Type': null }),
    () =>
      taken({ 'Content-Type': pick(random, ['text/plain', 'application/json; charset=utf-8', '', 'x'.repeat(2_000)]) }),
    () => taken({ 'Content-Encoding': 'identity' }),
    () => chance(withLines(head, { 'Content-Encoding': pick(random, ['gzip', 'br', 'deflate', '', 'x']) })),
    () => taken({ Host: null }),
    () => taken({ Expect: pick(random, ['100-continue', 'magic']) }),
    () => taken({ Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAEAAEAA' }),
    () => taken({ Connection: 'Upgrade', Upgrade: 'websocket' }),
    () => ({ head: { ...head, version: 'HTTP/1.0' }, stored: 'must' as const }),
    () => taken({ Accept: '*/*', 'User-Agent': latin(oddText(random)) }),
    () =>
      taken({
        ...{ 'X-Service-Subscription-Id': null, 'X-Service-Signature': null },
        ...{ [`X-${brand}-Subscription-Id`]: SUBSCRIPTION, [`X-${brand}-Signature`]: signature },
      }),
    () => chance(more(['X-Service-Signature', signature])),
    () => chance(more(['X-Service-Subscription-Id', SUBSCRIPTION])),
    () => chance(more(['X-Other-Subscription-Id', SUBSCRIPTION], ['X-Other-Signature', 'AAAA'])),
    () => chance(more(['Content-Length', String(between(random, 0, 2 * body.length))])),
    () => chance(more(['Content-Type', 'text/plain'])),
    () => chance(more(['X-Huge', 'x'.repeat(pick(random, [8_000, 16_000, 20_000, 200_000]))])),
    () => chance(more(...many)),
    () => chance(more([latin(oddText(random)), latin(oddText(random))])),
    () => chance(more(['Transfer-Encoding', pick(random, ['chunked', 'gzip', 'identity', 'chunked, chunked'])])),
  ])();
  const sent: Sent[] = [{ body, isSigned: true, stored: changed.stored }];
  const mayBeSilent = changed.stored !== 'must';
  const patienceMs = mayBeSilent ? NOISE_PATIENCE_MS : PATIENCE_MS;
  return { kind: 'headers', pieces: [requestOf(changed.head, body)], sent, ending: 'stay', mayBeSilent, patienceMs };
}

/** Text that is valid in a header. */
function latin(text: string): string {
  return text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);
}

/** Other paths and methods, and valid bodies that are posted to the path of another event. */
export function addressed({ path, body: good }: Good, random: Random): DeliveryCase {
  const body = Buffer.from(good);
  const event = path.replace('/webhooks/', '');
  const chance = random();
  if (chance < 0.3) {
    const other = pick(random, ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse', 'scanCode', 'x']);
    const requests = [path, `/webhooks/${other}`].map((each) => requestOf(goodHead(each, body), body));
    return { kind: 'replayed', pieces: [Buffer.concat(requests)], sent: [storable(body), storable(body)], ...stays };
  }
  if (chance < 0.65) {
    const place = pick(random, [
      ...[`//webhooks/${event}`, `/a/b/webhooks/${event}`, `/webhooks/${event}/`, `/webhooks/${event}?x=%00&y[]=1`],
      ...[`http://else.example/webhooks/${event}`, '/webhooks/%00', '/webhooks/%2F%2E%2E', '/webhooks/%E0%A4%A'],
      ...[`/webhooks/${'e'.repeat(3_000)}`, '/webhooks/__proto__', '/webhooks/constructor', '/webhooks/%ed%a0%80'],
      ...[`/x?/webhooks/${event}`, '/webhooks/', '/webhook/x', '/', '*', `/webhooks/${event}/more`, '/webhooks//x'],
    ]);
    const isOurs = /^(?:http:\/\/[^/]+)?[^?]*\/webhooks\/[^/?]+\/?(?:\?|$)/.test(place);
    const sent: Sent[] = [{ body, isSigned: true, stored: isOurs ? 'must' : 'never' }];
    return { kind: 'path', pieces: [requestOf(goodHead(place, body), body)], sent, ...stays, mayBeSilent: !isOurs };
  }
  const method = pick(random, ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'KITCHEN', 'post']);
  const request = requestOf({ ...goodHead(path, body), method }, body);
  const sent: Sent[] = [{ body, isSigned: true, stored: 'never' }];
  return { kind: 'method', pieces: [request], sent, ...stays, patienceMs: NOISE_PATIENCE_MS, mayBeSilent: true };
}
