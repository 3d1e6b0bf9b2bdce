import { expect, it } from 'vitest';
import { openCalledMemory } from './called-memory';

/** A browser's store, as one page after the other finds it. */
function storeWith(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

it('another page on the same store knows what was called', () => {
  const store = storeWith();
  expect([...openCalledMemory(() => store).read()]).toEqual([]);
  openCalledMemory(() => store).keep(new Map([['7', 1_000]]));
  expect([...openCalledMemory(() => store).read()]).toEqual([['7', 1_000]]);
});

it.each(['', '{', 'null', '{"7":5}', '[7, "7", ["7"], ["7", "5"], ["7", null], [7, 5], ["8", 5, 1]]'])(
  'nonsense in the store is nothing: %s',
  (text) => {
    expect([...openCalledMemory(() => storeWith(text)).read()]).toEqual([]);
  },
);

it('takes what is right among it', () => {
  expect([...openCalledMemory(() => storeWith('[["7", 5], "x"]')).read()]).toEqual([['7', 5]]);
});

it('a device that keeps nothing is no trouble', () => {
  const memory = openCalledMemory(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  memory.keep(new Map([['7', 5]]));
  expect([...memory.read()]).toEqual([]);
});
