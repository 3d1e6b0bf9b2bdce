import { between, pick, type Random } from '../pos-simulator/random';
import { Members, RawJson } from './json-text';

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
