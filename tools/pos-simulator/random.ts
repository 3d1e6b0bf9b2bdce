/** The next number of a repeatable sequence, at least 0 and below 1. */
export type Random = () => number;

/**
 * A repeatable sequence (mulberry32): the same seed produces the same numbers on every machine. Not for secrets.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `min` to `max`, both included. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** A random item. @throws RangeError if there are none */
export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new RangeError('there is nothing to pick from');
  return items[Math.floor(random() * items.length)] as T;
}

/** A shuffled copy of the items. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  const drawn: T[] = [];
  while (rest.length > 0) {
    const at = Math.floor(random() * rest.length);
    drawn.push(rest[at] as T);
    // The last item replaces the drawn one, which takes constant time.
    rest[at] = rest[rest.length - 1] as T;
    rest.pop();
  }
  return drawn;
}

/** Random positions below `count`: exactly the rounded share (0 to 1) of them. */
export function pickShare(random: Random, count: number, share: number): Set<number> {
  const positions = Array.from({ length: count }, (_, position) => position);
  return new Set(shuffled(random, positions).slice(0, Math.round(count * share)));
}
