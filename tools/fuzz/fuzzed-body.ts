import { between, pick, type Random } from '../pos-simulator/random';

/** Strings that often break programs. */
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '😀'.repeat(40),
  '\u202Eevil',
  '\ufeff12',
  '0',
  '-0',
  '1e5',
  '0x10',
  'NaN',
  'null',
  '9007199254740993',
  '-9223372036854775808',
  '9'.repeat(41),
  '9'.repeat(4000),
  '__proto__',
  'constructor',
  'toString',
  '\'; DROP TABLE "Delivery"; --',
  '=HYPERLINK("http://x.example")',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%s%n%00',
  '../../etc/passwd',
  '2026-02-30T25:61:61.000+99:99',
  '2026-06-19T18:00:00',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999-23:59',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2026-06-19t18:00:00.123456789z',
  '2026-10-25T02:30:00.000+02:00',
  '00000000-0000-0000-0000-000000000000',
  '5EEA25D4-4188-43B8-9A66-8086561D590C',
];

/** JSON numbers with unusual forms, and text that resembles a number. */
const ODD_NUMBERS: readonly string[] = [
  ...['0', '-0', '-1', '1.5', '1e2', '1E+2', '1e400', '-1e400', '1e-400', '0.1e1', '2147483647', '2147483648'],
  ...['-2147483648', '4294967296', '9007199254740991', '9007199254740993', '-9223372036854775809'],
  ...['123456789012345678901234567890', `1${'0'.repeat(500)}`, '0.1000000000000000055511151231257827'],
  ...['01', '+1', '.5', '1.', 'NaN', 'Infinity', '0x1F', '1_000', '--1'],
];

const NAMES: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', ' ', '\0', 'event', 'course'],
  ...['kitchenServeCourse', 'kitchenStartCourse', 'error', 'original', 'scanCode', 'selectRelation', '0', 'length'],
];

/** Text that `writeJson` inserts unchanged, even if it is not JSON. */
class RawJson {
  constructor(readonly text: string) {}
}

/** An object whose members may be repeated or have any name. */
export class Members {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}
}

/** The server refuses larger bodies. */
export const MAX_BODY_BYTES = 256 * 1024;
const EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse', 'scanCode', 'selectRelation'];

/** A body that is valid, mutated, damaged, or near a size limit. */
export function fuzzedBody(valid: string, random: Random): Buffer {
  const chance = random();
  if (chance < 0.15) return Buffer.from(valid);
  if (chance < 0.7) return Buffer.from(mutate(valid, random));
  if (chance < 0.78) return Buffer.from(otherEvent(valid, random));
  if (chance < 0.93) return otherBytes(Buffer.from(chance < 0.85 ? valid : mutate(valid, random)), random);
  return ofSize(valid, random);
}

/** Changes one to four members. */
function mutate(valid: string, random: Random): string {
  let body: unknown = JSON.parse(valid);
  for (let remaining = between(random, 1, 4); remaining > 0; remaining -= 1)
    body = changeValue(body, random, between(random, 0, 3));
  return writeJson(body);
}

/** Changes one member of a value, at most this deep. */
function changeValue(value: unknown, random: Random, depth: number): unknown {
  const entries = value instanceof Members ? value.entries : entriesOf(value);
  if (entries === null) return oddValue(random);
  const at = between(random, 0, Math.max(0, entries.length - 1));
  const [name, member] = entries[at] ?? ['', null];
  const inner = entriesOf(member);
  if (depth > 0 && (inner !== null || member instanceof Members))
    return new Members(
      entries.map((entry, index) => (index === at ? [name, changeValue(member, random, depth - 1)] : entry)),
    );
  const chance = random();
  if (chance < 0.15) return new Members(entries.filter((_, index) => index !== at));
  if (chance < 0.3) return new Members([...entries, [name, oddValue(random)]]);
  if (chance < 0.45) return new Members([...entries, [oddName(random), oddValue(random)]]);
  if (chance < 0.5)
    return new Members(entries.map((entry, index) => (index === at ? [name.toUpperCase(), member] : entry)));
  return new Members(entries.map((entry, index) => (index === at ? [name, oddValue(random)] : entry)));
}

function entriesOf(value: unknown): [string, unknown][] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Members)
    ? Object.entries(value)
    : null;
}

