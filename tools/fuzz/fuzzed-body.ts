import { between, pick, type Random } from '../pos-simulator/random';
import { Members, writeJson } from './json-text';
import { oddName, oddText, oddValue } from './odd-values';

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
