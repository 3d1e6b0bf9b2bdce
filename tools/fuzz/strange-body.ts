import { between, pick, type Random } from '../pos-simulator/random';
import { Members, writeJson } from './json-text';
import { oddName, oddText, oddValue } from './odd-values';

const LARGEST_BODY = 256 * 1024;
const EVENTS = ['kitchenStartCourse', 'kitchenCompleteCourse', 'kitchenServeCourse', 'scanCode', 'selectRelation'];

/** The bytes of a body: valid, or damaged on the way from the POS. */
export function strangeBody(good: string, random: Random): Buffer {
  const chance = random();
  if (chance < 0.15) return Buffer.from(good);
  if (chance < 0.7) return Buffer.from(mutated(good, random));
  if (chance < 0.78) return Buffer.from(otherEvent(good, random));
  if (chance < 0.93) return otherBytes(Buffer.from(chance < 0.85 ? good : mutated(good, random)), random);
  return ofSize(good, random);
}

/** Changes one to four members. */
function mutated(good: string, random: Random): string {
  let body: unknown = JSON.parse(good);
  for (let left = between(random, 1, 4); left > 0; left -= 1) body = changed(body, random, between(random, 0, 3));
  return writeJson(body);
}

/** Changes something in a value, down to this depth. */
function changed(value: unknown, random: Random, depth: number): unknown {
  const entries = value instanceof Members ? value.entries : entriesOf(value);
  if (entries === null) return oddValue(random);
  const at = between(random, 0, Math.max(0, entries.length - 1));
  const [name, member] = entries[at] ?? ['', null];
  const inner = entriesOf(member);
  if (depth > 0 && (inner !== null || member instanceof Members))
    return new Members(
      entries.map((entry, index) => (index === at ? [name, changed(member, random, depth - 1)] : entry)),
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

/** Another event than that of the path: nested, nested twice, an event of the till, or a follow-up to an error. */
function otherEvent(good: string, random: Random): string {
  const { event, sender, ...details } = JSON.parse(good) as Record<string, unknown>;
  const envelope: [string, unknown][] = [
    ['event', event],
    ['sender', sender],
  ];
  const name = pick(random, EVENTS);
  const chance = random();
  if (chance < 0.3) return writeJson(new Members([...envelope, [name, details]]));
  if (chance < 0.5) return writeJson(new Members([...envelope, ...Object.entries(details), [name, oddValue(random)]]));
  if (chance < 0.7)
    return writeJson({ error: { code: oddText(random), message: oddText(random) }, original: JSON.parse(good) });
  const scanCode = { scannedCode: random() < 0.5 ? oddText(random) : oddValue(random), codeType: 'barcode' };
  return writeJson(new Members([...envelope, ['scanCode', random() < 0.8 ? scanCode : oddValue(random)]]));
}

/** The same body truncated, in another encoding, or with bytes that are no text. */
function otherBytes(good: Buffer, random: Random): Buffer {
  const at = between(random, 0, good.length);
  const [before, after] = [good.subarray(0, at), good.subarray(at)];
  const noise = Buffer.from(Array.from({ length: between(random, 1, 12) }, () => between(random, 0, 255)));
  return pick(random, [
    () => before,
    () => Buffer.concat([before, noise, after]),
    () => Buffer.concat([before, Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff]), after]),
    () => Buffer.from(good.toString('utf8'), 'utf16le'),
    () => Buffer.from(good.toString('utf8'), 'latin1'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]),
    () => Buffer.concat([good, good]),
    () => Buffer.concat([Buffer.alloc(between(random, 1, 20_000), ' '), good]),
    () => noise,
    () => Buffer.alloc(0),
    () => Buffer.from(writeJson(oddValue(random))),
  ])();
}

/** A body near a size limit. */
function ofSize(good: string, random: Random): Buffer {
  const sizes = [1, 16_383, 16_385, 65_536, LARGEST_BODY - 1, LARGEST_BODY, LARGEST_BODY + 1, 400_000];
  const size = pick(random, sizes);
  const bytes = Buffer.from(good);
  if (size <= bytes.length) return bytes.subarray(0, size);
  const room = size - bytes.length;
  // Inside a name, before the JSON, or behind it.
  return pick(random, [
    () => Buffer.concat([Buffer.alloc(room, ' '), bytes]),
    () => Buffer.concat([bytes, Buffer.alloc(room, '\n')]),
    () => Buffer.from(good.replace(/"name":"/, (found) => found + 'x'.repeat(room))),
  ])();
}