/** A body whose event differs from the path: nested, duplicated, a scan, or a follow-up to an error. */
function otherEvent(valid: string, random: Random): string {
  const { event, sender, ...details } = JSON.parse(valid) as Record<string, unknown>;
  const envelope: [string, unknown][] = [
    ['event', event],
    ['sender', sender],
  ];
  const name = pick(random, EVENTS);
  const chance = random();
  if (chance < 0.3) return writeJson(new Members([...envelope, [name, details]]));
  if (chance < 0.5) return writeJson(new Members([...envelope, ...Object.entries(details), [name, oddValue(random)]]));
  if (chance < 0.7)
    return writeJson({ error: { code: oddText(random), message: oddText(random) }, original: JSON.parse(valid) });
  const scanCode = { scannedCode: random() < 0.5 ? oddText(random) : oddValue(random), codeType: 'barcode' };
  return writeJson(new Members([...envelope, ['scanCode', random() < 0.8 ? scanCode : oddValue(random)]]));
}

/** The same body truncated, in another encoding, or with bytes that are not UTF-8. */
function otherBytes(valid: Buffer, random: Random): Buffer {
  const at = between(random, 0, valid.length);
  const [before, after] = [valid.subarray(0, at), valid.subarray(at)];
  const noise = Buffer.from(Array.from({ length: between(random, 1, 12) }, () => between(random, 0, 255)));
  return pick(random, [
    () => before,
    () => Buffer.concat([before, noise, after]),
    () => Buffer.concat([before, Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff]), after]),
    () => Buffer.from(valid.toString('utf8'), 'utf16le'),
    () => Buffer.from(valid.toString('utf8'), 'latin1'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), valid]),
    () => Buffer.concat([valid, valid]),
    () => Buffer.concat([Buffer.alloc(between(random, 1, 20_000), ' '), valid]),
    () => noise,
    () => Buffer.alloc(0),
    () => Buffer.from(writeJson(oddValue(random))),
  ])();
}

/** A body near a size limit. */
function ofSize(valid: string, random: Random): Buffer {
  const sizes = [1, 16_383, 16_385, 65_536, MAX_BODY_BYTES - 1, MAX_BODY_BYTES, MAX_BODY_BYTES + 1, 400_000];
  const size = pick(random, sizes);
  const bytes = Buffer.from(valid);
  if (size <= bytes.length) return bytes.subarray(0, size);
  const padding = size - bytes.length;
  // Before the JSON, after it, or inside a name.
  return pick(random, [
    () => Buffer.concat([Buffer.alloc(padding, ' '), bytes]),
    () => Buffer.concat([bytes, Buffer.alloc(padding, '\n')]),
    () => Buffer.from(valid.replace(/"name":"/, (found) => found + 'x'.repeat(padding))),
  ])();
}

/** Like `JSON.stringify`, but also writes `RawJson` and `Members`. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Members)
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  if (typeof value === 'object' && value !== null) return writeJson(new Members(Object.entries(value)));
  return JSON.stringify(value) ?? 'null';
}

export function oddText(random: Random): string {
  return random() < 0.1 ? 'å'.repeat(between(random, 100, 5_000)) : pick(random, ODD_TEXTS);
}

export function oddName(random: Random): string {
  return pick(random, NAMES);
}

/** A value of any type, depth and size in place of the expected one. */
export function oddValue(random: Random): unknown {
  const chance = random();
  if (chance < 0.3) return oddText(random);
  if (chance < 0.65) return new RawJson(pick(random, ODD_NUMBERS));
  if (chance < 0.8) return pick(random, [null, true, false, [], {}, [[]], [null], { a: 1 }]);
  if (chance < 0.87) return new RawJson(nested(pick(random, [10, 200, 5_000, 60_000]), random));
  if (chance < 0.92) return new Members([['__proto__', { courseNumber: 7, polluted: true }]]);
  if (chance < 0.96) return Array.from({ length: between(random, 10, 2_000) }, (_, index) => index);
  return new RawJson(
    pick(random, ['undefined', "'single'", '"\\x"', '"\n"', '"\\ud800"', '/* no */ 1', '"open', '{]']),
  );
}

function nested(depth: number, random: Random): string {
  return random() < 0.5 ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}
