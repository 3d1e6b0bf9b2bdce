import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, isSameBut } from './collections';

/** JSON with the members of each object in the order of their names. */
function orderedJson(data: unknown): string {
  return JSON.stringify(data, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

describe('isSame', () => {
  it.each([
    [1, 1, true],
    [1, 2, false],
    [null, null, true],
    [null, 0, false],
    [null, {}, false],
    ['a', 'a', true],
    [[], {}, false],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [{ a: 1, b: null }, { b: null, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(isSame(a, b)).toBe(same);
    expect(isSame(b, a)).toBe(same);
  });

  it('compares plain data like its JSON, ignoring the order of members', () => {
    // Few values, so that two of them are often equal.
    const { plain } = fc.letrec((tie) => ({
      plain: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, 0, 1, 'a'),
        fc.array(tie('plain'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('plain')),
      ),
    }));
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(isSame(a, b)).toBe(orderedJson(a) === orderedJson(b));
      }),
      { numRuns: 1_000 },
    );
  });
});

it('isSameBut ignores one member', () => {
  expect(isSameBut({ a: 1, version: 1 }, { a: 1, version: 2 }, 'version')).toBe(true);
  expect(isSameBut({ a: 1, version: 1 }, { a: 2, version: 1 }, 'version')).toBe(false);
});
